import { readFileSync, readlinkSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

/** Who owns a session: a process that cannot be confused with a later one of the same number. */
export interface Owner {
  readonly pid: number;
  /** Start time in clock ticks since boot (field 22 of proc_pid_stat(5)); 0 where there is no /proc. */
  readonly start: string;
  readonly bootId: string;
  /** Digest of the machine's id and process namespace: engines can be shared between hosts and devcontainers. */
  readonly hostId: string;
}

export function currentOwner(): Owner {
  return { pid: process.pid, start: startTime(process.pid) ?? '0', bootId: readBootId(), hostId: readHostId() };
}

/** False only when the process is certainly gone: another boot, no such pid, or another start time. */
export function isAlive(owner: Owner): boolean {
  if (owner.bootId !== readBootId()) return false;
  return startTime(owner.pid) === owner.start;
}

/** The kernel's boot_id; `unknown` where there is no /proc. */
export function readBootId(): string {
  return readLine('/proc/sys/kernel/random/boot_id') ?? 'unknown';
}

function readHostId(): string {
  const id = readLine('/etc/machine-id') ?? hostname();
  return createHash('sha256').update(`sandbox:${id}:${processNamespace()}`).digest('hex').slice(0, 16);
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'none';
  }
}

/** Whether it has ended: gone, or nothing of it left but what its parent has not asked for yet. */
export function hasEnded(owner: Owner): boolean {
  return !isAlive(owner) || statOf(owner.pid)?.[0] === 'Z';
}

function startTime(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}

/** Fields of proc_pid_stat(5) from the third on. */
function statOf(pid: number): readonly string[] | null {
  const stat = readLine(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything: fields are counted from the last closing one.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null;
}

function readLine(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
