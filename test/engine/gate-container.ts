import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import type { SessionFacts } from '../../battery/check.ts';
import { gateFiles } from '../../battery/gate-files.ts';
import { FrameParser } from '../../battery/parse-frame.ts';
import { parseAttestation } from '../../battery/parse-attestation.ts';
import { gateRequest } from '../../battery/request.ts';
import type { Pin } from '../../src/host/pin.ts';
import { walkChain } from '../../src/host/pin-protected.ts';
import { readContainer } from '../../src/engine/docker/read-container.ts';
import { createOptions } from '../../src/engine/docker/create-options.ts';
import type { CreateBody } from '../../src/engine/docker/create-options.ts';
import type { LaunchPlan } from '../../src/plan/launch-plan.ts';
import { containerSpec } from '../../src/session/container-spec.ts';
import { fixtureFacts, fixturePlan } from '../unit/battery/session-fixture.ts';
import { gateImage } from './gate-image.ts';

const battery = new URL('../../battery/', import.meta.url).pathname;

export interface GateOptions {
  /** The lease has ended before the gate begins. */
  readonly launcherGone?: boolean;
  readonly uid?: number;
  readonly tty?: boolean;
  readonly argv?: readonly string[];
  readonly env?: readonly string[];
  readonly timeout?: number;
  /** Names of programs the gate looks up. */
  readonly commands?: readonly string[];
  /** The gate is told which object the own configuration must be. */
  readonly identity?: boolean;
  readonly plan?: (plan: LaunchPlan) => LaunchPlan;
  /** A defence taken away: changes what the engine is told, not the plan. */
  readonly mutate?: (body: CreateBody, root: string) => void;
  /** Changes the host's tree between create and start: `inspect` does not notice, and the engine follows. */
  readonly swap?: (root: string) => void;
}

/** A container with the real gate in it, configured as the plan says; driven by hand. */
export class GateContainer {
  readonly nonce = randomBytes(16).toString('hex');
  readonly session = 'k3v9';
  plan: LaunchPlan;
  /** Host directory that stands for the user's; source of every mount. */
  readonly root: string;
  /** All of stdout (with a TTY: everything), and stderr. */
  output = Buffer.alloc(0);
  errors = Buffer.alloc(0);
  #stream: Duplex | null = null;
  #container: Docker.Container | null = null;
  #exit: Promise<number> | null = null;
  #lease: number | null = null;
  #started = 0;
  #pins = new Map<string, Pin>();

  private constructor(plan: LaunchPlan, root: string) {
    this.plan = plan;
    this.root = root;
  }

  static async start(docker: Docker, options: GateOptions = {}): Promise<GateContainer> {
    const uid = options.uid ?? 1000;
    const root = mkdtempSync('/var/tmp/sandbox-gate-');
    const base = fixturePlan({ tty: options.tty ?? false, argv: options.argv ?? ['codex', '-c', 'cat'] });
    const fixture: LaunchPlan = {
      ...base,
      user: { ...base.user, uid, gid: uid, groups: uid === 0 ? [] : base.user.groups },
      tmpfs: base.tmpfs.map((each) => ({ ...each, uid, gid: uid })),
      mounts: base.mounts.map((each) => ({ ...each, source: join(root, each.id) })),
    };
    const gate = new GateContainer(options.plan?.(fixture) ?? fixture, root);
    gate.#prepare(uid, options);
    if (options.launcherGone === true) gate.dropLease();
    try {
      await gate.#run(docker, options);
    } catch (error) {
      await gate.remove();
      throw error;
    }
    return gate;
  }

