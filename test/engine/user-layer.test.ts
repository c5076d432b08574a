import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { buildContext } from '../../src/images/build-context.ts';
import { imageStatus } from '../../src/images/image-status.ts';
import { imageLabels } from '../../src/images/labels.ts';
import { prunable, pruneImages } from '../../src/images/prune.ts';
import { containerSpec } from '../support/container-spec.ts';
import { makePerson, readText } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { tinyImage } from '../support/tiny-image.ts';

const product = installProduct();
const person = makePerson('user');
/** Makes this run's layer one that no earlier run has built. */
const mark = `${process.pid}-${Date.now()}`;
let engine: Engine;

const command = (...args: string[]) => person.run([process.execPath, product.cli, ...args]);
const config = (text: string) => person.file('.config/sandbox/config.yaml', text, 0o600);
const planned = async (agent: string, ...args: string[]) => {
  const { stdout } = await command('plan', agent, '--json', ...args);
  return JSON.parse(stdout) as { plan: { image: { ref: string } }; digest: string };
};
const layered = (...run: string[]) =>
  config(JSON.stringify({ image: { apt: ['figlet'], run: [`echo ${mark} > /etc/mark`, ...run] } }));
const listed = async () => {
  const { stdout } = await command('image', 'list', '--json');
  return (
    JSON.parse(stdout) as {
      images: {
        ref: string;
        agent: string | null;
        version: string | null;
        status: string;
        reason: string | null;
        inUse: boolean;
        size: number;
        age: number;
      }[];
    }
  ).images;
};

beforeAll(async () => {
  engine = await openEngine({ env: process.env, home: homedir() });
});

afterAll(async () => {
  for (const agent of ['pi', 'shell']) {
    layered();
    await engine.removeImage((await planned(agent)).plan.image.ref).catch(() => undefined);
  }
});

describe('a layer of the user', { timeout: 600_000 }, () => {
  it('is visible in the plan, before anything is built', async () => {
    const before = [await planned('pi'), await planned('shell')];
    layered();
    const after = [await planned('pi'), await planned('shell')];
    expect(after[0]?.plan.image.ref).not.toBe(before[0]?.plan.image.ref);
    expect(after[1]?.plan.image.ref).toMatch(/^sandbox-user:/);
    expect(after[0]?.digest).not.toBe(before[0]?.digest);
  });

  it('is built once, with packages and scripts, and used by all', async () => {
    layered();
    const script = 'figlet ok | wc -l; cat /etc/mark; find / -xdev -perm /6000 ! -type l 2>/dev/null; true';
    const first = await command('launch', 'shell', '--', 'sh', '-c', script);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(new RegExp(`^[1-9]\\d*\n${mark}\n$`)) });
    expect(first.stderr).toMatch(/Building your layer[\s\S]*Built your layer: sandbox-user:[0-9a-f]{16}, \d+ MB/);
    expect(first.stderr).not.toContain('Building base');
    const again = await command('launch', 'shell', '--', 'cat', '/etc/mark');
    expect(again).toMatchObject({ code: 0, stdout: `${mark}\n` });
    expect(again.stderr).not.toContain('Building');
    const agent = await command('image', 'build', 'pi');
    expect(agent.code).toBe(0);
    expect(agent.stderr).toContain('Building pi');
    expect(agent.stderr).not.toContain('Building your layer');
    expect((await command('launch', 'pi', '-q', '--', '--version')).code).toBe(0);
  });

  it('that fails shows its output, starts nothing, and leaves what was there in use', async () => {
    layered();
    const good = await planned('shell');
    layered('echo it broke here; exit 3; echo never');
    const failed = await command('launch', 'shell', '--', 'true');
    expect(failed).toMatchObject({ code: 69, stdout: '' });
    expect(failed.stderr).toMatch(/it broke here[\s\S]*image: apt or run[\s\S]*\[IMAGE_BUILD_FAILED\]/);
    expect(failed.stderr).not.toMatch(/^ *never$/m);
    expect(await engine.inspectImage(good.plan.image.ref)).not.toBeNull();
    expect(await engine.inspectImage((await planned('shell')).plan.image.ref)).toBeNull();
    layered();
    const back = await command('launch', 'shell', '--', 'cat', '/etc/mark');
    expect(back).toMatchObject({ code: 0, stdout: `${mark}\n` });
    expect(back.stderr).not.toContain('Building');
  });

  it('and its agents are current as long as they are configured', async () => {
    layered();
    const refs = [(await planned('pi')).plan.image.ref, (await planned('shell')).plan.image.ref];
    const states = async () => (await listed()).filter(({ ref }) => refs.includes(ref)).map(({ status }) => status);
    expect(await states()).toEqual(['current', 'current']);
    config('');
    expect(await states()).toEqual(['stale', 'stale']);
    const dry = await command('image', 'prune', '--dry-run');
    for (const ref of refs) expect(dry.stdout).toContain(`would remove ${ref}`);
    expect(dry.stdout).not.toMatch(/sandbox-root/);
    for (const ref of refs) expect(await engine.inspectImage(ref)).not.toBeNull();
    config(
      `projects: { ${join(person.home, 'elsewhere')}: ${JSON.stringify({ image: { apt: ['figlet'], run: [`echo ${mark} > /etc/mark`] } })} }`,
    );
    expect(await states()).toEqual(['current', 'current']);
  });

  it('an image of another version is stale, and says which one is pinned', async () => {
    layered();
    const pi = (await planned('pi')).plan.image.ref;
    config(
      `${readText(join(person.home, '.config/sandbox/config.yaml')).slice(0, -1)}, "agents": { "pi": { "version": "0.0.1" } } }`,
    );
    expect((await planned('pi')).plan.image.ref).not.toBe(pi);
    const found = (await listed()).find(({ ref }) => ref === pi);
    expect(found).toMatchObject({ status: 'stale', reason: 'the version is 0.0.1 now', age: expect.any(Number) });
    const other = await planned('pi', '--agent-version', '0.0.2');
    expect(other.plan).toMatchObject({ agentVersion: '0.0.2' });
    config('');
  });

  it('a version that does not exist fails with the reason of npm', async () => {
    config('');
    const { code, stderr } = await command('launch', 'pi', '--agent-version', '0.0.99999', '--', '--version');
    expect(code).toBe(69);
    expect(stderr).toMatch(/0\.0\.99999[\s\S]*\[IMAGE_BUILD_FAILED\]/);
    expect(await command('launch', 'shell', '--agent-version', '1.2.3')).toMatchObject({ code: 64 });
    expect(await command('image', 'build', 'all', '--agent-version', '1.2.3')).toMatchObject({ code: 64 });
  });
});

