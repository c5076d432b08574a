import { execFileSync } from 'node:child_process';
import { linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeWorld } from '../../support/judge-world.ts';
import type { JudgeCase } from '../../support/judge-world.ts';
import { isRoot, tempWorld } from '../../support/temp-world.ts';
import type { TempWorld } from '../../support/temp-world.ts';

const codes = (world: TempWorld, input: JudgeCase) => judgeWorld(world, input).refusals.map(({ code }) => code);
const first = (world: TempWorld, input: JudgeCase) => judgeWorld(world, input).refusals[0];
const extra = (source: string, mode: 'ro' | 'rw' = 'ro') => ({ mounts: [{ source, target: '/data', mode }] });

describe.skipIf(!isRoot)('a bind mount of a part (cases 4, 12, 13)', () => {
  it.each(['.claude', '.pi', '.ssh', '.local/state/sandbox', '.config/gh'])(
    'of ~/%s under another name: no workspace, no --mount, nor what is in it or holds the name',
    (name) => {
      const world = tempWorld();
      world.directory(`${name}/projects/deep`);
      const alias = world.bind(join(world.home, name, 'projects'), 'elsewhere/alias');
      for (const path of [alias, join(alias, 'deep')]) {
        expect(first(world, { workspace: path })).toMatchObject({
          code: 'SOURCE_PROTECTED',
          message: expect.stringContaining(`lies in ${join(world.home, name)}, which`) as string,
        });
        expect(codes(world, { workspace: world.directory('app'), options: extra(path) })).toEqual(['SOURCE_PROTECTED']);
      }
      // What holds only the mount's point shows nothing of it.
      expect(codes(world, { workspace: join(world.home, 'elsewhere') })).toEqual([]);
    },
  );

  it('of this program’s directory, of a system directory', () => {
    const world = tempWorld();
    const program = world.bind(world.directory(join(world.root, 'program/dist')), 'alias');
    expect(codes(world, { workspace: program })).toEqual(['SOURCE_PROTECTED']);
    const keys = world.bind('/etc/ssh', 'keys');
    expect(codes(world, { workspace: world.directory('app'), options: extra(keys) })).toEqual(['SOURCE_PROTECTED']);
  });

  it('of what lies above, under another name, whose path does not lead over it', () => {
    const world = tempWorld();
    world.directory('vault/inner/ssh');
    world.bind(join(world.home, 'vault/inner/ssh'), '.ssh');
    expect(first(world, { workspace: join(world.home, 'vault') })).toMatchObject({
      code: 'SOURCE_PROTECTED',
      message: expect.stringContaining(`contains ${world.home}/.ssh`) as string,
    });
    expect(codes(world, { workspace: join(world.home, 'vault/inner') })).toEqual(['SOURCE_PROTECTED']);
    expect(codes(world, { workspace: world.directory('other') })).toEqual([]);
  });

  it('case 4: the own config is a part of another agent’s', () => {
    const world = tempWorld();
    world.directory('.claude/projects');
    world.bind(join(world.home, '.claude/projects'), '.codex');
    expect(first(world, { workspace: world.directory('app') })).toMatchObject({
      code: 'SOURCE_PROTECTED',
      message: expect.stringContaining(`lies in ${world.home}/.claude`) as string,
    });
  });

  it('case 11: of what is above $HOME', () => {
    const world = tempWorld();
    world.bind(world.directory(join(world.root, 'disk/homes/ada')), world.home);
    expect(first(world, { workspace: join(world.root, 'disk/homes') })).toMatchObject({
      code: 'WORKSPACE_REFUSED',
      message: expect.stringContaining('contains your home directory') as string,
    });
  });

  it('what is mounted below a protected directory is part of it: its source, and what holds that', () => {
    const world = tempWorld();
    world.directory('disk/claude/inner');
    world.directory('.claude');
    world.bind(join(world.home, 'disk/claude'), '.claude/projects');
    for (const [path, how] of [
      ['disk/claude', 'lies in'],
      ['disk/claude/inner', 'lies in'],
      ['disk', 'shows part of'],
    ] as const) {
      expect(first(world, { workspace: join(world.home, path) }), path).toMatchObject({
        code: 'SOURCE_PROTECTED',
        message: expect.stringContaining(`${how} ${world.home}/.claude`) as string,
      });
    }
  });

  it('what an engine mounts below its own directory is not its own', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    world.bind(workspace, '.local/share/containers/volumes/v/_data');
    expect(codes(world, { workspace })).toEqual([]);
  });
});

