import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../../src/agents/index.ts';
import { protectedPaths } from '../../../src/judge/protected-paths.ts';
import { makeFacts } from '../../support/facts.ts';
import { judgeWorld } from '../../support/judge-world.ts';
import type { JudgeCase } from '../../support/judge-world.ts';
import { caller, isRoot, tempWorld } from '../../support/temp-world.ts';
import type { TempWorld } from '../../support/temp-world.ts';

const codes = (world: TempWorld, input: JudgeCase) => judgeWorld(world, input).refusals.map(({ code }) => code);
const first = (world: TempWorld, input: JudgeCase) => judgeWorld(world, input).refusals[0];

describe('an ordinary project', () => {
  it('is accepted without a word', () => {
    const world = tempWorld();
    world.directory('.ssh');
    world.directory('.claude');
    expect(judgeWorld(world, { workspace: world.directory('projects/app') })).toMatchObject({ refusals: [] });
  });

  it.each(agents.map(({ name }) => name))('is accepted for %s', (agent) => {
    const world = tempWorld();
    expect(codes(world, { workspace: world.directory('app'), options: { agent } })).toEqual([]);
  });

  it('case 68: is accepted with other files in ~/.agents', () => {
    const world = tempWorld();
    world.file('.agents/.skill-lock.json', '{}');
    expect(codes(world, { workspace: world.directory('app') })).toEqual([]);
  });
});

describe('links in sources (cases 1 to 3)', () => {
  it('case 1: ~/.agents/skills → /etc', () => {
    const world = tempWorld();
    world.directory('.agents');
    symlinkSync('/etc', join(world.home, '.agents/skills'));
    const workspace = world.directory('app');
    expect(() => judgeWorld(world, { workspace })).toThrow(expect.objectContaining({ code: 'SKILLS_REFUSED' }));
  });

  it('case 2: ~/.agents is a link', () => {
    const world = tempWorld();
    world.directory('dotfiles/skills');
    const link = world.link('.agents', 'dotfiles');
    const workspace = world.directory('app');
    expect(() => judgeWorld(world, { workspace })).toThrow(expect.objectContaining({ code: 'SKILLS_REFUSED' }));
    const approvals = { links: [{ path: link, target: 'dotfiles' }] };
    expect(codes(world, { workspace, approvals })).toEqual([]);
  });

  it('case 3: ~/.codex → ~/.claude, even when that link was approved', () => {
    const world = tempWorld();
    world.directory('.claude');
    const link = world.link('.codex', '.claude');
    const workspace = world.directory('app');
    expect(() => judgeWorld(world, { workspace })).toThrow(expect.objectContaining({ code: 'SOURCE_LINK' }));
    expect(first(world, { workspace, approvals: { links: [{ path: link, target: '.claude' }] } })).toMatchObject({
      code: 'SOURCE_PROTECTED',
      message: expect.stringContaining(`is the same directory as ${world.home}/.claude, which is Claude`) as string,
    });
  });

  it('case 3: and the other way round, the protected directory being the link', () => {
    const world = tempWorld();
    world.directory('.codex');
    world.link('.claude', '.codex');
    expect(first(world, { workspace: world.directory('app') })).toMatchObject({ code: 'SOURCE_PROTECTED' });
  });
});

