import { createHash, randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Attachment, ContainerSpec, Engine } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { collect } from '../support/collect.ts';
import { containerSpec } from '../support/container-spec.ts';
import { tinyImage } from '../support/tiny-image.ts';

let engine: Engine;
let image: string;
const made: string[] = [];

beforeAll(async () => {
  engine = await openEngine({ env: process.env, home: homedir() });
  image = await tinyImage(engine);
});

afterEach(async () => {
  for (const id of made.splice(0)) await engine.removeContainer(id);
});

async function create(changes: Partial<ContainerSpec>): Promise<string> {
  const id = await engine.createContainer(containerSpec(image, changes));
  made.push(id);
  return id;
}

interface Running {
  readonly id: string;
  readonly attached: Attachment;
  readonly exit: Promise<{ readonly code: number }>;
}

async function run(script: string, changes: Partial<ContainerSpec> = {}): Promise<Running> {
  const id = await create({ cmd: [script], ...changes });
  const attached = await engine.attach(id, { tty: changes.tty === true });
  const exit = engine.waitExit(id);
  await engine.start(id);
  return { id, attached, exit };
}

describe('attach', () => {
  test('keeps the two outputs apart and misses nothing of a short life', async () => {
    const { attached, exit } = await run('echo out; echo err >&2; exit 7');
    const [out, err] = await Promise.all([collect(attached.stdout), collect(attached.stderr)]);
    expect([out, err, await exit]).toEqual(['out\n', 'err\n', { code: 7 }]);
    await attached.ended;
  });

  test('half-closes stdin, then still reads to the last byte', async () => {
    const { attached, exit } = await run('wc -c; sleep 0.3; echo late');
    attached.stdin.end('12345');
    expect(await collect(attached.stdout)).toBe('5\nlate\n');
    expect(await exit).toEqual({ code: 0 });
    await attached.ended;
  });

  test('the program finds exactly what was written, and nothing before it', async () => {
    const { attached } = await run('cat');
    attached.stdin.end('exact\0bytes');
    expect(await collect(attached.stdout)).toBe('exact\0bytes');
  });

  test('carries 100 MB through both ways, byte for byte', async () => {
    const { attached, exit } = await run('cat');
    const block = randomBytes(1024 * 1024);
    const [sent, received] = [createHash('sha256'), createHash('sha256')];
    let size = 0;
    const source = Readable.from(
      (function* () {
        for (let index = 0; index < 100; index += 1) {
          block.writeUInt32BE(index);
          sent.update(block);
          yield Buffer.from(block);
        }
      })(),
    );
    const reading = (async () => {
      for await (const chunk of attached.stdout as AsyncIterable<Buffer>) {
        size += chunk.length;
        received.update(chunk);
      }
    })();
    await pipeline(source, attached.stdin);
    await reading;
    expect(size).toBe(100 * 1024 * 1024);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
    expect(await exit).toEqual({ code: 0 });
  });

  test('a slow reader slows the program down instead of filling the memory', async () => {
    const before = process.memoryUsage().rss;
    const { id, attached } = await run('dd if=/dev/zero bs=1M count=400 2>/dev/null; sleep 60');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(attached.stdout.readableLength).toBeLessThan(1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    await engine.kill(id, 'KILL');
    await engine.removeContainer(id);
    await attached.ended;
  });

  test('a program that stops reading does not hang the writer', async () => {
    const { attached, exit } = await run('head -c 10');
    attached.stdin.on('error', () => {});
    const writing = pipeline(Readable.from([Buffer.alloc(8 * 1024 * 1024, 'a')]), attached.stdin).catch(() => {});
    expect(await collect(attached.stdout)).toBe('aaaaaaaaaa');
    expect(await exit).toEqual({ code: 0 });
    await attached.ended;
    await writing;
  });

  test('a reader that leaves early loses its bytes and stops nobody', async () => {
    const { attached, exit } = await run('dd if=/dev/zero bs=1M count=50 2>/dev/null; echo done >&2');
    attached.stdout.once('data', () => attached.stdout.destroy());
    expect(await collect(attached.stderr)).toBe('done\n');
    expect(await exit).toEqual({ code: 0 });
    await attached.ended;
  });

  test('a terminal has one output, a size, and no keys that detach', async () => {
    const { id, attached, exit } = await run('stty raw -echo; stty size; head -c 4; stty size', { tty: true });
    await engine.resize(id, { columns: 97, rows: 31 });
    let seen = '';
    attached.stdout.on('data', (chunk: Buffer) => {
      if (seen === '') attached.stdin.write(Buffer.from([16, 17, 0x00, 0x1c]));
      seen += chunk.toString('latin1');
    });
    expect(await exit).toEqual({ code: 0 });
    await attached.ended;
    expect(seen).toContain('\x10\x11\x00\x1c');
    expect(seen).toMatch(/31 97\s*$/);
    await engine.resize(id, { columns: 80, rows: 24 });
  });

  test('no unread output and no container: destroy ends it', async () => {
    const { attached, exit } = await run('sleep 60');
    attached.destroy();
    await attached.ended;
    void exit;
  });
});

describe('life of a container', () => {
  test.each([0, 1, 42, 255])('exit code %i', async (code) => {
    const { exit, attached } = await run(`exit ${code}`);
    expect(await exit).toEqual({ code });
    attached.destroy();
  });

  test('ended by a signal: 128 + its number', async () => {
    const { id, exit, attached } = await run('exec sleep 60');
    await engine.kill(id, 'KILL');
    expect(await exit).toEqual({ code: 137 });
    attached.destroy();
  });

  test('kill, stop, remove: gone or ended already is no error', async () => {
    const { id, exit, attached } = await run('true');
    await exit;
    attached.destroy();
    await engine.kill(id, 'TERM');
    await engine.stop(id, 1);
    await engine.removeContainer(id);
    await engine.kill(id, 'TERM');
    await engine.stop(id, 1);
    await engine.removeContainer(id);
    expect(await engine.inspectContainer(id)).toBeNull();
  });

  test('start twice is no error', async () => {
    const { id, attached } = await run('sleep 60');
    await engine.start(id);
    attached.destroy();
  });

  test('stop sends TERM and then KILL', async () => {
    const { id, exit, attached } = await run("trap '' TERM; sleep 60 & wait; sleep 60");
    await engine.stop(id, 1);
    expect((await exit).code).toBe(137);
    attached.destroy();
  });

  test('a start that fails says why; the wait for it ends with the container', async () => {
    const id = await create({ user: 'nobody-knows' });
    const exit = engine.waitExit(id);
    await expect(engine.start(id)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('nobody-knows'),
    });
    await engine.removeContainer(id);
    await exit.catch(() => {});
  });

  test('a program that is not there: exit code 127', async () => {
    const { exit, attached } = await run('', { entrypoint: ['/nonexistent'] });
    expect(await exit).toEqual({ code: 127 });
    attached.destroy();
  });

  test('the same name twice: the second is refused, by the engine, with its text', async () => {
    const name = `sandbox-test-${process.pid}-twice`;
    await create({ name });
    await expect(create({ name })).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('already in use'),
    });
  });

  test('is found by label and inspected', async () => {
    const label = `dev.sandbox.test.${process.pid}`;
    const id = await create({ labels: { [label]: 'a=b c' }, name: `sandbox-test-${process.pid}-found` });
    const [found, ...more] = await engine.listContainers(`${label}=a=b c`);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ id, name: `sandbox-test-${process.pid}-found`, state: 'created' });
    expect(Math.abs((found?.created ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(await engine.inspectContainer(id)).toMatchObject({ id, running: false, oomKilled: false, pid: 0 });
    expect(await engine.inspectContainer('0'.repeat(64))).toBeNull();
  });

  test('a missing bind source is an error, not a new directory', async () => {
    const binds = [{ source: '/nonexistent-sandbox-test', target: '/mnt', readOnly: true }];
    await expect(create({ binds })).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });
});

test('the settings arrive: capabilities, privileges, seccomp, limits, read-only root', async () => {
  const { attached } = await run(
    'while read k v; do case $k in CapBnd:|CapEff:|NoNewPrivs:|Seccomp:) echo $k $v;; esac; done </proc/self/status; ulimit -n; ulimit -c; id -u; (: >/x) 2>&1 || true; : >/tmp/y && echo tmp',
  );
  const lines = (await collect(attached.stdout)).trim().split('\n');
  const read = Object.fromEntries(lines.slice(0, 4).map((line) => line.split(' ')));
  expect(read).toEqual({
    'CapEff:': '0000000000000000',
    'CapBnd:': '0000000000000000',
    'NoNewPrivs:': '1',
    'Seccomp:': '2',
  });
  expect(lines.slice(4)).toEqual(['1024', '0', '1000', expect.stringContaining('Read-only file system'), 'tmp']);
});