describe('a protected path that is not there yet', () => {
  it('cannot be made in the session: its parent is refused when writable', () => {
    const world = tempWorld();
    const workspace = world.directory('.config/x/..').replace(/\/x\/\.\.$/, '');
    expect(first(world, { workspace })).toMatchObject({
      code: 'SOURCE_PROTECTED',
      message: expect.stringMatching(/is where .*\/\.config\/[a-zA-Z-]+ would be made, which/) as string,
    });
    const app = world.directory('app');
    expect(codes(world, { workspace: app, options: extra(world.directory('.m2'), 'rw') })).toEqual([
      'SOURCE_PROTECTED',
    ]);
    expect(codes(world, { workspace: app, options: extra(world.directory('.m2/repository'), 'rw') })).toEqual([]);
    expect(codes(world, { workspace: app, options: extra(join(world.home, '.m2')) })).toEqual([]);
  });

  it.runIf(isRoot)('nor in its parent under another name', () => {
    const world = tempWorld();
    const alias = world.bind(world.directory('.config'), 'alias');
    expect(codes(world, { workspace: alias })).toEqual(['SOURCE_PROTECTED']);
  });
});

describe('case 4: a hard link to a protected file', () => {
  it.each(['.ssh/id_ed25519', '.claude/.credentials.json', '.pi/agent/auth.json', '.npmrc'])(
    'of ~/%s cannot be mounted',
    (name) => {
      const world = tempWorld();
      const file = world.file(name, 'secret');
      const alias = join(world.directory('stuff'), 'x');
      linkSync(file, alias);
      expect(first(world, { workspace: world.directory('app'), options: extra(alias) })).toMatchObject({
        code: 'SOURCE_PROTECTED',
        message: expect.stringContaining(file) as string,
      });
    },
  );

  it('a file with two names elsewhere can', () => {
    const world = tempWorld();
    world.file('.ssh/id_ed25519');
    const file = world.file('stuff/a');
    linkSync(file, join(world.home, 'stuff/b'));
    expect(codes(world, { workspace: world.directory('app'), options: extra(file) })).toEqual([]);
  });
});

describe.skipIf(!isRoot)('sources in each other under other names (I1)', () => {
  it('workspace and --mount, equal, above and below', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    world.directory('app/sub/deep');
    const equal = world.bind(workspace, join(world.root, 'equal'));
    const below = world.bind(join(workspace, 'sub/deep'), join(world.root, 'below'));
    for (const [source, how] of [
      [equal, 'is the same directory as'],
      [below, 'lies in'],
    ] as const) {
      expect(first(world, { workspace, options: extra(source) })).toMatchObject({
        code: 'SOURCE_REFUSED',
        message: `--mount ${source} ${how} the workspace ${workspace}`,
      });
    }
    expect(first(world, { workspace: below, options: extra(join(workspace, 'sub')) })).toMatchObject({
      code: 'SOURCE_REFUSED',
      message: expect.stringContaining('contains the workspace') as string,
    });
    expect(codes(world, { workspace: below, options: extra(world.directory('app/other')) })).toEqual([]);
  });

  it('two --mount, one a part of the other', () => {
    const world = tempWorld();
    const whole = world.directory('data');
    const part = world.bind(world.directory('data/part'), join(world.root, 'part'));
    const mounts = [whole, part].map((source, index) => ({ source, target: `/data${index}`, mode: 'ro' as const }));
    expect(codes(world, { workspace: world.directory('app'), options: { mounts } })).toEqual(['SOURCE_REFUSED']);
  });

  it('the own config and the shared skills', () => {
    const world = tempWorld();
    world.directory('.agents/skills/pdf/scripts');
    world.directory('.codex/sessions');
    for (const path of ['.agents/skills', '.agents/skills/pdf', '.codex', '.codex/sessions']) {
      const alias = world.bind(join(world.home, path), join(world.root, path.replaceAll('/', '-')));
      expect(codes(world, { workspace: alias }), path).toContain('SOURCE_REFUSED');
      expect(codes(world, { workspace: world.directory('app'), options: extra(alias) }), path).toEqual([
        'SOURCE_REFUSED',
      ]);
    }
  });

  it('the own config is a part of the shared skills', () => {
    const world = tempWorld();
    world.directory('.agents/skills/x');
    world.bind(join(world.home, '.agents/skills/x'), '.codex');
    expect(codes(world, { workspace: world.directory('app') })).toContain('SOURCE_REFUSED');
  });

  it('a worktree’s git directory', () => {
    const world = tempWorld();
    const main = world.directory('main');
    const workspace = join(world.home, 'tree');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'safe.directory=*', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: main,
      });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    git('worktree', 'add', '-q', workspace);
    execFileSync('chown', ['-R', '--reference', main, '.', workspace], { cwd: main });
    expect(codes(world, { workspace })).toEqual([]);
    for (const part of ['.git', '.git/objects', '.git/hooks']) {
      const alias = world.bind(join(main, part), join(world.root, part.replaceAll('/', '-')));
      expect(codes(world, { workspace, options: extra(alias) }), part).toContain('SOURCE_REFUSED');
    }
    const above = world.bind(main, join(world.root, 'above'));
    expect(codes(world, { workspace, options: extra(above) })).toContain('SOURCE_REFUSED');
  });
});

