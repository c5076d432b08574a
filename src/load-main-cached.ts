import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import type { main } from './main.ts';

interface Program {
  readonly main: typeof main;
}

/**
 * Loads the program from one file beside this one, with V8's code cache, which the build made: compiling it anew at every
 * start takes half as long as Node's own start. Another Node than the build's refuses the cache and compiles.
 */
export function loadMain(): Promise<Program> {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'main.cjs');
  const cachedData = readCache(`${file}.cache`);
  const script = new Script(readFileSync(file, 'utf8'), {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  });
  const program = { exports: {} as Program };
  const run = script.runInThisContext() as (...values: unknown[]) => void;
  run(program.exports, createRequire(file), program, file);
  return Promise.resolve(program.exports);
}

function readCache(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
