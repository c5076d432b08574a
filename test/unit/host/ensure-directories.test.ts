import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { AppError } from '../../../src/errors.ts';
import { ensureDirectories } from '../../../src/host/ensure-directories.ts';
import { closePins, pinAll } from '../../../src/host/pins.ts';
import type { Approvals } from '../../../src/judge/approvals.ts';
import { buildPlan } from '../../../src/plan/build-plan.ts';
import type { LaunchOptions } from '../../../src/plan/launch-options.ts';
import { makeFacts, makeOptions } from '../../support/facts.ts';
import { runAs } from '../../support/run-as.ts';
import { caller, isRoot, tempWorld } from '../../support/temp-world.ts';
import type { TempWorld } from '../../support/temp-world.ts';

/** The process makes directories as itself, so here the caller is the process. */
const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function prepare(world: TempWorld, options: Partial<LaunchOptions> = {}) {
  const workspace = world.directory('app');
  const facts = makeFacts({
    user: { ...self, home: world.home },
    workspace: { path: workspace },
    dirs: { share: join(world.root, 'share') },
  });
  const all = makeOptions(options);
  const plan = buildPlan({ agent: findAgent(all.agent), options: all, facts, imageRef: 'test', checks: [] });
  return { plan, facts };
}

function ensure(world: TempWorld, options: Partial<LaunchOptions> = {}, approvals: Partial<Approvals> = {}) {
  const { plan, facts } = prepare(world, options);
  return ensureDirectories(plan, facts, { links: [], ancestors: [], ...approvals });
}

