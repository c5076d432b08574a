import type { CodeFile, ConfigChange, ConfigRecord, RecordedValue } from './config-record.ts';

/** Every key and every file of code that is new, different or gone, by file and key. Pure. */
export function compareRecords(before: ConfigRecord, after: ConfigRecord): readonly ConfigChange[] {
  const files = union(before.settings, after.settings).flatMap((file) =>
    compareFile(file, own(before.settings, file) ?? {}, own(after.settings, file) ?? {}),
  );
  const code = union(before.code, after.code).flatMap((file) =>
    change(file, null, own(before.code, file), own(after.code, file), isSameCode, describeCode),
  );
  return [...files, ...code].sort((a, b) => order(a.file, b.file) || order(a.key ?? '', b.key ?? ''));
}

type Keys = Readonly<Record<string, RecordedValue>>;

function compareFile(file: string, before: Keys, after: Keys): readonly ConfigChange[] {
  const [oldWhole, newWhole] = [own(before, ''), own(after, '')];
  if (oldWhole !== undefined || newWhole !== undefined) {
    // Keys on one side only: the file could be read then or now, and is one change.
    const keys: RecordedValue = { text: 'readable' };
    const old = oldWhole ?? (Object.keys(before).length === 0 ? undefined : keys);
    const now = newWhole ?? (Object.keys(after).length === 0 ? undefined : keys);
    const whole = change(file, null, old, now, isSameValue, describeValue);
    // What could not be read then may have held anything: now everything in it is new.
    return oldWhole === undefined ? whole : [...whole, ...compareFile(file, {}, newWhole === undefined ? after : {})];
  }
  return union(before, after).flatMap((key) =>
    change(file, key, own(before, key), own(after, key), isSameValue, describeValue),
  );
}

function change<T>(
  file: string,
  key: string | null,
  before: T | undefined,
  after: T | undefined,
  isSame: (a: T, b: T) => boolean,
  describe: (value: T) => string,
): readonly ConfigChange[] {
  if (before !== undefined && after !== undefined && isSame(before, after)) return [];
  const kind = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed';
  const texts = [before, after].map((value) => (value === undefined ? null : describe(value)));
  return [{ file, key, change: kind, before: texts[0] ?? null, after: texts[1] ?? null }];
}

function isSameValue(a: RecordedValue, b: RecordedValue): boolean {
  if ('hidden' in a || 'hidden' in b) return 'hidden' in a && 'hidden' in b && a.hidden === b.hidden;
  return a.text === b.text && a.digest === b.digest;
}

function describeValue(value: RecordedValue): string {
  if ('hidden' in value) return '(hidden)';
  return value.digest === undefined ? value.text : `${value.text} (sha256 ${value.digest.slice(0, 12)})`;
}

function isSameCode(a: CodeFile, b: CodeFile): boolean {
  if ('link' in a || 'link' in b) return 'link' in a && 'link' in b && a.link === b.link;
  if ('special' in a || 'special' in b) return 'special' in a && 'special' in b && a.special === b.special;
  if (a.sha256 !== null && b.sha256 !== null) return a.sha256 === b.sha256;
  return a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.ino === b.ino;
}

function describeCode(code: CodeFile): string {
  if ('link' in code) return `link to ${code.link}`;
  if ('special' in code) return code.special;
  return code.sha256 === null ? `${code.size} bytes` : `sha256 ${code.sha256.slice(0, 12)}`;
}

function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function union(a: object, b: object): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
