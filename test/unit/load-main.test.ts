import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';

// Built before the tests. Refused, the cache would make every start slow again, and nothing else would tell.
it('the code cache that the build made belongs to the program', () => {
  const file = join(import.meta.dirname, '../../dist/main.cjs');
  const text = readFileSync(file, 'utf8');
  const cachedData = readFileSync(`${file}.cache`);
  expect(new Script(text, { filename: file, cachedData }).cachedDataRejected).toBe(false);
  expect(new Script(`${text} `, { filename: file, cachedData }).cachedDataRejected).toBe(true);
});
