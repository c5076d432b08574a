import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../support/shell.ts';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'ensure-engine.sh');
const isRoot = process.getuid?.() === 0;
let directory: string;

beforeEach(() => {
  directory = mkdtempSync('/var/tmp/ensure-engine-');
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const ensure = (env: Record<string, string>, ...args: string[]) =>
  runProgram(['sh', script, ...args], { env: { HOME: directory, ...env } });

describe('asking', () => {
  test('an engine that answers is taken, and its endpoint is all that stdout has', () => {
    const { stdout, stderr, code } = ensure({});
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^unix:\/\/\/.*\.sock\n$/);
    expect(code).toBe(0);
  });

  test('an engine on another machine is left alone', () => {
    for (const host of ['tcp://192.0.2.1:2375', 'ssh://someone@example.invalid']) {
      const { stdout, stderr, code } = ensure({ DOCKER_HOST: host }, '--yes');
      expect(code).toBe(69);
      expect(stdout).toBe('');
      expect(stderr).toContain('not a local socket');
    }
  });

  test('a socket of the user is not replaced by another engine', () => {
    const { stderr, code } = ensure({ DOCKER_HOST: `unix://${directory}/none.sock` }, '--yes');
    expect(code).toBe(69);
    expect(stderr).toContain('where no engine answers');
  });

  test('something on a socket that is no engine does not count', async () => {
    const path = join(directory, 'other.sock');
    // In a process of its own: this one is busy waiting for the script.
    const serve = "require('node:http').createServer((q, r) => r.writeHead(404).end('no')).listen(process.argv[1])";
    const server = spawn(process.execPath, ['-e', serve, path], { stdio: 'ignore' });
    try {
      while (!existsSync(path)) await sleep(20);
      expect(ensure({ DOCKER_HOST: `unix://${path}` }).code).toBe(69);
    } finally {
      server.kill();
    }
  });

  test('help, and what it does not know', () => {
    expect(ensure({}, '--help')).toMatchObject({ code: 0, stderr: '' });
    expect(ensure({}, '--maybe').code).toBe(64);
  });
});

/**
 * With its own mounts, network and processes: a second engine there can be started and killed without anybody noticing.
 * Lines of the output: what was asked, then the endpoint or the exit code.
 */
const isolated = (body: string) => {
  const file = join(directory, 'body.sh');
  const prepare = [
    'set -u',
    'mount -t tmpfs none /run',
    '[ -L /var/run ] || mount -t tmpfs none /var/run',
    'mkdir -p /var/lib/docker /etc/docker',
    'for d in /var/lib/docker /var/log /etc/docker; do mount -t tmpfs none $d; done',
    'ip link set lo up',
    `ensure() { sh ${script} </dev/null; echo "code $?"; }`,
    'pid() { cat /var/run/docker.pid; }',
    'gone() { while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; }',
  ];
  writeFileSync(file, [...prepare, body, ''].join('\n'));
  chmodSync(file, 0o755);
  return runProgram(['unshare', '-m', '-n', '-p', '-f', '--mount-proc', 'sh', file], { env: { HOME: directory } });
};

describe.runIf(isRoot)('starting', () => {
  const endpoint = 'unix:///var/run/docker.sock\ncode 0\n';

  test('starts, finds what it started, and copes with what a killed engine leaves', () => {
    const { stdout, stderr } = isolated(`
      ensure
      ensure
      old=$(pid); kill -9 $old; gone $old; sleep 1
      ensure
      old=$(pid); kill -9 $old; gone $old; sleep 1
      sleep 1000 & echo $! >/var/run/docker.pid
      ensure
      kill -0 $! && echo 'a process that took over the number lives'
      kill $(pid); gone $(pid)
    `);
    expect(stdout, stderr).toBe(`${endpoint.repeat(4)}a process that took over the number lives\n`);
    expect(stderr.match(/removing \/var\/run\/docker\.pid/g)).toHaveLength(2);
    expect(stderr.match(/starting dockerd/g)).toHaveLength(3);
  });

  test('ends a containerd that hangs since its engine was killed', () => {
    const { stdout, stderr } = isolated(`
      own=/var/run/docker/containerd; mkdir -p $own/daemon
      printf 'root="/var/lib/docker/c"\\nstate="%s/daemon"\\n[grpc]\\naddress="%s/containerd.sock"\\n' $own $own >$own/containerd.toml
      setsid containerd --config $own/containerd.toml >/dev/null 2>&1 &
      old=$!; sleep 1; echo $old >$own/containerd.pid; kill -STOP $old
      ensure
      [ -e /proc/$old ] && ! grep -q '^State:.Z' /proc/$old/status && echo 'it is still there'
      kill $(pid); gone $(pid)
    `);
    expect(stdout, stderr).toBe(endpoint);
    expect(stderr).toContain('ending containerd');
  });

  test('says why when the engine ends again', () => {
    const { stdout, stderr } = isolated(`echo '{"nonsense": 1}' >/etc/docker/daemon.json\nensure`);
    expect(stdout).toBe('code 69\n');
    expect(stderr).toContain('it ended again');
    expect(stderr).toContain('nonsense');
  });

  test('tells someone without permission about the group', () => {
    const { stderr } = isolated(`
      ensure
      setpriv --reuid 65534 --regid 65534 --clear-groups sh ${script} </dev/null; echo "code $?"
      kill $(pid); gone $(pid)
    `);
    expect(stderr).toMatch(/you may not open it[^]*usermod -aG/);
  });
});
