import { closeSync, fstatSync, lstatSync, opendirSync, readlinkSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import type { ConfigObject } from '../../battery/config-facts.ts';
import { fromBytes } from '../ui/raw-text.ts';
import type { CodeFile } from './config-record.ts';
import { isListed } from './is-listed.ts';
import { hashFile, isUnchanged } from './hash-file.ts';
import type { HashBudget } from './hash-file.ts';
import { openDirectory, placeBelow } from './open-directory.ts';

export interface WalkOptions {
  /** Directories that a session does not see. All paths are relative to the root. */
  readonly masks: readonly string[];
  /** Files of code, and directories of nothing else. */
  readonly code: readonly string[];
  /** Directories of data below those. */
  readonly data: readonly string[];
  readonly credentials: readonly string[];
  readonly uid: number;
  /** What was recorded last: spares reading what has not changed. */
  readonly known: Readonly<Record<string, CodeFile>>;
  readonly limits?: Partial<typeof LIMITS>;
}

export interface ConfigWalk {
  readonly incomplete: string | null;
  readonly entries: number;
  readonly links: readonly { readonly path: string; readonly text: string }[];
  readonly objects: readonly ConfigObject[];
  readonly code: Readonly<Record<string, CodeFile>>;
  readonly uncompared: string | null;
}

const LIMITS = { entries: 200_000, depth: 64, files: 20_000, bytes: 256 * 1024 ** 2 };
/** Longest time without letting others run. Milliseconds. */
const TURN = 5;
const S_IWOTH = 0o002;

/**
 * Walks an agent's config directory from its descriptor, never through a link: links, owners and modes, digests of what is
 * code. Only what is needed is looked at closely. Others run in between; whatever happens, the result says what was not seen.
 */
export async function walkConfig(root: number, options: WalkOptions): Promise<ConfigWalk> {
  const walk = new Walk(options);
  await walk.start(root);
  return walk.result();
}

class Walk {
  readonly #options: WalkOptions;
  readonly #limits: typeof LIMITS;
  readonly #masks: ReadonlySet<string>;
  readonly #codePaths: ReadonlySet<string>;
  readonly #patterns: readonly string[];
  readonly #data: ReadonlySet<string>;
  readonly #credentials: ReadonlySet<string>;
  readonly #links: { path: string; text: string }[] = [];
  readonly #objects: ConfigObject[] = [];
  readonly #code = new Map<string, CodeFile>();
  readonly #budget: HashBudget;
  #incomplete: string | null = null;
  #entries = 0;
  #turn = performance.now();

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#budget = { files: this.#limits.files, bytes: this.#limits.bytes };
    this.#masks = new Set(options.masks);
    this.#codePaths = new Set(options.code);
    this.#patterns = options.code.filter((path) => path.includes('*'));
    this.#data = new Set(options.data);
    this.#credentials = new Set(options.credentials);
  }

  async start(root: number): Promise<void> {
    const stat = fstatSync(root);
    this.#objects.push({ path: '', role: 'root', uid: stat.uid, mode: stat.mode });
    await this.#directory(root, '', 1, false);
  }

  result(): ConfigWalk {
    const { files, bytes } = this.#budget;
    return {
      incomplete: this.#incomplete,
      entries: this.#entries,
      links: this.#links,
      objects: this.#objects,
      code: Object.fromEntries(this.#code),
      uncompared: files < 0 || bytes < 0 ? 'there is too much code in it to read at every launch' : null,
    };
  }

  async #directory(fd: number, path: string, depth: number, isCode: boolean): Promise<void> {
    const directory = opendirSync(`/proc/self/fd/${fd}/.`, { encoding: 'latin1', bufferSize: 256 });
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (++this.#entries > this.#limits.entries)
          return this.#miss(path, `more than ${this.#limits.entries} entries`);
        if (performance.now() - this.#turn > TURN) await this.#rest();
        const inner = this.#entry(fd, path, entry, depth, isCode);
        if (inner !== null) await inner;
        if (this.#entries > this.#limits.entries) return;
      }
    } finally {
      directory.closeSync();
    }
  }

  /** A directory is a promise; everything else is done at once, because a promise for each file takes longer than the file. */
  #entry(fd: number, parent: string, entry: Dirent, depth: number, inCode: boolean): Promise<void> | null {
    // One character a byte: most names are the same text, and others keep every byte.
    const name = isPlain(entry.name) ? entry.name : Buffer.from(entry.name, 'latin1');
    const text = typeof name === 'string' ? name : fromBytes(name);
    const path = parent === '' ? text : `${parent}/${text}`;
    if (this.#masks.has(path)) return null;
    const listed = this.#codePaths.has(path) || this.#patterns.some((pattern) => isListed(pattern, path));
    const isCode = listed || (inCode && !this.#data.has(path));
    try {
      if (entry.isDirectory()) return this.#enter(fd, name, path, depth, isCode);
      const link = entry.isSymbolicLink();
      const credential = this.#credentials.has(path);
      const known = link || entry.isFile() || entry.isFIFO() || entry.isSocket();
      if (!isCode && !link && !credential && parent !== '' && known) return null;
      const place = placeBelow(fd, name);
      const stat = lstatSync(place);
      // File systems that do not say the type with the name.
      if (stat.isDirectory()) return this.#enter(fd, name, path, depth, isCode);
      this.#look(place, path, stat, isCode, credential ? 'credential' : 'other');
    } catch (error) {
      this.#failed(path, error);
    }
    return null;
  }

  #failed(path: string, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    // Gone since: another session of this agent is at work.
    if (code !== 'ENOENT') this.#miss(path, code ?? 'unknown error');
  }

  async #enter(fd: number, name: string | Buffer, path: string, depth: number, isCode: boolean): Promise<void> {
    if (depth >= this.#limits.depth) return this.#miss(path, `more than ${this.#limits.depth} levels`);
    let inner: number | null = null;
    try {
      inner = openDirectory(fd, name);
      this.#note(path, 'other', fstatSync(inner));
      await this.#directory(inner, path, depth + 1, isCode);
    } catch (error) {
      this.#failed(path, error);
    } finally {
      if (inner !== null) closeSync(inner);
    }
  }

  #look(place: string | Buffer, path: string, stat: Stats, isCode: boolean, role: 'credential' | 'other'): void {
    if (stat.isSymbolicLink()) {
      const text = fromBytes(readlinkSync(place, { encoding: 'buffer' }));
      this.#links.push({ path, text });
      if (isCode) this.#code.set(path, { link: text });
      if (this.#isForeign(stat.uid)) this.#objects.push({ path, role: 'other', uid: stat.uid, mode: 0o120700 });
      return;
    }
    this.#note(path, role, stat);
    // Nothing runs from an empty file; locks and markers come and go.
    if (!isCode || (stat.isFile() && stat.size === 0)) return;
    if (!stat.isFile()) this.#code.set(path, { special: 'no regular file' });
    else this.#hash(place, path, stat);
  }

  #hash(place: string | Buffer, path: string, stat: Stats): void {
    const { known } = this.#options;
    const before = Object.hasOwn(known, path) ? known[path] : undefined;
    const { size, mtimeMs: mtime, ctimeMs: ctime, ino, mode } = stat;
    if (before !== undefined && isUnchanged(before, { size, mtime, ctime, ino, mode })) {
      this.#budget.files -= 1;
      this.#code.set(path, before);
    } else this.#code.set(path, hashFile(place, before, this.#budget));
  }

  #note(path: string, role: ConfigObject['role'], { uid, mode }: Stats): void {
    if (role === 'other' && !this.#isForeign(uid) && (mode & S_IWOTH) === 0) return;
    this.#objects.push({ path, role, uid, mode });
  }

  #isForeign(uid: number): boolean {
    return uid !== this.#options.uid && uid !== 0;
  }

  #miss(path: string, why: string): void {
    this.#incomplete ??= `${path === '' ? 'the directory' : `"${path}"`}: ${why}`;
  }

  async #rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#turn = performance.now();
  }
}

function isPlain(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) > 0x7f) return false;
  return true;
}
