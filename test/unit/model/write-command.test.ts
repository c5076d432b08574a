import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeCommand } from '../../../src/model/write-command.ts';

const directory = mkdtempSync(join(tmpdir(), 'write-command-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

test.each([
  ['plain.txt', 'hello\n'],
  ['deep/er/file', ''],
  ["it's $(touch ran) `touch ran`", '%s %d \\n $HOME \'"\n$(touch ran)\n'],
  ['-dash', '-n'],
])('writes %j exactly', (path, content) => {
  execFileSync('bash', ['-c', writeCommand(path, content)], { cwd: directory });
  expect(readFileSync(join(directory, path), 'utf8')).toBe(content);
  expect(existsSync(join(directory, 'ran'))).toBe(false);
});
