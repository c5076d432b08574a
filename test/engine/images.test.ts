import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codex } from '../../src/agents/codex.ts';
import { shell } from '../../src/agents/shell.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { buildContext } from '../../src/images/build-context.ts';
import { ensureImage, type EnsuredImage } from '../../src/images/ensure.ts';
import type { ImageRequest } from '../../src/images/image-request.ts';
import { imageLabels } from '../../src/images/labels.ts';
import type { BuildProgress } from '../../src/images/progress.ts';
import { collect } from '../support/collect.ts';
import { containerSpec } from '../support/container-spec.ts';
import { tinyImage } from '../support/tiny-image.ts';

const root = join(import.meta.dirname, '../..');
const never = new AbortController().signal;
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine({ env: process.env, home: homedir() });
});

interface Recorder extends BuildProgress {
  readonly steps: string[];
  readonly lines: string[];
}

function recorder(onLine: (line: string) => void = () => {}): Recorder {
  const steps: string[] = [];
  const lines: string[] = [];
  return {
    steps,
    lines,
    step: (text) => void steps.push(text),
    done: (text) => void steps.push(text),
    line: (text) => {
      lines.push(text);
      onLine(text);
    },
  };
}

describe('with small recipes of our own', () => {
  const base = `sandbox-test-base-${process.pid}:1`;
  let dir: string;
  let request: ImageRequest;
  const built = new Set<string>();

  beforeAll(async () => {
    await engine.tagImage(await tinyImage(engine), base.split(':')[0] ?? '', '1');
  });

  afterAll(async () => {
    await engine.removeImage(base);
  });

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'sandbox-images-'));
    for (const name of ['base', 'agent']) mkdirSync(join(dir, 'images', name), { recursive: true });
    writeFileSync(join(dir, 'images/base/Dockerfile'), 'FROM scratch');
    recipe('RUN echo "one line" && sleep 1 && echo "built $PACKAGE@$VERSION"');
    const install = { npmPackage: 'p', version: `1.0.${Date.now()}`, node: '22.0.0', allowScripts: [] };
    request = {
      agent: { name: 'test', install },
      base,
      programDir: dir,
      stateDir: join(dir, 'state'),
      env: { npm_config_registry: 'https://user:secret@registry.example/' },
      assumeYes: false,
    };
  });

  afterEach(async () => {
    for (const ref of built) await engine.removeImage(ref);
    built.clear();
    rmSync(dir, { recursive: true, force: true });
  });

  function recipe(...lines: readonly string[]): void {
    const head = ['ARG BASE', 'FROM ${BASE}', 'ENV PATH=/bin', 'ARG PACKAGE', 'ARG VERSION', 'ARG NPM_REGISTRY'];
    writeFileSync(join(dir, 'images/agent/Dockerfile'), [...head, ...lines].join('\n'));
  }

  async function ensure(progress = recorder(), signal = never): Promise<EnsuredImage> {
    const image = await ensureImage(engine, request, progress, signal);
    built.add(image.ref);
    return image;
  }

  test('built once, found afterwards, with the labels that say what it is', async () => {
    const progress = recorder();
    const first = await ensure(progress);
    expect(first.built).toBe(true);
    expect(progress.lines.join('\n')).toContain(`built p@${request.agent.install?.version}`);
    expect(progress.steps.at(-1)).toMatch(/^Built test 1\.0\.\d+: sandbox-agent-test:[0-9a-f]{16}, \d+ MB$/);
    const again = recorder();
    expect(await ensure(again)).toEqual({ ...first, built: false });
    expect(again.steps).toEqual([]);
    const info = await engine.inspectImage(first.ref);
    expect(info?.labels).toMatchObject({
      [imageLabels.kind]: 'agent',
      [imageLabels.digest]: first.ref.split(':')[1],
      [imageLabels.agent]: 'test',
      [imageLabels.version]: request.agent.install?.version,
    });
  });

  test('one build for two launches that need it at once', async () => {
    const [one, two] = [recorder(), recorder()];
    const [a, b] = await Promise.all([ensure(one), ensure(two)]);
    expect(a.id).toBe(b.id);
    expect([a.built, b.built].sort()).toEqual([false, true]);
    expect([...one.steps, ...two.steps].filter((step) => step.startsWith('Building'))).toHaveLength(1);
    expect([...one.steps, ...two.steps].filter((step) => step.startsWith('Another launch'))).toHaveLength(1);
  });

  test('a failed build shows its last lines and leaves neither tag nor lock', async () => {
    recipe('RUN echo "it broke here" && head /nonexistent');
    await expect(ensure()).rejects.toMatchObject({
      code: 'IMAGE_BUILD_FAILED',
      message: expect.stringContaining('it broke here'),
    });
    expect(await tags()).toEqual([]);
    expect(readdirSync(join(dir, 'state'))).toEqual([]);
    recipe('RUN true');
    expect((await ensure()).built).toBe(true);
  });

  test('cancelled in the middle: no tag, no lock, and the build has stopped', async () => {
    recipe('RUN echo started && sleep 45');
    const cancel = new AbortController();
    const started = Date.now();
    const progress = recorder((line) => line.includes('started') && cancel.abort());
    await expect(ensure(progress, cancel.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(Date.now() - started).toBeLessThan(20_000);
    // The builder's containers have the labels of the image they run.
    await expect.poll(() => engine.listContainers('dev.sandbox.test=tiny-2'), { timeout: 20_000 }).toEqual([]);
    expect(await tags()).toEqual([]);
    expect(existsSync(join(dir, 'state/image-build.lock'))).toBe(false);
  });

  test('the one who waits can be cancelled without harm to the one who builds', async () => {
    const cancel = new AbortController();
    const building = ensure();
    await expect.poll(() => existsSync(join(dir, 'state/image-build.lock'))).toBe(true);
    const waiting = ensure({ ...recorder(), step: () => cancel.abort() }, cancel.signal);
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await building).built).toBe(true);
  });

  test('a look-alike with our tag and without our label is built over', async () => {
    const first = await ensure();
    const [repo = '', tag = ''] = first.ref.split(':');
    await engine.removeImage(first.ref);
    const impostor = await tinyImage(engine);
    await engine.tagImage(impostor, repo, tag);
    const second = await ensure();
    expect(second.id).not.toBe(impostor);
    expect((await engine.inspectImage(first.ref))?.labels[imageLabels.digest]).toBe(tag);
  });

  test('a base of the user’s own that has changed means a new image', async () => {
    const first = await ensure();
    const mark = await engine.buildImage(buildContext({ Dockerfile: `FROM ${base}\nLABEL changed=${Date.now()}` }), {
      buildArgs: {},
      labels: {},
      onLine: () => {},
    });
    await engine.tagImage(mark, base.split(':')[0] ?? '', '1');
    const second = await ensure();
    expect(second.ref).toBe(first.ref);
    expect(second.built).toBe(true);
    await engine.tagImage(await tinyImage(engine), base.split(':')[0] ?? '', '1');
  });

  async function tags(): Promise<readonly string[]> {
    const images = await engine.listImages(`${imageLabels.version}=${request.agent.install?.version}`);
    return images.flatMap((image) => image.tags);
  }
});

