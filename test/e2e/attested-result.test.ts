import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks } from '../../battery/checks/index.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const script = join(import.meta.dirname, '../../skills/verify-sandbox/scripts/look.sh');

describe.each([makePerson('root'), makePerson('user')])('what a session of $label knows of its checks', (person) => {
  const run = (shell: string, cwd = person.project) =>
    person.run([process.execPath, product.cli, 'launch', 'shell', '-q', '--network', 'none', '--', 'sh', '-c', shell], {
      cwd,
    });

  it('is the attested result, which it cannot change', async () => {
    const { stdout, code } = await run(
      'cat /run/sandbox/checks.json; for how in "chmod u+w" rm "truncate -s 0"; do $how /run/sandbox/checks.json 2>/dev/null && exit 9; done; exit 0',
    );
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as Record<string, unknown> & { findings: { id: string; verdict: string }[] };
    expect(result).toMatchObject({ schema: 'sandbox/1', agent: 'shell', counts: { fail: 0 } });
    const session = checks.filter(({ stage }) => stage === 'session').map(({ id }) => id);
    expect(result.findings.map(({ id }) => id)).toEqual(session);
  });

  it('is repeated by the skill, line for line, wherever the workspace lies', async () => {
    const place = person.directory('work/with space\\and é');
    person.file('work/with space\\and é/look.sh', await readFile(script, 'utf8'));
    const { stdout, code } = await run('sh ./look.sh', place);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^pass {2}01 {2}/m);
    const again = stdout.split('\n').filter((line) => /^(holds|DIFFERS) /.test(line));
    expect(again).toHaveLength(9);
    expect(again.filter((line) => line.startsWith('DIFFERS'))).toEqual([]);
  });

  it('tells when something is different now', async () => {
    person.file('work/project/look.sh', await readFile(script, 'utf8'));
    const { stdout } = await run(
      'perl -e \'socket(S, 1, 1, 0) or die; bind(S, pack("S a*", 1, "/run/left")) or die\'; sh ./look.sh',
    );
    expect(stdout).toMatch(/^DIFFERS {2}30 {2}/m);
  });
});
