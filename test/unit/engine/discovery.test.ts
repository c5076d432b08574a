import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { discover, type DiscoverySeams } from '../../../src/engine/docker/discovery/discover.ts';
import { context } from '../../../src/engine/docker/discovery/context.ts';
import { dockerHost } from '../../../src/engine/docker/discovery/docker-host.ts';
import { explicit } from '../../../src/engine/docker/discovery/explicit.ts';
import { podmanSocket } from '../../../src/engine/docker/discovery/podman-socket.ts';
import { rootlessSocket } from '../../../src/engine/docker/discovery/rootless-socket.ts';
import type { Strategy } from '../../../src/engine/docker/discovery/strategy.ts';
import { ping } from '../../../src/engine/docker/ping.ts';
import { FakeDaemon } from '../../support/fake-daemon.ts';

let dir: string;
let daemon: FakeDaemon;
const servers: Server[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sandbox-discovery-'));
  daemon = await FakeDaemon.start();
});

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await daemon.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The machine's own default socket plays no part; nothing is installed unless a test says so. */
const at =
  (socketPath: string): Strategy =>
  async () => [{ origin: 'the default socket', socketPath, decisive: false }];
const seams = (...fallbacks: Strategy[]): DiscoverySeams => ({
  strategies: [explicit, dockerHost, context, ...fallbacks],
  installed: async () => [],
});
const find = (env: Record<string, string>, used = seams(at(join(dir, 'none.sock'))), endpoint: string | null = null) =>
  discover({ env, home: dir, endpoint }, used);

function writeContext(name: string, host: string): void {
  const digest = createHash('sha256').update(name).digest('hex');
  const meta = join(dir, '.docker/contexts/meta', digest);
  mkdirSync(meta, { recursive: true });
  writeFileSync(join(meta, 'meta.json'), JSON.stringify({ Name: name, Endpoints: { docker: { Host: host } } }));
}

describe('order', () => {
  test('the endpoint named, before DOCKER_HOST, before the context, before the default', async () => {
    const there = `unix://${daemon.socketPath}`;
    writeContext('mine', there);
    writeFileSync(join(dir, '.docker/config.json'), '{"currentContext":"mine"}');
    const bad = { DOCKER_HOST: 'unix:///nonexistent/x.sock' };
    expect((await find(bad, seams(), there)).endpoint).toBe(there);
    await expect(find(bad)).rejects.toMatchObject({ code: 'ENGINE_NOT_RUNNING' });
    expect((await find({ DOCKER_HOST: '' })).endpoint).toBe(there);
    expect((await find({ DOCKER_CONTEXT: 'default' }, seams(at(daemon.socketPath)))).apiVersion).toBe('1.41');
    writeFileSync(join(dir, '.docker/config.json'), '{"currentContext":"other"}');
    expect((await find({ DOCKER_CONTEXT: 'mine' })).endpoint).toBe(there);
  });

  test('a default that does not work gives way to the next one', async () => {
    expect((await find({}, seams(at(join(dir, 'none.sock')), at(daemon.socketPath)))).socketPath).toBe(
      daemon.socketPath,
    );
  });

  test('rootless: Docker, then Podman, below XDG_RUNTIME_DIR', async () => {
    const paths = async (env: Record<string, string>): Promise<readonly string[]> =>
      [rootlessSocket, podmanSocket].reduce<Promise<readonly string[]>>(async (before, strategy) => {
        const found = await strategy({ env, home: dir, endpoint: null });
        return [...(await before), ...found.map(({ socketPath }) => socketPath)];
      }, Promise.resolve([]));
    expect(await paths({ XDG_RUNTIME_DIR: '/run/user/7' })).toEqual([
      '/run/user/7/docker.sock',
      '/run/user/7/podman/podman.sock',
      '/run/podman/podman.sock',
    ]);
    expect(await paths({})).toEqual(['/run/podman/podman.sock']);
    expect(await paths({ XDG_RUNTIME_DIR: 'relative' })).toEqual(['/run/podman/podman.sock']);
  });

  test('DOCKER_CONFIG moves the context’s files; broken ones mean no context', async () => {
    mkdirSync(join(dir, 'elsewhere'));
    writeFileSync(join(dir, 'elsewhere/config.json'), '{ broken');
    const found = await find({ DOCKER_CONFIG: join(dir, 'elsewhere') }, seams(at(daemon.socketPath)));
    expect(found.socketPath).toBe(daemon.socketPath);
  });
});