/** Built by the first test run on a machine (minutes, needs Debian's packages), found by all later ones. */
describe('the real images', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-images-'));
  let base: EnsuredImage;
  let agent: EnsuredImage;

  beforeAll(async () => {
    const request = { base: null, programDir: root, stateDir: dir, env: process.env, assumeYes: true };
    base = await ensureImage(engine, { ...request, agent: shell }, recorder(), never);
    agent = await ensureImage(engine, { ...request, agent: codex }, recorder(), never);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  async function run(image: EnsuredImage, argv: readonly string[], user = '12345:12345'): Promise<string> {
    const [command = '', ...args] = argv;
    const id = await engine.createContainer(
      containerSpec(image.id, {
        entrypoint: [command],
        cmd: args,
        user,
        env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8'],
      }),
    );
    try {
      const attached = await engine.attach(id, { tty: false });
      await engine.start(id);
      const [out, err] = await Promise.all([collect(attached.stdout), collect(attached.stderr)]);
      return out + err;
    } finally {
      await engine.removeContainer(id);
    }
  }

  test('has the tools', async () => {
    const tools =
      'bash sh perl git rg fd curl jq less ps nano unzip xz ssh python3 gcc make node npm npx tic infocmp'.split(' ');
    const script = tools.map((tool) => `command -v ${tool} >/dev/null || echo missing ${tool}`).join('\n');
    expect(await run(base, ['/bin/bash', '-lc', `export PATH=/usr/local/bin:$PATH\n${script}`])).toBe('');
    expect(await run(base, ['/usr/local/bin/node', '--version'])).toMatch(/^v24\./);
    expect(await run(base, ['/usr/bin/python3', '-c', 'import venv, ensurepip; print("ü")'])).toBe('ü\n');
    expect(await run(base, ['/usr/bin/infocmp', '-1', 'tmux-256color'])).toContain('colors#');
  });

  test('a login shell keeps its PATH', async () => {
    expect(await run(base, ['/bin/bash', '-lc', 'echo $PATH'])).toBe('/usr/bin:/bin\n');
    expect(await run(base, ['/usr/bin/env', '-i', '/bin/sh', '-lc', 'echo $PATH'])).toBe(
      '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n',
    );
  });

  test('nobody becomes anybody else: no setuid, setgid or file capability', async () => {
    const find = 'find / -xdev -perm /6000 ! -type l 2>/dev/null';
    expect(await run(agent, ['/bin/sh', '-c', find], '0:0')).toBe('');
    expect(await run(agent, ['/usr/bin/perl', '-e', CAPABILITIES], '0:0')).toBe('');
  });

  test('the agent is root’s, found on the standard PATH, and writable by nobody else', async () => {
    const script = [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'command -v codex',
      'codex --version 2>/dev/null',
      'find /opt /usr /etc /bin /sbin /lib -xdev ! -type l \\( -perm /022 -o ! -uid 0 \\) 2>/dev/null',
    ];
    expect(await run(agent, ['/bin/sh', '-c', script.join('\n')])).toBe(
      `/usr/local/bin/codex\ncodex-cli ${codex.install?.version}\n`,
    );
  });

  test('its history and labels name nobody and hold nothing of the machine that built it', async () => {
    const docker = new Docker();
    const here = [root, dir, hostname(), userInfo().homedir === '/root' ? '/home/' : userInfo().homedir];
    const proxies = Object.entries(process.env).flatMap(([name, value]) =>
      /proxy|registry|token|secret|_key$/i.test(name) && value !== undefined && value.length > 3 ? [value] : [],
    );
    for (const { id } of [base, agent]) {
      const image = docker.getImage(id);
      const told = JSON.stringify([(await image.history()) as unknown, (await image.inspect()).Config]);
      expect([...here, ...proxies].filter((text) => told.includes(text))).toEqual([]);
      const labels = Object.keys((await image.inspect()).Config.Labels ?? {});
      expect(labels.filter((name) => !name.startsWith('dev.sandbox.'))).toEqual([]);
    }
  });

  test('nothing of the build is left: no lists, caches, logs, Debian npm, proxies or registry', async () => {
    const script =
      'ls /var/lib/apt/lists /var/cache/apt/archives/*.deb /root/.npm /opt/host /opt/ca.crt /usr/share/nodejs 2>/dev/null';
    expect((await run(agent, ['/bin/sh', '-c', script], '0:0')).trim()).toMatch(/^(\/var\/lib\/apt\/lists:)?$/);
    expect(await run(agent, ['/usr/bin/env'])).not.toMatch(/proxy|registry/i);
  });
});

/** Prints files with a security.capability attribute; perl-base has no module for it. */
const CAPABILITIES = `
  my @dirs = ('/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/lib');
  my $getxattr = { x86_64 => 191, aarch64 => 8 }->{ (split ' ', \`uname -m\`)[0] } or exit;
  while (my $dir = shift @dirs) {
    opendir my $handle, $dir or next;
    for my $name (readdir $handle) {
      next if $name eq '.' or $name eq '..';
      my $path = "$dir/$name";
      lstat $path;
      if (-d _ and ! -l _) { push @dirs, $path; next }
      next unless -f _;
      my $buffer = "\\0" x 64;
      print "$path\\n" if syscall($getxattr, my $copy = $path, my $key = 'security.capability', $buffer, 64) >= 0;
    }
  }`;