describe('pruning', () => {
  it('removes by name what nothing uses, and keeps what a container was made from', async () => {
    const base = `sandbox-test-prune-${process.pid}:1`;
    await engine.tagImage(await tinyImage(engine), base.split(':')[0] ?? '', '1');
    const make = async (digest: string) => {
      const id = await engine.buildImage(buildContext({ Dockerfile: `FROM ${base}\nLABEL made=${mark}-${digest}` }), {
        buildArgs: {},
        labels: { [imageLabels.kind]: 'user', [imageLabels.digest]: digest, 'dev.sandbox.test-prune': mark },
        onLine: () => undefined,
      });
      await engine.tagImage(id, 'sandbox-user', digest);
      return `sandbox-user:${digest}`;
    };
    const digests = ['a', 'b', 'c'].map((letter) => `${letter}${mark.replace(/\D/g, '')}`);
    const [unused = '', running = '', wanted = ''] = await Promise.all(digests.map(make));
    const container = await engine.createContainer(
      containerSpec((await engine.inspectImage(running))?.id ?? '', { entrypoint: ['/bin/true'], cmd: [] }),
    );
    try {
      const images = imageStatus({
        images: await engine.listImages(`dev.sandbox.test-prune=${mark}`),
        used: await engine.listUsedImages(),
        wanted: new Set([wanted]),
        versions: new Map(),
        now: Date.now(),
      });
      expect(images.map(({ ref, inUse, status }) => [ref, inUse, status]).sort()).toEqual([
        [unused, false, 'stale'],
        [running, true, 'stale'],
        [wanted, false, 'current'],
      ]);
      const removed = await pruneImages(engine, prunable(images), () => undefined);
      expect(removed.map(({ ref }) => ref)).toEqual([unused]);
      expect(await engine.inspectImage(unused)).toBeNull();
      expect(await engine.inspectImage(running)).not.toBeNull();
    } finally {
      await engine.removeContainer(container);
      for (const ref of [running, wanted, base]) await engine.removeImage(ref).catch(() => undefined);
      rmSync(join(person.home, '.config'), { recursive: true, force: true });
    }
  });
});
