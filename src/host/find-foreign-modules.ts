import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Scopes that are looked into; each is one directory read. */
const MAX_SCOPES = 64;
/** `@esbuild/darwin-arm64`, `@rollup/rollup-linux-x64-musl`: what npm's os, cpu and libc fields choose is named like this. */
const PLATFORM = /(?:^|[-/])(darwin|win32|linux|linuxmusl|freebsd|android)-(x64|arm64|ia32|arm)(?:-(gnu|musl|msvc))?$/;

/**
 * Packages in `<workspace>/node_modules` that were installed for another platform than the session's (Linux with glibc,
 * `arch` as in `process.arch`), where none of the same family is for it. Names only: a few directories are read, no file.
 */
export function findForeignModules(workspace: string, arch: string): readonly string[] {
  const root = join(workspace, 'node_modules');
  const top = list(root);
  const scopes = top.filter((name) => name.startsWith('@')).slice(0, MAX_SCOPES);
  const names = [...top, ...scopes.flatMap((scope) => list(join(root, scope)).map((name) => `${scope}/${name}`))];
  const families = new Map<string, { readonly foreign: string[]; fits: boolean }>();
  for (const name of names) {
    const match = PLATFORM.exec(name);
    if (match === null) continue;
    const [found, system, processor, libc] = match;
    const key = name.slice(0, name.length - found.length);
    const family = families.get(key) ?? { foreign: [], fits: false };
    if (system === 'linux' && processor === arch && libc !== 'musl') family.fits = true;
    else family.foreign.push(name);
    families.set(key, family);
  }
  return [...families.values()].flatMap(({ foreign, fits }) => (fits ? [] : foreign)).sort();
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
