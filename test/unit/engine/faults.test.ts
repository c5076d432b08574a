import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { openEngine } from '../../../src/engine/open.ts';
import { collect } from '../../support/collect.ts';
import { containerSpec } from '../../support/container-spec.ts';
import { FakeDaemon, type FakeReply } from '../../support/fake-daemon.ts';

let daemon: FakeDaemon;
let engine: Engine;

beforeEach(async () => {
  daemon = await FakeDaemon.start();
  engine = await openEngine({ env: { DOCKER_HOST: `unix://${daemon.socketPath}` }, home: '/nonexistent' });
});

afterEach(async () => {
  vi.useRealTimers();
  await daemon.close();
});

const build = { buildArgs: {}, labels: {}, onLine: () => {} };
const none = (): Readable => Readable.from([Buffer.from('tar')]);

/** Every call, the route it takes, and the time it has. */
const calls: readonly (readonly [string, string, number, () => Promise<unknown>])[] = [
  ['info', 'GET /info', 10_000, () => engine.info()],
  ['inspectImage', 'GET /images/x/json', 10_000, () => engine.inspectImage('x')],
  ['listImages', 'GET /images/json', 10_000, () => engine.listImages('x')],
  ['tagImage', 'POST /images/x/tag', 10_000, () => engine.tagImage('x', 'y', 'z')],
  ['removeImage', 'DELETE /images/x', 60_000, () => engine.removeImage('x')],
  ['createContainer', 'POST /containers/create', 20_000, () => engine.createContainer(containerSpec('x'))],
  ['start', 'POST /containers/x/start', 60_000, () => engine.start('x')],
  ['attach', 'POST /containers/x/attach', 10_000, () => engine.attach('x', { tty: false })],
  ['resize', 'POST /containers/x/resize', 10_000, () => engine.resize('x', { columns: 80, rows: 24 })],
  ['kill', 'POST /containers/x/kill', 10_000, () => engine.kill('x', 'TERM')],
  ['stop', 'POST /containers/x/stop', 13_000, () => engine.stop('x', 3)],
  ['removeContainer', 'DELETE /containers/x', 30_000, () => engine.removeContainer('x')],
  ['containerMounts', 'GET /containers/x/json', 10_000, () => engine.containerMounts('x')],
  ['inspectContainer', 'GET /containers/x/json', 10_000, () => engine.inspectContainer('x')],
  ['listContainers', 'GET /containers/json', 10_000, () => engine.listContainers('x')],
  ['buildImage', 'POST /build', 300_000, () => engine.buildImage(none(), build)],
  ['importImage', 'POST /images/create', 300_000, () => engine.importImage(none(), { labels: {} })],
  ['pullImage', 'POST /images/create', 300_000, () => engine.pullImage('x:y', () => {})],
];