function refusal(world: TempWorld, options: Partial<LaunchOptions> = {}): AppError {
  try {
    ensure(world, options);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('ensureDirectories', () => {
  it('case 70: makes what is missing, 0700 and the caller’s, and nothing twice', () => {
    const world = tempWorld();
    const made = ensure(world).map((path) => path.slice(world.home.length + 1));
    expect(made).toEqual([
      '.codex',
      '.codex/packages',
      '.codex/tmp',
      '.codex/shell_snapshots',
      '.codex/app-server-control',
      '.agents',
      '.agents/skills',
    ]);
    for (const path of made) {
      const stat = statSync(join(world.home, path));
      expect([stat.uid, stat.mode & 0o7777]).toEqual([self.uid, 0o700]);
    }
    expect(ensure(world)).toEqual([]);
  });

  it('leaves what exists as it is', () => {
    const world = tempWorld();
    world.file('.codex/config.toml', 'mine');
    execFileSync('chmod', ['755', join(world.home, '.codex')]);
    ensure(world);
    expect(statSync(join(world.home, '.codex')).mode & 0o777).toBe(0o755);
  });

  it('makes nothing for another agent, and no skills with --skills off', () => {
    const world = tempWorld();
    ensure(world, { agent: 'pi', skills: 'off' });
    expect(readdirSync(world.home).sort()).toEqual(['.pi', 'app']);
    expect(lstatSync(join(world.home, '.pi/agent/bin')).isDirectory()).toBe(true);
    expect(ensure(world, { agent: 'shell', skills: 'off' })).toEqual([]);
  });

  it('refuses a link on a mask’s path, even one the user approved', () => {
    const world = tempWorld();
    const victim = world.directory('victim');
    const link = world.link('.codex/packages', victim);
    const { plan, facts } = prepare(world);
    const approvals = { links: [{ path: link, target: victim }], ancestors: [] };
    expect(() => ensureDirectories(plan, facts, approvals)).toThrow(expect.objectContaining({ code: 'SOURCE_LINK' }));
    rmSync(link);
    world.link('.codex/packages', join(victim, 'not-there'));
    expect(refusal(world)).toMatchObject({
      code: 'SOURCE_LINK',
      message: expect.stringContaining('not-there') as string,
    });
    expect(readdirSync(victim)).toEqual([]);
  });

  it('refuses a link in the middle of a mask’s path', () => {
    const world = tempWorld();
    world.link('.pi/agent', world.directory('victim'));
    expect(refusal(world, { agent: 'pi' })).toMatchObject({ code: 'SOURCE_LINK', exitCode: 77 });
    expect(readdirSync(join(world.home, 'victim'))).toEqual([]);
  });

  it('refuses a file where a directory is expected', () => {
    const world = tempWorld();
    world.file('.codex/tmp');
    expect(refusal(world)).toMatchObject({ code: 'NOT_A_DIRECTORY' });
    const other = tempWorld();
    other.file('.agents/skills');
    expect(refusal(other)).toMatchObject({ code: 'SKILLS_REFUSED', exitCode: 77 });
    const third = tempWorld();
    third.file('.agents');
    expect(refusal(third)).toMatchObject({ code: 'SKILLS_REFUSED' });
  });

  it('case 1: refuses shared skills that are a link elsewhere, naming the link and its target', () => {
    const world = tempWorld();
    world.link('.agents/skills', '/etc');
    const error = refusal(world);
    expect(error).toMatchObject({ code: 'SKILLS_REFUSED', exitCode: 77 });
    expect(error.message).toContain(`${world.home}/.agents/skills is a link to /etc`);
  });

  it('case 2: refuses ~/.agents as a link unless exactly this link was approved', () => {
    const world = tempWorld();
    const real = world.directory('dotfiles/agents');
    const link = world.link('.agents', 'dotfiles/agents');
    expect(refusal(world)).toMatchObject({ code: 'SKILLS_REFUSED' });
    ensure(world, {}, { links: [{ path: link, target: 'dotfiles/agents' }] });
    expect(readdirSync(real)).toEqual(['skills']);
    expect(() => ensure(world, {}, { links: [{ path: link, target: 'dotfiles/other' }] })).toThrow(AppError);
  });

  it('follows ~/.agents/skills and the own config into the share', () => {
    const world = tempWorld();
    world.link('.agents/skills', world.directory(join(world.root, 'share/.agents/skills')));
    world.link('.codex', world.directory(join(world.root, 'share/codex')));
    ensure(world);
    expect(readdirSync(join(world.root, 'share/codex')).sort()).toContain('packages');
    const { plan, facts } = prepare(world);
    const pins = pinAll(plan, facts, { links: [], ancestors: [] }, null);
    expect(pins.get('shared-skills')?.resolved).toBe(join(world.root, 'share/.agents/skills'));
    expect(pins.get('mask:packages')?.resolved).toBe(join(world.root, 'share/codex/packages'));
    closePins(pins);
    expect(pins.size).toBe(0);
  });

  it('says that a link into the share dangles, and makes nothing there', () => {
    const world = tempWorld();
    world.directory(join(world.root, 'share'));
    const link = world.link('.agents/skills', join(world.root, 'share/gone'));
    expect(refusal(world)).toMatchObject({
      code: 'SKILLS_REFUSED',
      message: expect.stringContaining(`${link} is a link to`) as string,
    });
    expect(readdirSync(join(world.root, 'share'))).toEqual([]);
  });

  it.skipIf(!isRoot)('works for an ordinary user, and what it makes is that user’s', async () => {
    const world = tempWorld();
    const { plan, facts } = prepare(world);
    const user = { ...facts.user, ...caller };
    const source = `import { ensureDirectories } from '${process.cwd()}/src/host/ensure-directories.ts';
      ensureDirectories(${JSON.stringify(plan)}, ${JSON.stringify({ user, dirs: facts.dirs })}, { links: [], ancestors: [] });`;
    expect(await runAs(source, caller)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(join(world.home, '.codex/packages'))).toMatchObject({ uid: caller.uid, gid: caller.gid });
    execFileSync('chmod', ['555', world.home]);
    rmSync(join(world.home, '.codex'), { recursive: true });
    const failed = await runAs(
      `${source.replace('ensureDirectories({', 'try { ensureDirectories({')} } catch (error) { console.log(error.code, error.message); }`,
      caller,
    );
    expect(failed.stdout).toContain('HOST_WRITE_REFUSED');
  });
});

describe('pinAll', () => {
  it('pins every mount and mask; @session/ is the session’s directory, or is left out', () => {
    const world = tempWorld();
    ensure(world);
    const session = world.directory('session');
    world.file('session/passwd');
    world.file('session/group');
    world.directory('session/run');
    const { plan, facts } = prepare(world);
    const none = { links: [], ancestors: [] };
    const all = pinAll(plan, facts, none, session);
    const ids = [...plan.mounts, ...plan.tmpfs.filter(({ below }) => below !== null)].map(({ id }) => id);
    expect([...all.keys()].sort()).toEqual(ids.sort());
    expect(all.get('passwd')?.resolved).toBe(join(session, 'passwd'));
    closePins(all);
    const early = pinAll(plan, facts, none, null);
    expect([...early.keys()].filter((id) => ['passwd', 'group', 'session'].includes(id))).toEqual([]);
    closePins(early);
  });

  it('closes everything when one source cannot be pinned', () => {
    const world = tempWorld();
    const { plan, facts } = prepare(world);
    const before = readdirSync('/proc/self/fd').length;
    expect(() => pinAll(plan, facts, { links: [], ancestors: [] }, null)).toThrow(AppError);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });
});
