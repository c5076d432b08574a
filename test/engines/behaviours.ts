import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import tarFs from 'tar-fs';
import { expect } from 'vitest';
import { collect } from '../support/collect.ts';
import type { Behaviour, Bench } from './behaviour.ts';

const LABEL = 'dev.sandbox.test.engines';

/** A directory of this machine for the time of `work`, outside /tmp. */
async function withDirectory(work: (path: string) => Promise<void>): Promise<void> {
  const path = mkdtempSync('/var/tmp/sandbox-engines-');
  try {
    await work(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Fields of one line of mountinfo: per-mount options and those of the file system. */
async function mountAt(at: Bench, point: string, changes: Parameters<Bench['output']>[1]) {
  const lines = (await at.output('cat /proc/self/mountinfo', changes)).split('\n').map((line) => line.split(' '));
  const fields = lines.find((line) => line[4] === point) ?? [];
  const dash = fields.indexOf('-');
  return {
    options: (fields[5] ?? '').split(','),
    type: fields[dash + 1],
    superOptions: (fields[dash + 3] ?? '').split(','),
  };
}

export const behaviours: readonly Behaviour[] = [
  {
    title: 'says what it is: version, memory, cgroups, seccomp',
    async check({ engine, version }) {
      const info = await engine.info();
      if (version !== null) expect(info.serverVersion).toMatch(version);
      expect(info.memory).toBeGreaterThan(1024 ** 3);
      expect(info.cgroupVersion).toMatch(/^[12]$/);
      expect(info.securityOptions.join()).toContain('seccomp');
      expect([info.rootless, info.usernsRemap]).toEqual([false, false]);
    },
  },
  {
    title: 'imports a root file system, builds on it, lists by label, removes',
    async check({ engine, image }) {
      const lines: string[] = [];
      // Without a name it would go with the image that is built on it.
      await engine.tagImage(image, 'sandbox-test-tiny', 'kept');
      await withDirectory(async (directory) => {
        writeFileSync(
          join(directory, 'Dockerfile'),
          `ARG WORD\nFROM ${image}\nARG WORD\nENV SAID=$WORD\nRUN echo built $WORD\n`,
        );
        const id = await engine.buildImage(Readable.from(tarFs.pack(directory) as AsyncIterable<Buffer>), {
          buildArgs: { WORD: 'hello' },
          labels: { [LABEL]: String(process.pid) },
          onLine: (line) => lines.push(line),
        });
        expect((await engine.listImages(`${LABEL}=${process.pid}`)).map((each) => each.id)).toEqual([id]);
        expect(lines.join('\n')).toContain('built hello');
        await engine.removeImage(id);
        expect(await engine.inspectImage(id)).toBeNull();
      });
    },
  },
  {
    title: 'keeps output and errors apart, and tells the exit code',
    async check({ run }) {
      const { attached, exit } = await run('echo out; echo err >&2; exit 7');
      const [out, err] = await Promise.all([collect(attached.stdout), collect(attached.stderr)]);
      expect([out, err, await exit]).toEqual(['out\n', 'err\n', { code: 7 }]);
      await attached.ended;
    },
  },
  {
    title: 'half-closes input, then still gives output to the last byte',
    async check({ run }) {
      const { attached, exit } = await run('wc -c; sleep 0.3; echo late');
      attached.stdin.end('12345');
      expect(await collect(attached.stdout)).toBe('5\nlate\n');
      expect(await exit).toEqual({ code: 0 });
    },
  },
  {
    title: 'exit codes 0, 1, 42, 255; 127 for a program that is not there; 137 after KILL',
    async check({ engine, run }) {
      for (const code of [0, 1, 42, 255]) expect(await (await run(`exit ${code}`)).exit).toEqual({ code });
      expect(await (await run('', { entrypoint: ['/nonexistent'] })).exit).toEqual({ code: 127 });
      const { id, exit } = await run('exec sleep 60');
      await engine.kill(id, 'KILL');
      expect(await exit).toEqual({ code: 137 });
    },
  },
  {
    title: 'a terminal has the size it is given, and no keys that detach',
    async check({ engine, run }) {
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
    },
  },
  {
    title: 'a tmpfs has its owner, mode, size, number of files, and runs programs',
    async check(at) {
      const options = 'rw,exec,nosuid,nodev,uid=1000,gid=1001,mode=0710,size=1048576,nr_inodes=77';
      const mount = await mountAt(at, '/t', { tmpfs: { '/t': options } });
      expect(mount.type).toBe('tmpfs');
      expect(mount.superOptions).toEqual(
        expect.arrayContaining(['uid=1000', 'gid=1001', 'mode=710', 'size=1024k', 'nr_inodes=77']),
      );
      expect(mount.options).toEqual(expect.arrayContaining(['rw', 'nosuid', 'nodev']));
      expect(mount.options).not.toContain('noexec');
    },
  },
  {
    title: 'binds are writable or not as asked; a missing source is an error, not a new directory',
    check: (at) =>
      withDirectory(async (source) => {
        const script = 'if echo made >/mnt/made 2>/dev/null; then echo yes; else echo no; fi';
        const user = { user: '0:0' };
        const bind = { source, target: '/mnt' };
        expect(await at.output(script, { ...user, binds: [{ ...bind, readOnly: true }] })).toBe('no\n');
        expect(await at.output(script, { ...user, binds: [{ ...bind, readOnly: false }] })).toBe('yes\n');
        expect(await readFile(join(source, 'made'), 'utf8')).toBe('made\n');
        const missing = [{ source: join(source, 'missing'), target: '/mnt', readOnly: true }];
        await expect(at.create({ binds: missing })).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
      }),
  },
  {
    title: 'without a network there is the loopback only',
    async check({ output }) {
      const devices = (await output('cat /proc/net/dev')).match(/^\s*\w+:/gm) ?? [];
      expect(devices.map((name) => name.trim())).toEqual(['lo:']);
    },
  },
  {
    title: 'limits of memory, processes, processors and files are in force',
    async check({ engine, output }) {
      const v2 = (await engine.info()).cgroupVersion === '2';
      const files = v2
        ? ['memory.max', 'pids.max', 'cpu.max']
        : ['memory/memory.limit_in_bytes', 'pids/pids.max', 'cpu/cpu.cfs_quota_us'];
      const script = `cat ${files.map((file) => `/sys/fs/cgroup/${file}`).join(' ')}; ulimit -n; ulimit -c`;
      const changes = { memory: 64 * 1024 * 1024, pids: 33, nanoCpus: 500_000_000, nofile: 512 };
      expect((await output(script, changes)).trim().split('\n')).toEqual([
        String(64 * 1024 * 1024),
        '33',
        v2 ? '50000 100000' : '50000',
        '512',
        '0',
      ]);
    },
  },
  {
    title: 'no capability, no new privileges, a seccomp filter, a read-only root',
    async check({ output }) {
      const text = await output('cat /proc/self/status; (: >/x) 2>&1 || true');
      const read = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(text)?.[1] ?? '';
      const sets = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map(read);
      expect(sets).toEqual(Array<string>(5).fill('0000000000000000'));
      expect([read('NoNewPrivs'), read('Seccomp')]).toEqual(['1', '2']);
      expect(text).toContain('Read-only file system');
    },
  },
  {
    title: 'kill, stop and remove of what has ended or is gone are no errors',
    async check({ engine, run }) {
      const { id, exit } = await run('true');
      await exit;
      for (let time = 0; time < 2; time += 1) {
        await engine.kill(id, 'TERM');
        await engine.stop(id, 1);
        await engine.removeContainer(id);
      }
      expect(await engine.inspectContainer(id)).toBeNull();
    },
  },
  {
    title: 'stop sends TERM, and KILL when that does not help',
    async check({ engine, run }) {
      const { id, exit } = await run("trap '' TERM; sleep 60 & wait; sleep 60");
      await engine.stop(id, 1);
      expect((await exit).code).toBe(137);
    },
  },
  {
    title: 'a container is found by its label and inspected',
    async check({ engine, create, image }) {
      const name = `sandbox-test-${process.pid}-engines`;
      const id = await create({ labels: { [LABEL]: 'a=b c' }, name });
      expect(await engine.listContainers(`${LABEL}=a=b c`)).toMatchObject([{ id, name, state: 'created' }]);
      expect(await engine.inspectContainer(id)).toMatchObject({
        id,
        imageId: image,
        running: false,
        oomKilled: false,
        privileged: false,
        healthcheck: false,
        extras: [],
      });
    },
  },
  {
    title: 'a start that fails says why',
    async check({ engine, create }) {
      const id = await create({ user: 'nobody-knows' });
      await expect(engine.start(id)).rejects.toMatchObject({
        code: 'ENGINE_FAILED',
        message: expect.stringContaining('nobody-knows'),
      });
    },
  },
];
