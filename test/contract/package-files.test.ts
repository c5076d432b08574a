import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { gateFiles } from '../../battery/gate-files.ts';

it('an installation has every file that a session is given', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { files } = JSON.parse(manifest) as { readonly files: readonly string[] };
  const installer = readFileSync(new URL('../../install.sh', import.meta.url), 'utf8');
  const copied = /for path in (battery\/.*); do/.exec(installer)?.[1]?.split(' ');
  expect(copied).toEqual(expect.arrayContaining(gateFiles.map((name) => `battery/${name}`)));
  expect(files).toEqual(expect.arrayContaining(gateFiles.map((name) => `battery/${name}`)));
});
