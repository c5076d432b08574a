import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../../src/commands/index.ts';
import { parseCommandLine } from '../../../src/flags/parse-command-line.ts';
import { version } from '../../../src/version.ts';

const dist = join(import.meta.dirname, '../../../dist');

it('the help kept by the build is the help of the command line', () => {
  expect(existsSync(join(dist, 'help.txt')), 'run npm run build first').toBe(true);
  const made = parseCommandLine(['--help'], commands, version);
  expect(made).toEqual({ kind: 'print', text: readFileSync(join(dist, 'help.txt'), 'utf8') });
  expect(execFileSync(process.execPath, [join(dist, 'cli.js'), '--help'], { encoding: 'utf8' })).toBe(
    readFileSync(join(dist, 'help.txt'), 'utf8'),
  );
});