describe.skipIf(!isRoot)('bind mounts of one directory in two places', () => {
  it('case 4: ~/.codex is ~/.claude', () => {
    const world = tempWorld();
    world.bind(world.directory('.claude'), '.codex');
    expect(first(world, { workspace: world.directory('app') })).toMatchObject({ code: 'SOURCE_PROTECTED' });
  });

  it('cases 12, 16: a workspace that is or holds ~/.ssh, or lies in it, under another name', () => {
    const world = tempWorld();
    world.directory('.ssh/inner');
    const alias = world.bind(join(world.home, '.ssh'), join(world.root, 'alias'));
    for (const workspace of [alias, join(alias, 'inner')])
      expect(first(world, { workspace })).toMatchObject({ code: 'SOURCE_PROTECTED' });
    world.directory('stuff/keys');
    world.link('.gnupg', 'stuff/keys');
    expect(first(world, { workspace: world.bind(join(world.home, 'stuff'), join(world.root, 'other')) })).toMatchObject(
      {
        code: 'SOURCE_PROTECTED',
        message: expect.stringContaining('contains') as string,
      },
    );
  });

  it('case 11: a workspace that is $HOME under another name', () => {
    const world = tempWorld();
    const alias = world.bind(world.home, join(world.root, 'alias'));
    expect(first(world, { workspace: alias })).toMatchObject({
      code: 'WORKSPACE_REFUSED',
      message: expect.stringContaining('is your home directory') as string,
    });
    const below = world.bind(world.root, join(world.root, 'below'));
    expect(first(world, { workspace: below })).toMatchObject({ code: 'WORKSPACE_REFUSED' });
  });

  it('case 16: two live sessions in one workspace with two names know each other', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    const alias = world.bind(workspace, join(world.root, 'alias'));
    const { refusals, notes } = judgeWorld(world, { workspace: alias, live: [{ path: workspace }] });
    expect(refusals).toEqual([]);
    expect(notes.join()).toContain('session abcd1234 (claude)');
    expect(codes(world, { workspace: alias, live: [{ path: world.directory('app/sub') }] })).toEqual([
      'WORKSPACE_NESTED',
    ]);
  });
});

describe('protected directories (cases 12, 13)', () => {
  const inHome = protectedPaths(makeFacts(), agents, 'codex')
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/home/ada/'))
    .map((path) => path.slice('/home/ada/'.length));

  it('are known by name', () => {
    for (const name of [
      '.ssh',
      '.gnupg',
      '.aws',
      '.azure',
      '.kube',
      '.docker',
      '.config/gh',
      '.config/glab-cli',
      '.config/gcloud',
      '.password-store',
      '.local/share/keyrings',
      '.mozilla',
      '.claude',
      '.claude.json',
      '.pi',
      '.local/state/sandbox',
    ])
      expect(inHome).toContain(name);
    expect(inHome).not.toContain('.codex');
    expect(protectedPaths(makeFacts(), agents, 'shell').map(({ path }) => path)).toContain('/home/ada/.codex');
  });

  it.each(inHome)('~/%s cannot be a workspace, nor what is in it, nor be mounted', (name) => {
    const world = tempWorld();
    const path = world.directory(name);
    expect(codes(world, { workspace: path })[0]).toBe('SOURCE_PROTECTED');
    expect(codes(world, { workspace: world.directory(`${name}/x`) })[0]).toBe('SOURCE_PROTECTED');
    const mounts = [{ source: path, target: '/data', mode: 'ro' as const }];
    expect(codes(world, { workspace: world.directory('app'), options: { mounts } })).toEqual(['SOURCE_PROTECTED']);
  });

  it.each(['.config', '.local', '.local/share', '.local/state'])('case 12: ~/%s contains some', (name) => {
    const world = tempWorld();
    world.directory('.config/gh');
    world.directory('.local/share/keyrings');
    world.directory('.local/state/sandbox');
    expect(codes(world, { workspace: join(world.home, name) })[0]).toBe('SOURCE_PROTECTED');
  });

  it('do not reach beyond themselves: ~/.config/app is fine', () => {
    const world = tempWorld();
    world.directory('.config/gh');
    expect(codes(world, { workspace: world.directory('.config/app') })).toEqual([]);
  });

  it('are protected where they lie and where they lead', () => {
    const world = tempWorld();
    const keys = world.directory('vault/keys');
    world.link('.ssh', keys);
    expect(codes(world, { workspace: keys })).toEqual(['SOURCE_PROTECTED']);
    expect(codes(world, { workspace: join(world.home, 'vault') })).toEqual(['SOURCE_PROTECTED']);
    world.directory('.config');
    world.link('.config/gh', '/etc');
    expect(codes(world, { workspace: join(world.home, '.config') })).toEqual(['SOURCE_PROTECTED']);
  });

  it('include this program and the machine’s own', () => {
    const world = tempWorld();
    expect(codes(world, { workspace: world.directory(join(world.root, 'program/x')) })).toEqual(['SOURCE_PROTECTED']);
    const mount = (source: string) => {
      const mounts = [{ source, target: '/data', mode: 'ro' as const }];
      return codes(world, { workspace: world.directory('app'), options: { mounts } })[0];
    };
    expect(mount('/proc')).toBe('SOURCE_PROTECTED');
    expect(mount('/sys')).toBe('SOURCE_PROTECTED');
    expect(mount('/dev')).toBe('SOURCE_PROTECTED');
    expect(mount('/etc')).toBe('SOURCE_PROTECTED');
    expect(mount('/')).toBe('SOURCE_REFUSED');
  });
});