describe.each(calls)('%s', (_, route, deadline, call) => {
  test('has a deadline, and its connection is closed with it', async () => {
    daemon.on(route, { end: 'hang' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const result = call().then(
      () => 'resolved',
      (error: { code: string }) => error.code,
    );
    while (!daemon.requests.some((request) => request.startsWith(route))) await new Promise(setImmediate);
    vi.advanceTimersByTime(deadline - 1);
    expect(await Promise.race([result, new Promise((resolve) => setImmediate(resolve, 'pending'))])).toBe('pending');
    vi.advanceTimersByTime(1);
    expect(await result).toBe('ENGINE_TIMEOUT');
    vi.useRealTimers();
    await vi.waitFor(() => expect(daemon.aborted).toBe(1));
  });

  test.each<[string, FakeReply]>([
    ['no answer', { end: 'drop' }],
    ['half an answer', { end: 'drop', body: '{"Id": "abc' }],
  ])('a connection that breaks: %s', async (_, reply) => {
    daemon.on(route, reply);
    const started = Date.now();
    await expect(call()).rejects.toMatchObject({ code: expect.stringMatching(/^ENGINE_(UNREACHABLE|FAILED)$/) });
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  test('the engine’s own words are in the message', async () => {
    daemon.on(route, { status: 500, body: '{"message":"it hurts"}' });
    await expect(call()).rejects.toMatchObject({ code: 'ENGINE_FAILED', message: expect.stringContaining('it hurts') });
  });

  test('a full disk has its own code', async () => {
    daemon.on(route, { status: 500, body: '{"message":"write /x: no space left on device"}' });
    await expect(call()).rejects.toMatchObject({ code: 'ENGINE_DISK_FULL' });
  });
});

test('create is sent once, whatever happens', async () => {
  daemon.on('POST /containers/create', { end: 'drop' });
  await engine.createContainer(containerSpec('x')).catch(() => {});
  expect(daemon.requests.filter((request) => request.includes('create'))).toHaveLength(1);
});

test('create carries its settings in the body only', async () => {
  daemon.on('POST /containers/create', { status: 201, body: '{"Id":"0123456789ab"}' });
  expect(await engine.createContainer(containerSpec('x', { name: 'n', env: ['A=secret'] }))).toBe('0123456789ab');
  expect(daemon.requests.at(-1)).toBe('POST /containers/create?name=n');
});

test.each(['{"Id":"../../x"}', '{"Id":5}', '{}', '[]', 'null'])('an id that is none is refused: %s', async (body) => {
  daemon.on('POST /containers/create', { status: 201, body });
  await expect(engine.createContainer(containerSpec('x'))).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
});

test.each(['{}', '[null]', '[{"Id":"a"}]', '"x"'])(
  'a list of another shape is the engine’s failure: %s',
  async (body) => {
    daemon.on('GET /containers/json', { body });
    await expect(engine.listContainers('x')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  },
);

test('an answer without end is cut off', async () => {
  daemon.on('GET /containers/json', { body: Buffer.alloc(5 * 1024 * 1024, ' ') });
  await expect(engine.listContainers('x')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
});

test.each([
  ['kill', 404, () => engine.kill('x', 'TERM')],
  ['kill', 409, () => engine.kill('x', 'TERM')],
  ['stop', 304, () => engine.stop('x', 1)],
  ['stop', 404, () => engine.stop('x', 1)],
  ['start', 304, () => engine.start('x')],
  ['', 404, () => engine.removeContainer('x')],
  ['resize', 409, () => engine.resize('x', { columns: 1, rows: 1 })],
])('%s: status %i is as good as done', async (verb, status, call) => {
  daemon.on(verb === '' ? 'DELETE /containers/x' : `POST /containers/x/${verb}`, { status, body: '{"message":"."}' });
  await call();
});

test('a removal that has begun already is as good as done; any other conflict is told', async () => {
  daemon.on('DELETE /containers/x', {
    status: 409,
    body: '{"message":"removal of container x is already in progress"}',
  });
  await engine.removeContainer('x');
  daemon.on('DELETE /containers/x', { status: 409, body: '{"message":"x is busy"}' });
  await expect(engine.removeContainer('x')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
});

describe('exit', () => {
  test('start holds back until the wait has been registered', async () => {
    daemon.on('POST /containers/x/wait', { end: 'hang' });
    daemon.on('POST /containers/x/start', { status: 204 });
    const exit = engine.waitExit('x');
    let started = false;
    const start = engine.start('x').then(() => (started = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(started).toBe(false);
    await engine.removeContainer('x').catch(() => {});
    daemon.on('DELETE /containers/x', { status: 204 });
    await engine.removeContainer('x');
    await expect(exit).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await start;
  });

  test.each<[string, FakeReply]>([
    ['the engine goes away', { body: ' ', end: 'drop' }],
    ['no exit code', { body: '{}' }],
    ['not JSON', { body: 'x' }],
    ['an error', { body: '{"StatusCode":0,"Error":{"Message":"lost it"}}' }],
  ])('%s', async (_, reply) => {
    daemon.on('POST /containers/x/wait', reply);
    await expect(engine.waitExit('x')).rejects.toMatchObject({ code: expect.stringMatching(/^ENGINE_/) });
  });
});

describe('attach', () => {
  const frame = (stream: number, text: string): Buffer => {
    const header = Buffer.alloc(8);
    header.writeUInt8(stream, 0);
    header.writeUInt32BE(Buffer.byteLength(text), 4);
    return Buffer.concat([header, Buffer.from(text)]);
  };

  test('the engine breaks off in the middle: both outputs end, what came is there', async () => {
    daemon.on('POST /containers/x/attach', {
      upgrade: (socket) => {
        socket.write(Buffer.concat([frame(1, 'out'), frame(2, 'err'), frame(1, 'half').subarray(0, 10)]));
        setTimeout(() => socket.destroy(), 50);
      },
    });
    const attached = await engine.attach('x', { tty: false });
    expect(await Promise.all([collect(attached.stdout), collect(attached.stderr)])).toEqual(['outha', 'err']);
    await attached.ended;
  });

  test('output that is not in frames ends the attachment', async () => {
    daemon.on('POST /containers/x/attach', { upgrade: (socket) => socket.write('no frames here') });
    const attached = await engine.attach('x', { tty: false });
    expect(await collect(attached.stdout)).toBe('');
    await attached.ended;
  });

  test('writing to a connection that has gone is no error', async () => {
    daemon.on('POST /containers/x/attach', { upgrade: (socket) => socket.destroy() });
    const attached = await engine.attach('x', { tty: true });
    attached.stdout.resume();
    await attached.ended;
    await new Promise<void>((resolve) => attached.stdin.write('x', () => resolve()));
    await new Promise<void>((resolve) => attached.stdin.end(resolve));
  });
});

describe('build', () => {
  test('an error in the stream, which has status 200', async () => {
    daemon.on('POST /build', { body: '{"stream":"Step 1"}\n{"error":"exit 1","errorDetail":{"message":"exit 1"}}\n' });
    await expect(engine.buildImage(none(), build)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('exit 1'),
    });
  });

  test('progress keeps it alive; output comes line by line, unpainted', async () => {
    const id = `sha256:${'a'.repeat(64)}`;
    const messages = [
      { stream: 'one\ntw' },
      { stream: '\u001b[91mo\u001b[0m\n' },
      { aux: { ID: id } },
      { stream: 'end' },
    ];
    daemon.on('POST /build', { body: messages.map((message) => `${JSON.stringify(message)}\r\n`).join('') });
    const lines: string[] = [];
    expect(await engine.buildImage(none(), { ...build, onLine: (line) => lines.push(line) })).toBe(id);
    expect(lines).toEqual(['one', 'two', 'end']);
  });

  test('cancelling closes the connection', async () => {
    daemon.on('POST /build', { end: 'hang', body: '{"stream":"Step 1"}\n' });
    const cancel = new AbortController();
    const result = engine.buildImage(none(), { ...build, onLine: () => cancel.abort(), signal: cancel.signal });
    daemon.on('POST /build', { end: 'hang', body: '{"stream":"Step 1\\n"}\n' });
    setTimeout(() => cancel.abort(), 100);
    await expect(result).rejects.toMatchObject({ code: 'CANCELLED' });
    await vi.waitFor(() => expect(daemon.aborted).toBe(1));
  });

  test('no id, no image', async () => {
    daemon.on('POST /build', { body: '{"stream":"done"}\n' });
    await expect(engine.buildImage(none(), build)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });
});

test('a reference that is none never reaches the engine', async () => {
  const before = daemon.requests.length;
  for (const ref of ['../../containers/x', 'a b', 'x?y=z', '', '-x']) {
    await expect(engine.inspectImage(ref)).rejects.toMatchObject({ code: 'BAD_VALUE' });
  }
  expect(daemon.requests).toHaveLength(before);
});
