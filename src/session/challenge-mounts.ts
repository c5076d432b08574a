import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MountProof } from '../../battery/check.ts';
import type { Pin } from '../host/pin.ts';
import { sweepChallenges } from '../host/sweep-challenges.ts';
import { createFile, removeCreated } from '../host/write.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';

/** As much as the gate reads. */
const READ_LIMIT = 65_536;
/** File sharing into a virtual machine may show a new file late. */
const PATIENCE_MS = 2_000;

interface Challenge {
  readonly plan: LaunchPlan;
  readonly pins: ReadonlyMap<string, Pin>;
  /** First 64 KiB of a file inside, latin1; null: not there. */
  readonly read: (path: string) => Promise<string | null>;
  readonly note: (line: string) => void;
}

/**
 * Proves each mount on an engine with another kernel: a file with a secret, made through the pinned descriptor, must be read
 * back through the mount, and is removed again. Files, and directories where the caller can make none, are compared by what
 * is in them. Before GO only: afterwards the agent could plant what is looked for.
 */
export async function challengeMounts(input: Challenge): Promise<ReadonlyMap<string, MountProof>> {
  const proofs = new Map<string, MountProof>();
  for (const mount of input.plan.mounts) {
    const pin = input.pins.get(mount.id);
    if (pin !== undefined) proofs.set(mount.id, await prove(pin, mount.target, input));
  }
  return proofs;
}

async function prove(pin: Pin, target: string, { read, note }: Challenge): Promise<MountProof> {
  if ((pin.mode & constants.S_IFMT) !== constants.S_IFDIR) return compareFile(`/proc/self/fd/${pin.fd}`, target, read);
  for (const line of sweepChallenges(pin)) note(line);
  const secret = `${randomBytes(16).toString('hex')}\n`;
  const created = make(pin, secret);
  if (created === null) return compareAnyFile(pin, target, read);
  try {
    const path = `${target}/${created.name}`;
    let found = await read(path);
    for (
      const end = performance.now() + PATIENCE_MS;
      found === null && performance.now() < end;
      found = await read(path)
    )
      await sleep(100);
    return { kind: 'challenge', matches: found === secret };
  } finally {
    removeCreated(created);
  }
}

/** A name that is taken, by whoever guessed it, is never written to: another one is tried. */
function make(pin: Pin, secret: string): ReturnType<typeof createFile> | null {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return createFile(pin.fd, `.sandbox-challenge-${randomBytes(16).toString('hex')}`, secret);
    } catch (error) {
      const { code } = (error as Error & { cause?: NodeJS.ErrnoException }).cause ?? {};
      if (code !== 'EEXIST') return null;
    }
  }
  return null;
}

async function compareAnyFile(pin: Pin, target: string, read: Challenge['read']): Promise<MountProof> {
  const directory = `/proc/self/fd/${pin.fd}`;
  const name = names(directory).find((each) => {
    const stat = lstatSync(`${directory}/${each}`, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size > 0;
  });
  return name === undefined
    ? { kind: 'none', matches: false }
    : compareFile(`${directory}/${name}`, `${target}/${name}`, read);
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

async function compareFile(path: string, target: string, read: Challenge['read']): Promise<MountProof> {
  const here = readStart(path);
  if (here === null) return { kind: 'none', matches: false };
  return { kind: 'content', matches: (await read(target)) === here };
}

function readStart(path: string): string | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    if (!fstatSync(fd).isFile()) return null;
    const buffer = Buffer.alloc(READ_LIMIT);
    return buffer.subarray(0, readSync(fd, buffer, 0, READ_LIMIT, 0)).toString('latin1');
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}
