import { expect, it } from 'vitest';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

it('what of the project looks like secrets or belongs to another system is named once, and not when quiet', async () => {
  const person = makePerson('user');
  const { project } = person;
  person.file(`${project}/.env`, 'A=b');
  person.file(`${project}/bad\u001b[31m.pem`, '');
  person.file(`${project}/node_modules/@esbuild/darwin-arm64/package.json`, '{}');
  const launch = (...flags: string[]) =>
    person.run([
      process.execPath,
      product.cli,
      'launch',
      'shell',
      '--network',
      'none',
      ...flags,
      '--',
      'echo',
      'hello',
    ]);
  const { code, stdout, stderr } = await launch();
  expect([code, stdout]).toEqual([0, 'hello\n']);
  expect(stderr.match(/looks like secrets: .*"\.env"/g)).toHaveLength(1);
  expect(stderr.match(/installed for another system .*darwin-arm64/g)).toHaveLength(1);
  expect(stderr).not.toContain('\u001b');
  expect((await launch('-q')).stderr).toBe('');
});