describe('sources in each other (I1)', () => {
  it('case 13: a workspace in, at or above the own config', () => {
    const world = tempWorld();
    for (const path of ['.codex', '.codex/sessions'])
      expect(codes(world, { workspace: world.directory(path) })).toContain('SOURCE_REFUSED');
  });

  it('case 13: ~/.agents refuses; the shared skills and what is in them start there', () => {
    const world = tempWorld();
    expect(codes(world, { workspace: world.directory('.agents') })).toEqual(['TARGET_REFUSED', 'SOURCE_REFUSED']);
    for (const path of ['.agents/skills', '.agents/skills/pdf']) {
      expect(codes(world, { workspace: world.directory(path) })).toEqual([]);
      expect(codes(world, { workspace: world.directory(path), options: { skills: 'off' } })).toEqual([
        'WORKSPACE_REFUSED',
      ]);
    }
  });

  it('a directory mounted twice, or in another', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    world.directory('app/sub');
    const mount = (source: string) =>
      codes(world, { workspace, options: { mounts: [{ source, target: '/data', mode: 'ro' }] } });
    expect(mount(workspace)).toEqual(['SOURCE_REFUSED']);
    expect(mount(join(workspace, 'sub'))).toEqual(['SOURCE_REFUSED']);
    expect(mount(world.directory('other'))).toEqual([]);
  });
});

describe.skipIf(!isRoot)('owners', () => {
  it.each(['.codex', '.agents/skills'])('~/%s must be the caller’s', (path) => {
    const world = tempWorld();
    execFileSync('chown', ['4321', world.directory(path)]);
    expect(codes(world, { workspace: world.directory('app') })).toContain('SOURCE_OWNER');
  });

  it('so must every directory down to a mask', () => {
    const world = tempWorld();
    execFileSync('chown', ['0', world.directory('.pi/agent/bin')]);
    expect(first(world, { workspace: world.directory('app'), options: { agent: 'pi' } })).toMatchObject({
      code: 'SOURCE_OWNER',
      message: expect.stringContaining('.pi/agent/bin') as string,
    });
  });

  it('a workspace of another owner gets one line, or is refused when it cannot be used', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    execFileSync('chown', [`4321:${caller.gid}`, workspace]);
    execFileSync('chmod', ['770', workspace]);
    const { refusals, notes } = judgeWorld(world, { workspace });
    expect(refusals).toEqual([]);
    expect(notes).toContain('The workspace belongs to user 4321, not to you.');
    execFileSync('chmod', ['750', workspace]);
    expect(codes(world, { workspace })).toEqual(['WORKSPACE_ACCESS']);
    expect(codes(world, { workspace, options: { readOnly: true } })).toEqual([]);
    execFileSync('chmod', ['700', workspace]);
    expect(codes(world, { workspace, options: { readOnly: true } })).toEqual(['WORKSPACE_ACCESS']);
  });

  it('a supplementary group counts when the session gets it', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    execFileSync('chown', ['4321:2000', workspace]);
    execFileSync('chmod', ['2770', workspace]);
    expect(codes(world, { workspace })).toEqual(['WORKSPACE_ACCESS']);
    expect(codes(world, { workspace, user: { groups: [2000] } })).toEqual([]);
  });

  it('the first class that fits decides, even when it gives less', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    execFileSync('chmod', ['077', workspace]);
    expect(codes(world, { workspace })).toEqual(['WORKSPACE_ACCESS']);
  });

  it('root has no more than its bits: the session has no capabilities', () => {
    const world = tempWorld();
    const root = { uid: 0, gid: 0, name: 'root' };
    const workspace = world.directory('app');
    execFileSync('chmod', ['755', workspace]);
    expect(codes(world, { workspace, user: root })).toContain('WORKSPACE_ACCESS');
  });
});

