import { isAbsolute, resolve } from 'node:path';

/** A path of a configuration file → absolute and normalised; `~` and `~/…` mean `home`. Null: it is relative or holds NUL. */
export function expandPath(text: string, home: string): string | null {
  const path = /^~(\/|$)/.test(text) ? home + text.slice(1) : text;
  return isAbsolute(path) && !path.includes('\0') ? resolve(path) : null;
}