describe.skipIf(!isRoot)('live sessions under other names (cases 14, 15)', () => {
  it('a workspace that is a part of a live one, or holds it', () => {
    const world = tempWorld();
    const app = world.directory('app');
    world.directory('app/sub/deep');
    const part = world.bind(join(app, 'sub/deep'), join(world.root, 'part'));
    const nested = first(world, { workspace: part, live: [{ path: app }] });
    expect(nested).toMatchObject({ code: 'WORKSPACE_NESTED', message: expect.stringContaining('lies in') as string });
    const holding = first(world, { workspace: join(app, 'sub'), live: [{ path: part }] });
    expect(holding).toMatchObject({ code: 'WORKSPACE_NESTED', message: expect.stringContaining('contains') as string });
    expect(codes(world, { workspace: part, live: [{ path: app }], options: { allowNested: true } })).toEqual([]);
  });

  it('a --mount that could write above a live workspace; reading, or lying in it, gets a line', () => {
    const world = tempWorld();
    const workspace = world.directory('app');
    const live = [{ path: world.directory('other/sub') }];
    const above = world.bind(join(world.home, 'other'), join(world.root, 'above'));
    expect(codes(world, { workspace, live, options: extra(above, 'rw') })).toEqual(['WORKSPACE_NESTED']);
    const read = judgeWorld(world, { workspace, live, options: extra(above) });
    expect(read.refusals).toEqual([]);
    expect(read.notes.join()).toContain(`--mount ${above} contains ${world.home}/other/sub, the workspace of session`);
    const inside = judgeWorld(world, { workspace, live, options: extra(world.directory('other/sub/in'), 'rw') });
    expect(inside.refusals).toEqual([]);
    expect(inside.notes.join()).toContain('lies in');
  });
});

describe.skipIf(!isRoot)('case 26: mounts below a source', () => {
  const notes = (world: TempWorld, input: JudgeCase) =>
    judgeWorld(world, input).notes.filter((note) => note.startsWith('not visible'));

  it('are named for the workspace, the own config, the shared skills and --mount, one line each', () => {
    const world = tempWorld();
    const data = world.directory('stuff');
    const places = ['app/in', '.codex/in', '.agents/skills/in', 'extra/in'].map((path, index) =>
      world.bind(world.directory(`stuff/${index}`), path),
    );
    expect(data).toContain('stuff');
    const input = { workspace: join(world.home, 'app'), options: extra(join(world.home, 'extra')) };
    expect(notes(world, input).toSorted()).toEqual(
      [
        `not visible in the session, because mounted below --mount ${world.home}/extra: ${places[3]}`,
        `not visible in the session, because mounted below the agent’s configuration ${world.home}/.codex: ${places[1]}`,
        `not visible in the session, because mounted below the shared skills ${world.home}/.agents/skills: ${places[2]}`,
        `not visible in the session, because mounted below the workspace ${world.home}/app: ${places[0]}`,
      ].toSorted(),
    );
  });

  it('five at most, and the number of the others', () => {
    const world = tempWorld();
    const stuff = world.directory('stuff');
    for (let count = 0; count < 7; count += 1) world.bind(stuff, `app/${count}`);
    const [note = ''] = notes(world, { workspace: join(world.home, 'app') });
    expect(note).toMatch(/: .*\/app\/0, .*\/app\/4 and 2 more$/);
    expect(note).not.toContain('/app/5');
  });

  it('nothing is said of a mount that ends at the source, or beside it', () => {
    const world = tempWorld();
    const workspace = world.bind(world.directory('stuff'), 'app');
    world.bind(world.directory('more'), 'app2');
    expect(notes(world, { workspace })).toEqual([]);
  });
});

describe('places that cannot be told', () => {
  it.runIf(isRoot)('a source that was deleted where it came from', () => {
    const world = tempWorld();
    const alias = world.bind(world.directory('gone'), 'alias');
    rmSync(join(world.home, 'gone'), { recursive: true });
    expect(statSync(alias).isDirectory()).toBe(true);
    expect(codes(world, { workspace: alias })).toEqual(['PLACE_UNKNOWN']);
  });

  it('a source, a protected object, a live workspace: refused, once', () => {
    const world = tempWorld();
    const unknown = judgeWorld(world, {
      workspace: world.directory('app'),
      live: [{ path: world.directory('other') }],
      change: (input) => ({
        ...input,
        pins: new Map([...input.pins].map(([id, pin]) => [id, { ...pin, places: null }])),
        live: input.live.map((session) => ({ ...session, places: null })),
      }),
    });
    expect(unknown.refusals).toMatchObject([
      { code: 'PLACE_UNKNOWN', hint: expect.stringContaining('/proc/self/mountinfo') as string },
    ]);
    for (const part of ['live', 'objects'] as const) {
      const { refusals } = judgeWorld(world, {
        workspace: join(world.home, 'app'),
        live: [{ path: join(world.home, 'other') }],
        change: ({ live, protected: guarded, ...input }) => ({
          ...input,
          live: part === 'live' ? live.map((session) => ({ ...session, places: null })) : live,
          protected:
            part === 'objects'
              ? { ...guarded, objects: guarded.objects.map((one) => ({ ...one, places: null })) }
              : guarded,
        }),
      });
      expect(
        refusals.map(({ code }) => code),
        part,
      ).toEqual(['PLACE_UNKNOWN']);
    }
  });
});