describe.skipIf(!isRoot)('directories above a source (case 17)', () => {
  const chmod = (mode: string, path: string) => execFileSync('chmod', [mode, path]);

  it('writable by everyone or by a foreign group: refused, naming it', () => {
    const world = tempWorld();
    const workspace = world.directory('open/app');
    const open = join(world.home, 'open');
    chmod('777', open);
    expect(first(world, { workspace })).toMatchObject({
      code: 'ANCESTOR_WRITABLE',
      message: expect.stringContaining(
        `${open}, above the workspace ${workspace}, can be written by everyone`,
      ) as string,
      hint: expect.stringContaining(`chmod go-w ${open}`) as string,
    });
    chmod('775', open);
    execFileSync('chgrp', ['4321', open]);
    expect(first(world, { workspace })).toMatchObject({ message: expect.stringContaining('by group 4321') as string });
    expect(codes(world, { workspace, approvals: { ancestors: [open] } })).toEqual([]);
  });

  it('writable by the caller’s own primary group or root’s: fine', () => {
    const world = tempWorld();
    const workspace = world.directory('open/app');
    chmod('775', join(world.home, 'open'));
    expect(codes(world, { workspace })).toEqual([]);
    execFileSync('chgrp', ['0', join(world.home, 'open')]);
    expect(codes(world, { workspace })).toEqual([]);
  });

  it('owned by a third user: refused even when only that user can write', () => {
    const world = tempWorld();
    const workspace = world.directory('theirs/app');
    execFileSync('chown', ['4321', join(world.home, 'theirs')]);
    expect(codes(world, { workspace })).toEqual(['ANCESTOR_WRITABLE']);
    chmod('1777', join(world.home, 'theirs'));
    expect(codes(world, { workspace })).toEqual(['ANCESTOR_WRITABLE']);
  });

  it('case 18: sticky: one line', () => {
    const world = tempWorld();
    const { refusals, notes } = judgeWorld(world, { workspace: world.directory('app') });
    expect(refusals).toEqual([]);
    expect(notes).toEqual(['The workspace lies in /var/tmp, where everyone can put files.']);
  });

  it('the share’s mount point: one line; what is in it: refused', () => {
    const world = tempWorld();
    const share = world.directory(join(world.root, 'share'));
    world.link('.agents/skills', world.directory(join(share, '.agents/skills')));
    chmod('777', share);
    const input = { workspace: world.directory('app') };
    expect(judgeWorld(world, input).refusals).toEqual([]);
    expect(judgeWorld(world, input).notes.join()).toContain(`The share ${share} can be written by everyone`);
    chmod('777', join(share, '.agents'));
    expect(codes(world, input)).toEqual(['ANCESTOR_WRITABLE']);
  });

  it('are judged for the skills and the config too, once each', () => {
    const world = tempWorld();
    world.directory('.agents/skills');
    chmod('777', join(world.home, '.agents'));
    chmod('777', world.home);
    expect(codes(world, { workspace: world.directory('app') })).toEqual(['ANCESTOR_WRITABLE', 'ANCESTOR_WRITABLE']);
  });
});

describe('live sessions (cases 14, 15)', () => {
  it('below or above a live workspace: refused unless --allow-nested', () => {
    const world = tempWorld();
    const outer = world.directory('app');
    const inner = world.directory('app/sub');
    for (const [workspace, path, how] of [
      [inner, outer, 'lies in'],
      [outer, inner, 'contains'],
    ] as const) {
      const refused = first(world, { workspace, live: [{ path }] });
      expect(refused).toMatchObject({
        code: 'WORKSPACE_NESTED',
        hint: expect.stringContaining('--allow-nested') as string,
      });
      expect(refused?.message).toContain(`${how} ${path}, the workspace of session abcd1234 (claude)`);
      const allowed = judgeWorld(world, { workspace, live: [{ path }], options: { allowNested: true } });
      expect(allowed.refusals).toEqual([]);
      expect(allowed.notes.join()).toContain(how);
    }
  });

  it('the same workspace: a line that says who is there; another: nothing', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    world.directory('other');
    expect(judgeWorld(world, { workspace, live: [{ path: workspace, agent: 'pi', session: 'x' }] })).toMatchObject({
      refusals: [],
      notes: expect.arrayContaining(['In this workspace there is also session x (pi).']) as string[],
    });
    expect(judgeWorld(world, { workspace, live: [{ path: join(world.home, 'other') }] }).notes.join()).not.toContain(
      'session',
    );
  });
});
