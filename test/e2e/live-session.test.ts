import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftovers } from '../support/engine.ts';
import { finish, makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const docker = new Docker();
const product = installProduct();

describe.each([makePerson('root'), makePerson('user')])('a live session of $label', (person) => {
  const shell = (text: string, ...flags: string[]) =>
    person.run([process.execPath, product.cli, 'launch', 'shell', '-q', ...flags, '--', 'sh', '-c', text]);

  /** A session that has said `ready` and ends when its input does; its container. */
  async function live(text: string) {
    const child = person.start([
      ...[process.execPath, product.cli, 'launch', 'shell', '-q', '--network', 'none'],
      ...['--', 'sh', '-c', text],
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const result = finish(child, undefined, true);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const label = [`dev.sandbox.session.workspace=${person.project}`];
    const [found] = await docker.listContainers({ filters: { label } });
    if (found === undefined) throw new Error('no container');
    return { child, container: docker.getContainer(found.Id), result, end: () => child.stdin?.end() };
  }

  it('what the engine was told', async () => {
    const { container, result, end } = await live('echo ready; cat');
    const { HostConfig, Config, NetworkSettings } = await container.inspect();
    end();
    expect(HostConfig).toMatchObject({
      Privileged: false,
      CapDrop: ['ALL'],
      ReadonlyRootfs: true,
      AutoRemove: false,
      RestartPolicy: { Name: 'no' },
      NetworkMode: 'none',
      IpcMode: 'private',
      LogConfig: { Type: 'none' },
      Init: true,
    });
    const none = { CapAdd: null, Binds: null, VolumesFrom: null, Links: null, ExtraHosts: null, Devices: null };
    for (const [name, value] of Object.entries(none))
      expect([name, (HostConfig as Record<string, unknown>)[name] ?? value]).toEqual([name, value]);
    expect(HostConfig.PortBindings ?? {}).toEqual({});
    expect(NetworkSettings.Ports).toEqual({});
    expect(HostConfig.MemorySwap).toBe(HostConfig.Memory);
    expect(HostConfig.PidsLimit).toBe(4096);
    expect(HostConfig.SecurityOpt).toContain('no-new-privileges:true');
    expect(Config.Healthcheck?.Test).toEqual(['NONE']);
    expect(Config.User).toBe(`${person.uid}:${person.gid}`);
    expect((await result).code).toBe(0);
  });

  it('the engine keeps nothing of what it says', async () => {
    const { container, result, end } = await live('echo ready: the-agents-own-words; cat');
    const logs = await container.logs({ stdout: true, stderr: true }).then(String, (error: unknown) => String(error));
    end();
    expect(logs).not.toContain('the-agents-own-words');
    expect((await result).stdout).toContain('the-agents-own-words');
  });

  it('every file system that it can fill has an end', async () => {
    const { stdout } = await shell('df -Pk "$HOME" /tmp /var/tmp /run /dev/shm ~/.agents', '--home-size', '64m');
    const sizes = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ +/))
      .map((words) => [words[5], Number(words[1])] as const);
    expect(sizes.map(([point]) => point)).toEqual([
      ...[person.home, '/tmp', '/var/tmp', '/run', '/dev/shm', `${person.home}/.agents`],
    ]);
    for (const [point, kib] of sizes) {
      expect(kib, point).toBeGreaterThan(0);
      expect(kib, point).toBeLessThanOrEqual(512 * 1024);
    }
    expect(Object.fromEntries(sizes)).toMatchObject({ [person.home]: 65_536, '/tmp': 65_536 });
    const full = await shell(
      'head -c 100m /dev/zero > ~/x 2>/dev/null && echo all; stat -c %s ~/x',
      '--home-size',
      '16m',
    );
    expect(Number(full.stdout)).toBeLessThanOrEqual(16 * 1024 ** 2);
  });

  it('what lies in /tmp counts as memory', async () => {
    const { code, stderr } = await person.run([
      ...[process.execPath, product.cli, 'launch', 'shell', '--memory', '128m', '--home-size', '1g'],
      ...['--', 'sh', '-c', 'exec head -c 400m /dev/zero > /tmp/x'],
    ]);
    expect([code, stderr]).toEqual([137, expect.stringContaining('used all of its memory')]);
  });

  it('a crash leaves no core dump', async () => {
    const { stdout, code } = await shell('ulimit -c; ulimit -Hc; sh -c "kill -SEGV \\$\\$"; ls -A; exit 4');
    expect([stdout, code]).toEqual(['0\n0\n', 4]);
  });

  it('a thousand orphans leave no zombie', async () => {
    const orphans = 'for i in $(seq 1000); do (sleep 0.01 &) ; done; sleep 1';
    const count = `cat /proc/[0-9]*/stat 2>/dev/null | sed 's/.*) //' | grep -c ^Z`;
    const { stdout } = await shell(
      `${orphans}; for i in $(seq 50); do n=$(${count}); [ "$n" = 0 ] && break; sleep 0.2; done; echo "$n"`,
    );
    expect(stdout).toBe('0\n');
  });

  it('the Docker client’s settings give it nothing', async () => {
    const proxy = 'http://ada:geheim@proxy.example:3128';
    const proxies = { default: { httpProxy: proxy, httpsProxy: proxy, ftpProxy: proxy, allProxy: proxy } };
    person.file('.docker/config.json', JSON.stringify({ proxies, auths: { 'registry.example': { auth: 'geheim' } } }));
    const { stdout, code } = await shell('env; cat /proc/1/environ | tr "\\0" "\\n"; ls -A ~');
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/geheim|proxy\.example|\.docker/);
  });

  it('a container that is started again runs no agent', async () => {
    const { child, container, result } = await live('echo run >> runs; echo ready; exec sleep 60');
    // The launcher holds still, or it would have removed the container by then.
    child.kill('SIGSTOP');
    const { StartedAt: first } = (await container.inspect()).State;
    await container.restart({ t: 0 });
    expect((await container.inspect()).State.StartedAt).not.toBe(first);
    await sleep(3000);
    child.kill('SIGCONT');
    expect((await result).code).not.toBe(0);
    expect((await person.run(['cat', 'runs'])).stdout).toBe('run\n');
    await shell('true');
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it.each(['kill', 'remove'] as const)('ended from elsewhere: its launcher notices (%s)', async (how) => {
    const { container, result } = await live('echo ready; exec sleep 60');
    await (how === 'kill' ? container.kill() : container.remove({ force: true }));
    const { code, stderr } = await result;
    expect([code, stderr]).toEqual([137, expect.not.stringMatching(/ {4}at /)]);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    expect(existsSync(join(person.home, '.local/state/sandbox/sessions'))).toBe(true);
  });

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
