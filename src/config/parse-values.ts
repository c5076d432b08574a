import { AppError } from '../errors.ts';
import { parseSize } from '../flags/parse-size.ts';

/** Readers of single values: text from a flag or variable, or a YAML value. `name` is what the user wrote it under. */

export function texts(raw: unknown): readonly string[] {
  return Array.isArray(raw) ? raw.map(String) : [String(raw)];
}

export function parseChoice<T extends string>(raw: unknown, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === raw);
  if (found !== undefined) return found;
  throw bad(name, raw, `Give ${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}.`);
}

export function parseBoolean(raw: unknown, name: string): boolean {
  if (typeof raw === 'boolean') return raw;
  if (raw === 'true' || raw === '1' || raw === 'yes') return true;
  if (raw === 'false' || raw === '0' || raw === 'no') return false;
  throw bad(name, raw, 'Give true or false.');
}

/** Bytes. */
export function parseSizeAtLeast(raw: unknown, least: number, name: string): number {
  const bytes = parseSize(String(raw), name);
  if (bytes >= least) return bytes;
  throw new AppError('BAD_VALUE', `${name} is too small for any session`, `Give at least ${least / 1024 ** 2}m.`);
}

export function parseCpus(raw: unknown, name: string): number {
  const text = String(raw);
  const value = Number(text);
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && value > 0) return value;
  throw bad(name, raw, 'Give a number such as 2 or 1.5.');
}

/** With fewer the session's own first processes could not start. */
const LEAST_PROCESSES = 16;

export function parseCount(raw: unknown, name: string): number {
  if (/^[1-9]\d{0,6}$/.test(String(raw)) && Number(raw) >= LEAST_PROCESSES) return Number(raw);
  throw bad(name, raw, `Give a whole number, at least ${LEAST_PROCESSES}.`);
}

export function parseReference(raw: unknown, name: string): string {
  const text = String(raw);
  if (/^[a-z0-9][A-Za-z0-9._\-/:@]{0,254}$/.test(text) && !text.includes('..')) return text;
  throw bad(name, raw, 'Give an image reference such as debian:bookworm-slim.');
}

/** As deb-control(5) and apt-get(8) spell them: name, perhaps an architecture, perhaps a version. */
export function parsePackage(text: string, name: string): string {
  if (/^[a-z0-9][a-z0-9+.-]{1,127}(:[a-z0-9]{2,20})?(=[A-Za-z0-9.+~:-]{1,127})?$/.test(text)) return text;
  throw bad(name, text, 'Give names of Debian packages, such as graphviz or graphviz=2.42.2-7.');
}

export function parseRunLine(text: string, name: string): string {
  if (text.trim() !== '' && text.length <= 8192 && !text.includes('\0')) return text;
  throw bad(name, text, 'Give a shell script of at most 8192 characters.');
}

/** A whole version, because an image's tag says what is inside: `latest` would mean something else tomorrow. */
export function parseAgentVersion(raw: unknown, name: string): string {
  const text = String(raw);
  if (/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[0-9A-Za-z.-]{1,40})?$/.test(text)) return text;
  throw bad(name, raw, 'Give a whole version such as 1.2.3; words such as latest change their meaning.');
}

function bad(name: string, raw: unknown, remedy: string): AppError {
  return new AppError('BAD_VALUE', `${name} does not understand “${String(raw)}”`, remedy);
}
