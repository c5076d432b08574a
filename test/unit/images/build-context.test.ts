import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildContext } from '../../../src/images/build-context.ts';

test('a tar that tar reads: root’s files, 0644, always the same bytes', async () => {
  const files = { Dockerfile: 'FROM x\n', 'ca.crt': '', b: 'ü' };
  const tar = await buffer(buildContext(files));
  const list = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--utc'], { input: tar }).toString();
  const lines = list.trim().split('\n');
  expect(lines.map((line) => line.split(/\s+/)[5])).toEqual(['Dockerfile', 'b', 'ca.crt']);
  for (const line of lines) expect(line).toMatch(/^-rw-r--r-- 0\/0 .*1970-01-01/);
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(digest(await buffer(buildContext(files)))).toBe(digest(tar));
});