  /** Resolves with the attestation's facts. */
  async facts(): Promise<SessionFacts> {
    const json = await this.until(() => {
      const frame = new FrameParser(this.nonce).push(this.output)[0];
      return frame?.kind === 'attestation' ? frame.json : null;
    });
    const latest = Date.now() / 1000;
    const inspected = await this.#container?.inspect();
    return {
      ...fixtureFacts(this.plan),
      pins: this.#pins,
      hostBootId: bootId(),
      hostNamespaces: Object.fromEntries(
        ['pid', 'ipc', 'uts', 'net'].map((ns) => [ns, readlinkSync(`/proc/self/ns/${ns}`)]),
      ),
      hostClock: { earliest: this.#started, latest },
      container: inspected === undefined ? null : readContainer(inspected),
      attestation: parseAttestation(json),
    };
  }

  say(line: string): void {
    this.#stream?.write(`${line}\n`);
  }

  type(bytes: string | Buffer): void {
    this.#stream?.write(bytes);
  }

  closeInput(): void {
    this.#stream?.end();
  }

  variable(text: string): void {
    this.say(`ENV ${this.nonce} ${Buffer.from(text).toString('base64')}`);
  }

  /** GO, then everything after READY so far. */
  async go(): Promise<void> {
    await this.facts();
    this.say(`GO ${this.nonce}`);
    await this.until(() => this.afterReady());
  }

  /** The agent's own output; null before READY. */
  afterReady(): Buffer | null {
    const parser = new FrameParser(this.nonce);
    return parser.push(this.output).some(({ kind }) => kind === 'ready') ? parser.rest() : null;
  }

  async agentOutput(): Promise<string> {
    await this.exit();
    return (this.afterReady() ?? Buffer.from(`not ready: ${this.output.toString('latin1')}`)).toString();
  }

  exit(): Promise<number> {
    return this.#exit ?? Promise.reject(new Error('not started'));
  }

  /** What the launcher's death does. */
  dropLease(): void {
    if (this.#lease !== null) closeSync(this.#lease);
    this.#lease = null;
  }

  /** pid on the host of the container's init. */
  async pid(): Promise<number> {
    return (await this.#container?.inspect())?.State.Pid ?? 0;
  }

  async until<T>(look: () => T | null, seconds = 10): Promise<T> {
    for (const end = Date.now() + seconds * 1000; ;) {
      const found = look();
      if (found !== null) return found;
      if (Date.now() > end)
        throw new Error(
          `timed out; stdout ${this.output.toString('latin1')}; stderr ${this.errors.toString('latin1')}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async remove(): Promise<void> {
    this.dropLease();
    await this.#container?.remove({ force: true }).catch(() => undefined);
    this.#stream?.destroy();
    for (const { fd } of this.#pins.values()) if (fd >= 0) closeSync(fd);
    rmSync(this.root, { recursive: true, force: true });
  }

  #prepare(uid: number, { timeout, commands = [], identity = false }: GateOptions): void {
    chmodSync(this.root, 0o755);
    for (const { source, options } of this.plan.mounts) {
      if (!source.startsWith(this.root)) continue;
      if (options.type === 'file') writeFileSync(source, `u:x:${uid}:${uid}::/home/u:/bin/sh\n`);
      else mkdirSync(source, { mode: 0o755 });
      chownSync(source, uid, uid);
    }
    mkdirSync(join(this.root, 'own-config', 'packages'), { recursive: true });
    chownSync(join(this.root, 'own-config', 'packages'), uid, uid);
    mkdirSync(join(this.root, 'workspace', 'src'));
    const run = join(this.root, 'session');
    for (const name of gateFiles) copyFileSync(join(battery, name), join(run, name));
    writeFileSync(join(run, 'gitconfig'), fixtureFacts(this.plan).gitConfig);
    writeFileSync(
      join(run, 'request'),
      gateRequest(this.plan, {
        commands,
        ...(timeout === undefined ? {} : { timeout }),
        ...(identity
          ? { ownConfig: { bootId: bootId(), ...statSync(join(this.root, 'own-config'), { bigint: true }) } }
          : {}),
      }),
    );
    execFileSync('mkfifo', ['-m', '600', join(run, 'lease')]);
    this.#lease = openSync(join(run, 'lease'), constants.O_RDWR | constants.O_NONBLOCK);
    for (const name of readdirSync(run)) {
      chmodSync(join(run, name), name === 'lease' ? 0o400 : 0o444);
      chownSync(join(run, name), uid, uid);
    }
    for (const { id, source } of this.plan.mounts) this.#pins.set(id, pin(source));
  }

  async #run(docker: Docker, { env, mutate, swap }: GateOptions): Promise<void> {
    const imageId = await gateImage(docker);
    this.plan = { ...this.plan, image: { ...this.plan.image, id: imageId } };
    const spec = containerSpec(this.plan, {
      session: this.session,
      nonce: this.nonce,
      imageId,
      pins: this.#pins,
      labels: { 'dev.sandbox.test': 'gate' },
      engine: fixtureFacts(this.plan).engine,
      sources: null,
      log: false,
      env: [
        'PATH=/usr/local/bin:/usr/bin:/bin',
        'HOME=/home/u',
        'IS_SANDBOX=1',
        'SANDBOX_AGENT=codex',
        `SANDBOX_SESSION=${this.session}`,
        'GIT_CONFIG_GLOBAL=/run/sandbox/gitconfig',
        'GIT_CONFIG_SYSTEM=/dev/null',
        'GIT_CONFIG_NOSYSTEM=1',
        ...(env ?? []),
      ],
    });
    const body = createOptions(
      { ...spec, name: `${spec.name}-${this.nonce.slice(0, 8)}` },
      { apiVersion: '1.41', cgroupVersion: '1' },
    );
    mutate?.(body, this.root);
    this.#container = await docker.createContainer(body as Docker.ContainerCreateOptions);
    this.#started = Date.now() / 1000;
    swap?.(this.root);
    const stream = (await this.#container.attach({
      stream: true,
      hijack: true,
      stdin: true,
      stdout: true,
      stderr: true,
      detachKeys: 'ctrl-^,ctrl-_,ctrl-^,ctrl-_,ctrl-@',
    })) as Duplex;
    this.#stream = stream;
    stream.on('error', () => undefined);
    if (this.plan.tty) stream.on('data', (chunk: Buffer) => void (this.output = Buffer.concat([this.output, chunk])));
    else
      docker.modem.demuxStream(
        stream,
        { write: (chunk: Buffer) => void (this.output = Buffer.concat([this.output, chunk])) } as never,
        { write: (chunk: Buffer) => void (this.errors = Buffer.concat([this.errors, chunk])) } as never,
      );
    const ended = new Promise<void>((resolve) => stream.on('close', resolve).on('end', resolve));
    this.#exit = this.#container
      .wait({ condition: 'next-exit' })
      .then(async ({ StatusCode }: { StatusCode: number }) => (await ended, StatusCode));
    this.#exit.catch(() => undefined);
    await this.#container.start();
  }
}

function pin(source: string): Pin {
  const { dev, ino } = statSync(source, { bigint: true });
  const { uid, gid, mode } = statSync(source);
  return { source, resolved: source, fd: -1, dev, ino, uid, gid, mode, chain: walkChain(source) };
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
