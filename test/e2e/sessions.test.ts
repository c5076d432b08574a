import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../src/engine/open.ts';
import { formatLabels } from '../../src/session/labels.ts';
import type { SessionLabels } from '../../src/session/labels.ts';
import { currentOwner } from '../../src/state/owner.ts';
import { leftovers } from '../support/engine.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { finish, makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { tinyImage } from '../support/tiny-image.ts';

const docker = new Docker();
const product = installProduct();
const sessionsOf = (person: Person): string => join(person.home, '.local/state/sandbox/sessions');
const sandbox = (person: Person, ...args: string[]) => person.run([process.execPath, product.cli, ...args]);

/** A session of the person's that has said `ready` and goes on until its input ends. */
async function live(person: Person, text = 'echo ready; cat') {
  const child = person.start([
    ...[process.execPath, product.cli, 'launch', 'shell', '-q', '--network', 'none', '--', 'sh', '-c', text],
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const result = finish(child, undefined, true);
  await Promise.race([new Promise((resolve) => child.stdout?.once('data', resolve)), result]);
  const label = [`dev.sandbox.session.workspace=${person.project}`];
  const [found] = await docker.listContainers({ filters: { label } });
  if (found === undefined) throw new Error(`no session: ${(await result).stderr}`);
  return { child, result, id: found.Labels['dev.sandbox.session'] ?? '', end: () => child.stdin?.end() };
}

interface Listed {
  readonly id: string;
  readonly [field: string]: unknown;
}

async function listed(person: Person): Promise<readonly Listed[]> {
  const { stdout } = await sandbox(person, 'ps', '--json');
  return (JSON.parse(stdout) as { sessions: readonly Listed[] }).sessions;
}

describe.each([makePerson('root'), makePerson('user')])('sessions of $label', (person) => {
  it('ps shows one that runs, and not when it has ended', async () => {
    const { id, result, end, child } = await live(person);
    expect((await listed(person)).find((session) => session.id === id)).toMatchObject({
      agent: 'shell',
      workspace: person.project,
      state: 'running',
      detached: false,
      tty: false,
      publish: [],
      disagreement: null,
      digest: expect.stringMatching(/[0-9a-f]{32}/),
      ...(person.label === 'root' ? { pid: child.pid } : {}),
    });
    const { stdout } = await sandbox(person, 'ps');
    expect(stdout).toMatch(
      new RegExp(`^${id} +shell +running +\\d+ s +attached, none +- +[0-9a-f]{12} +${person.project}$`, 'm'),
    );
    end();
    expect((await result).code).toBe(0);
    expect((await listed(person)).some((session) => session.id === id)).toBe(false);
  });

  it('stop ends one by the beginning of its name, and everything of it is gone then', async () => {
    const { id, result } = await live(person, 'trap "echo bye; exit 5" TERM; echo ready; while :; do sleep 0.1; done');
    const stopped = await sandbox(person, 'stop', id.slice(0, 8));
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    expect([stopped.code, stopped.stderr]).toEqual([0, `sandbox: session ${id} has ended; nothing of it is left\n`]);
    expect(await result).toMatchObject({ code: 5, stdout: 'ready\nbye\n' });
  });

  it('stop ends one that ignores TERM', async () => {
    const { id, result } = await live(person, 'trap "" TERM; echo ready; while :; do sleep 0.1; done');
    const from = Date.now();
    expect((await sandbox(person, 'stop', id)).code).toBe(0);
    expect(Date.now() - from).toBeGreaterThan(9_000);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    expect((await result).code).toBe(137);
  });

  it('stop cancels one that is only starting', async () => {
    const launch = new HookedLaunch(product, person, ['after-pin'], ['launch', 'shell', '--', 'touch', 'ran']);
    await launch.reached('after-pin');
    const [id = ''] = readdirSync(sessionsOf(person));
    expect((await listed(person)).find((session) => session.id === id)).toMatchObject({ state: 'starting' });
    const stopped = sandbox(person, 'stop', id);
    await sleep(500);
    launch.goOn('after-pin');
    expect((await stopped).code).toBe(0);
    expect((await launch.result).code).toBe(143);
    expect(readdirSync(person.project)).toEqual([]);
  });

  it('stop ends the real one of two containers with its labels, and leaves the other alone', async () => {
    const { id, result } = await live(person);
    const [real] = await docker.listContainers({ filters: { label: [`dev.sandbox.session=${id}`] } });
    const copy = await docker.createContainer({
      Image: await tinyImage(await openEngine({ env: process.env, home: '/root' })),
      Cmd: ['sleep', '60'],
      Labels: { ...real?.Labels, 'dev.sandbox.session.plan': 'another' },
      HostConfig: { NetworkMode: 'none' },
    });
    onTestFinished(() => copy.remove({ force: true }));
    await copy.start();
    expect(await sandbox(person, 'stop', id)).toMatchObject({ code: 0 });
    await result;
    expect((await copy.inspect()).State.Running).toBe(true);
  });

  it('a name that is none', async () => {
    const { code, stderr } = await sandbox(person, 'stop', '../x');
    expect([code, stderr]).toEqual([64, expect.stringContaining('[SESSION_UNKNOWN]')]);
  });

  it('prune removes what a killed launcher left, and --dry-run only says so', async () => {
    const launch = new HookedLaunch(product, person, ['after-ready'], ['launch', 'shell', '--', 'sleep', '60']);
    await launch.reached('after-ready');
    process.kill(launch.child.pid ?? 0, 'SIGKILL');
    await launch.result;
    const [id = ''] = readdirSync(sessionsOf(person));
    expect((await listed(person)).find((session) => session.id === id)).toMatchObject({ state: 'abandoned' });
    const before = await leftovers(person);
    const dry = await sandbox(person, 'prune', '--dry-run');
    expect(dry.stdout).toContain(`would remove the container of session ${id}  ${person.project}\n`);
    expect(dry.stdout).toContain(`would remove the directory of session ${id}  ${person.project}\n`);
    expect((await leftovers(person)).sessions).toEqual(before.sessions);
    expect((await leftovers(person)).containers).toHaveLength(1);
    const { stdout, code } = await sandbox(person, 'prune', '--json');
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { pruned: unknown }).pruned).toEqual(
      expect.arrayContaining([
        { kind: 'container', session: id, workspace: person.project },
        { kind: 'directory', session: id, workspace: person.project },
      ]),
    );
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    expect((await sandbox(person, 'prune')).stdout).not.toContain(id);
  });

  it('stop removes one whose launcher was killed', async () => {
    const launch = new HookedLaunch(product, person, ['after-ready'], ['launch', 'shell', '--', 'sleep', '60']);
    await launch.reached('after-ready');
    process.kill(launch.child.pid ?? 0, 'SIGKILL');
    await launch.result;
    const [id = ''] = readdirSync(sessionsOf(person));
    expect((await sandbox(person, 'stop', id)).code).toBe(0);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('a journal that says otherwise than the labels is shown, and stop refuses', async () => {
    const { id, result, end } = await live(person);
    const path = join(sessionsOf(person), id, 'session.json');
    const record = readFileSync(path, 'utf8');
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(record) as object), digest: 'another' }));
    const { stdout } = await sandbox(person, 'ps');
    expect(stdout).toContain(`${person.project}  (the journal names another plan)`);
    const stopped = await sandbox(person, 'stop', id);
    expect([stopped.code, stopped.stderr]).toEqual([77, expect.stringContaining('[SESSION_UNVERIFIED]')]);
    writeFileSync(path, record);
    end();
    expect((await result).code).toBe(0);
  });

  it('prune forgets sessions that ended a week ago, and no younger ones', async () => {
    const directory = join(person.home, '.local/state/sandbox/ended');
    const day = 86_400_000;
    for (const [id, days] of [
      ['aaaaaaaaaaaa', 8],
      ['bbbbbbbbbbbb', 6],
    ] as const) {
      const ended = new Date(Date.now() - days * day).toISOString();
      const record = {
        ...{ version: 1, id, agent: 'shell', workspace: '/w', digest: 'd', tty: true, created: ended, ended },
        ...{ code: 3, signal: null, reason: 'agent', error: null, messages: [] },
      };
      person.file(join(directory, `${id}.json`), JSON.stringify(record), 0o600);
      person.file(join(directory, `${id}.log`), 'words', 0o600);
    }
    expect((await sandbox(person, 'ps', '--all')).stdout).toMatch(/^aaaaaaaaaaaa +shell +ended \(3\) +8 d +detached/m);
    expect((await sandbox(person, 'prune')).stdout).toContain('removed what was kept of session aaaaaaaaaaaa  /w\n');
    expect(readdirSync(directory)).toEqual(['bbbbbbbbbbbb.json', 'bbbbbbbbbbbb.log']);
  });
});

