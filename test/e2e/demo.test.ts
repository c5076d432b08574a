import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const places = () => readdirSync('/var/tmp').filter((name) => name.startsWith('sandbox-demo-'));

describe.each(['codex', 'claude', 'pi'])('sandbox demo %s', (agent) => {
  it('shows what the real agent found and what was checked, and leaves nothing', async () => {
    const person = makePerson('user');
    const before = places();
    const { code, stdout, stderr } = await person.run([process.execPath, product.cli, 'demo', agent]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('That is all this session can see.');
    expect(stdout).toMatch(/not there: +~\/\.ssh/);
    for (const own of ['.codex', '.claude', '.pi'])
      expect(stdout).toMatch(
        own === `.${agent}` ? new RegExp(`can see: +~/\\${own}\n`) : new RegExp(`not there: +~/\\${own}\n`),
      );
    expect(stdout).toMatch(/pass {2}23 .*\n/);
    expect(stdout).not.toMatch(/FAIL/);
    expect(readdirSync(person.home)).toEqual(['work']);
    expect(places()).toEqual(before);
  });
});

it('there is none of an agent without a model', async () => {
  const person = makePerson('user');
  const { code, stderr } = await person.run([process.execPath, product.cli, 'demo', 'shell']);
  expect([code, stderr]).toEqual([64, expect.stringContaining('codex, claude, pi')]);
});