describe('failures are told apart', () => {
  test.each([
    ['ssh://user:hunter2@host', 'ENGINE_REMOTE'],
    ['tcp://10.0.0.1:2375', 'ENGINE_REMOTE'],
    ['host:2375', 'ENGINE_REMOTE'],
    ['https://host', 'ENGINE_REMOTE'],
    ['npipe:////./pipe/docker', 'ENGINE_UNREACHABLE'],
    ['/var/run/docker.sock', 'ENGINE_UNREACHABLE'],
    ['unix://relative', 'ENGINE_UNREACHABLE'],
  ])('DOCKER_HOST=%s', async (value, code) => {
    const error = await find({ DOCKER_HOST: value }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('hunter2');
  });

  test('a remote context', async () => {
    writeContext('far', 'ssh://someone@else');
    await expect(find({ DOCKER_CONTEXT: 'far' })).rejects.toMatchObject({ code: 'ENGINE_REMOTE' });
  });

  test('a context that does not exist', async () => {
    await expect(find({ DOCKER_CONTEXT: 'gone' })).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  });

  test('not installed, or installed and not running', async () => {
    await expect(find({})).rejects.toMatchObject({ code: 'ENGINE_NOT_INSTALLED' });
    const installed = { ...seams(at(join(dir, 'none.sock'))), installed: async () => ['dockerd'] };
    await expect(find({}, installed)).rejects.toMatchObject({ code: 'ENGINE_NOT_RUNNING' });
  });

  test('a socket nobody listens on', async () => {
    const path = join(dir, 'dead.sock');
    writeFileSync(path, '');
    await expect(find({}, seams(at(path)))).rejects.toMatchObject({ code: 'ENGINE_NOT_RUNNING' });
  });

  test('no permission says which group', async () => {
    const denied = Object.assign(new Error('connect EACCES'), { code: 'EACCES' });
    const used = { ...seams(at('/x.sock')), ping: () => Promise.reject(denied) };
    await expect(find({}, used)).rejects.toMatchObject({
      code: 'ENGINE_NO_PERMISSION',
      hint: expect.stringContaining('docker'),
    });
  });

  test.each(['1.40', '1.9', '1.24'])('too old: API %s', async (version) => {
    daemon.on('GET /_ping', { headers: { 'Api-Version': version }, body: 'OK' });
    await expect(find({}, seams(at(daemon.socketPath)))).rejects.toMatchObject({ code: 'ENGINE_TOO_OLD' });
  });

  test.each([
    ['1.41', '1.41'],
    ['1.47', '1.47'],
    ['1.60', '1.51'],
  ])('API %s is spoken to in %s', async (offered, spoken) => {
    daemon.on('GET /_ping', { headers: { 'Api-Version': offered }, body: 'OK' });
    expect((await find({}, seams(at(daemon.socketPath)))).apiVersion).toBe(spoken);
  });

  describe('Podman', () => {
    const headers = { 'Api-Version': '1.41', 'Libpod-Api-Version': '4.3.1' };

    test('is refused by its kind, before anything is asked of it', async () => {
      daemon.on('GET /_ping', { headers, body: 'OK' });
      await expect(find({ DOCKER_HOST: `unix://${daemon.socketPath}` })).rejects.toMatchObject({
        code: 'ENGINE_UNSUPPORTED',
        message: expect.stringContaining('Podman 4.3.1'),
      });
      expect(daemon.requests).toEqual(['GET /_ping']);
    });

    test('gives way to a Docker further down', async () => {
      const docker = await FakeDaemon.start();
      try {
        daemon.on('GET /_ping', { headers, body: 'OK' });
        const found = await find({}, seams(at(daemon.socketPath), at(docker.socketPath)));
        expect(found.socketPath).toBe(docker.socketPath);
      } finally {
        await docker.close();
      }
    });

    test('says less than a Docker that is stopped', async () => {
      daemon.on('GET /_ping', { headers, body: 'OK' });
      const dead = join(dir, 'dead.sock');
      writeFileSync(dead, '');
      await expect(find({}, seams(at(dead), at(daemon.socketPath)))).rejects.toMatchObject({
        code: 'ENGINE_NOT_RUNNING',
      });
    });

    test('its version is no text for a terminal', async () => {
      daemon.on('GET /_ping', { headers: { ...headers, 'Libpod-Api-Version': 'x; rm' }, body: 'OK' });
      const error = await find({}, seams(at(daemon.socketPath))).catch(String);
      expect(error).toMatch(/Podman of an unknown version/);
    });
  });

  test('another HTTP server', async () => {
    daemon.on('GET /_ping', { body: '<html>' });
    await expect(find({}, seams(at(daemon.socketPath)))).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  });

  test.each(['SSH-2.0-OpenSSH\r\n', ''])('something that does not speak HTTP: %j', async (greeting) => {
    const path = join(dir, 'other.sock');
    const server = createServer((socket) => socket.end(greeting));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    await expect(find({}, seams(at(path)))).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  });

  test('one that never answers', async () => {
    daemon.on('GET /_ping', { end: 'hang' });
    const used = { ...seams(at(daemon.socketPath)), ping: (path: string) => ping(path, 50) };
    await expect(find({}, used)).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT' });
  });
});
