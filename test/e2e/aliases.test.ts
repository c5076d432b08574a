import { execFileSync } from 'node:child_process';
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

describe.each([makePerson('root'), makePerson('user')])('one directory under two names, for $label', (person) => {
  const run = (args: readonly string[]) => person.run([process.execPath, product.cli, ...args]);
  const bind = (source: string, path: string): string => {
    const full = person.directory(path);
    execFileSync('mount', ['--bind', '--', person.directory(source), full]);
    onTestFinished(() => void execFileSync('umount', ['--', full]));
    return full;
  };

  it('a part of another agent’s directory is no workspace and no mount (cases 4, 12, 13)', async () => {
    const alias = bind('.claude/projects', 'srv/x');
    for (const args of [
      ['-w', alias],
      ['-w', person.directory('srv/x/deep')],
      ['--mount', alias],
    ]) {
      const result = await run(['launch', 'codex', ...args, '--', '--version']);
      expect(result, args.join(' ')).toMatchObject({ code: 77, stdout: '' });
      expect(result.stderr).toContain(`lies in ${person.home}/.claude, which is Claude`);
      expect(result.stderr).toContain('[SOURCE_PROTECTED]');
    }
  });

  it('a hard link to a key is no mount (case 4)', async () => {
    const key = person.file('.ssh/id_ed25519', 'secret', 0o600);
    linkSync(key, join(person.home, 'x'));
    const result = await run(['launch', 'shell', '--mount', join(person.home, 'x'), '--', 'true']);
    expect(result).toMatchObject({ code: 77, stderr: expect.stringContaining(`is the same file as ${key}`) });
  });

  it('a part of a live session’s workspace is no workspace (cases 14, 15)', async () => {
    const alias = bind('work/project/part/deep', 'srv/part');
    const script = 'until [ -e enough ]; do sleep 0.1; done';
    const holder = new HookedLaunch(product, person, ['after-ready'], ['launch', 'shell', '--', 'sh', '-c', script]);
    await holder.reached('after-ready');
    const nested = await run(['launch', 'shell', '-w', alias, '--', 'true']);
    expect(nested).toMatchObject({ code: 77, stderr: expect.stringContaining('[WORKSPACE_NESTED]') });
    expect(nested.stderr).toContain(`the workspace ${alias} lies in ${person.project}`);
    const allowed = await run(['launch', 'shell', '-w', alias, '--allow-nested', '--', 'true']);
    expect(allowed.code).toBe(0);
    person.file('work/project/enough', '');
    holder.goOn('after-ready');
    expect((await holder.result).code).toBe(0);
  });

  it('what is mounted below the workspace is named and not visible (case 26)', async () => {
    person.file('disk/secret', '');
    const point = bind('disk', 'work/other/in side');
    const result = await run(['launch', 'shell', '-w', join(person.home, 'work/other'), '--', 'ls', '-A', 'in side']);
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toContain(
      `not visible in the session, because mounted below the workspace ${person.home}/work/other: ${point}\n`,
    );
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
