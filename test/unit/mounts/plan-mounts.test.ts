import { describe, expect, it } from 'vitest';
import { claude } from '../../../src/agents/claude.ts';
import { codex } from '../../../src/agents/codex.ts';
import { pi } from '../../../src/agents/pi.ts';
import { shell } from '../../../src/agents/shell.ts';
import { planMounts } from '../../../src/mounts/index.ts';
import { makeFacts, makeOptions } from '../../support/facts.ts';

const bySource = (context: Parameters<typeof planMounts>[0]) =>
  Object.fromEntries(planMounts(context).mounts.map(({ id, target, mode }) => [id, `${target} ${mode}`]));

describe('planMounts', () => {
  it('gives codex its own config, the shared skills, the workspace and nothing else of the home', () => {
    expect(bySource({ agent: codex, facts: makeFacts(), options: makeOptions() })).toEqual({
      'own-config': '/home/ada/.codex rw',
      'shared-skills': '/home/ada/.agents/skills rw',
      workspace: '/home/ada/projects/app rw',
      passwd: '/etc/passwd ro',
      group: '/etc/group ro',
      session: '/run/sandbox ro',
    });
  });

  it('names the parent that nothing else provides, once, and no other', () => {
    const { tmpfs } = planMounts({ agent: codex, facts: makeFacts(), options: makeOptions() });
    expect(tmpfs.map(({ target }) => target)).toEqual([
      '/home/ada',
      '/home/ada/.agents',
      '/tmp',
      '/var/tmp',
      '/run',
      '/home/ada/.codex/packages',
      '/home/ada/.codex/tmp',
      '/home/ada/.codex/shell_snapshots',
      '/home/ada/.codex/app-server-control',
      '/home/ada/projects',
    ]);
  });

  it('makes ~/.agents read-only and hides it with --skills off', () => {
    const on = planMounts({ agent: pi, facts: makeFacts(), options: makeOptions() });
    expect(on.tmpfs.find(({ id }) => id === 'agents')).toMatchObject({ mode: 'ro', target: '/home/ada/.agents' });
    const off = planMounts({ agent: pi, facts: makeFacts(), options: makeOptions({ skills: 'off' }) });
    expect([...off.mounts, ...off.tmpfs].filter(({ target }) => target.includes('.agents'))).toEqual([]);
  });

  it.each(['/home/ada/.agents/skills', '/home/ada/.agents/skills/pdf'])(
    'adds no mount for a workspace in the shared skills: %s',
    (path) => {
      const facts = makeFacts({ workspace: { path } });
      expect(bySource({ agent: codex, facts, options: makeOptions() })).not.toHaveProperty('workspace');
      const readOnly = bySource({ agent: codex, facts, options: makeOptions({ readOnly: true }) });
      expect(readOnly['shared-skills']).toBe('/home/ada/.agents/skills ro');
    },
  );

  it('mounts a worktree’s common directory with its hooks and config read-only', () => {
    const git = {
      kind: 'worktree',
      root: '/home/ada/projects/app',
      commonDir: '/home/ada/main/.git',
      gitDir: '/home/ada/main/.git/worktrees/app',
      guarded: ['config'],
      others: [],
      more: false,
    } as const;
    const planned = planMounts({ agent: codex, facts: makeFacts({ git }), options: makeOptions() });
    expect(planned.mounts.filter(({ kind }) => kind === 'git-worktree').map(({ id, mode }) => [id, mode])).toEqual([
      ['git-dir', 'rw'],
      ['git-config', 'ro'],
    ]);
    expect(planned.notes.join()).toContain('/home/ada/main/.git/hooks');
    expect(planned.tmpfs.map(({ target }) => target)).toContain('/home/ada/main');
  });

  it('says that git does not work in a submodule', () => {
    const git = { kind: 'submodule', root: '/s/m', superproject: '/s', gitDir: '/s/.git/modules/m' } as const;
    const planned = planMounts({ agent: codex, facts: makeFacts({ git }), options: makeOptions() });
    expect(planned.mounts.some(({ kind }) => kind === 'git-worktree')).toBe(false);
    expect(planned.notes).toHaveLength(1);
  });

  it('gives only the launched agent its vendor’s managed directory', () => {
    const facts = makeFacts({ managed: ['/etc/codex', '/etc/claude-code'] });
    const managed = (agent: typeof codex) =>
      planMounts({ agent, facts, options: makeOptions() }).mounts.filter(({ kind }) => kind === 'managed');
    expect(managed(codex).map(({ target, mode }) => [target, mode])).toEqual([['/etc/codex', 'ro']]);
    expect(managed(claude).map(({ target }) => target)).toEqual(['/etc/claude-code']);
    expect(managed(shell)).toEqual([]);
  });

  it('works for root like for anyone', () => {
    const facts = makeFacts({ user: { uid: 0, gid: 0, name: 'root', home: '/root' } });
    const { tmpfs } = planMounts({ agent: codex, facts, options: makeOptions() });
    expect(tmpfs.find(({ id }) => id === 'home')).toMatchObject({
      target: '/root',
      uid: 0,
      gid: 0,
      permissions: '0700',
    });
  });

  // Case 33: names are data, never parsed.
  it.each(['a,source=/evil', 'a:b', 'a"b', 'a\nb', '$(touch x)', '-rf', 'a b', '🚀', "'"])(
    'case 33: keeps %j',
    (name) => {
      const path = `/home/ada/${name}`;
      const { mounts } = planMounts({
        agent: codex,
        facts: makeFacts({ workspace: { path } }),
        options: makeOptions(),
      });
      expect(mounts.find(({ id }) => id === 'workspace')).toMatchObject({ source: path, target: path });
    },
  );
});