describe('containers that are not this user’s sessions on this machine', () => {
  const person = makePerson('user');
  const owner = currentOwner();
  const gone = { ...owner, start: '1' };
  const ours: SessionLabels = {
    session: 'ffffffffffff',
    agent: 'shell',
    digest: 'd',
    uid: person.uid,
    owner: gone,
    detached: false,
    tty: false,
    workspace: { path: '/w', dev: 1n, ino: 2n },
    config: null,
  };

  it.each([
    ['another user’s', formatLabels({ ...ours, uid: 4242 })],
    ['another machine’s', formatLabels({ ...ours, owner: { ...gone, hostId: '0123456789abcdef' } })],
    ['one without labels', {}],
    ['one with a name that is none', formatLabels({ ...ours, session: '../../../etc' })],
    ['one with half of the labels', { 'dev.sandbox.session': 'ffffffffffff' }],
  ])('%s: never shown, stopped or removed', async (_, labels) => {
    const engine = await openEngine({ env: process.env, home: '/root' });
    const container = await docker.createContainer({
      Image: await tinyImage(engine),
      Cmd: ['sleep', '60'],
      Labels: labels,
      HostConfig: { NetworkMode: 'none' },
    });
    onTestFinished(() => container.remove({ force: true }));
    await container.start();
    expect((await listed(person)).map(({ id }) => id)).not.toContain('ffffffffffff');
    expect((await sandbox(person, 'stop', 'ffffffffffff')).code).toBe(64);
    expect((await sandbox(person, 'prune')).stdout).not.toContain('ffffffffffff');
    expect((await sandbox(person, 'launch', 'shell', '-q', '--network', 'none', '--', 'true')).code).toBe(0);
    expect((await container.inspect()).State.Running).toBe(true);
  });
});
