import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What the attacker prints about one probe. */
export interface ProbeResult {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  /** The tool, incident or catalogue case that the probe follows. */
  readonly source: string;
  /** True: its outcome depends on `--network`. */
  readonly network: boolean;
  /** `broken` is a mistake in the probe. */
  readonly outcome: 'hit' | 'blocked' | 'not-applicable' | 'broken';
  readonly detail: string;
}

/** What the attacker is told; see probes/kit.py. Markers and the secret are in hexadecimal. */
export interface AttackerConfig {
  readonly markers: readonly string[];
  readonly secret: string;
  readonly home: string;
  readonly workspace: string;
  readonly hostNamespaces: Readonly<Record<string, string>>;
  readonly hostMemory: number;
  readonly plannedFiles: number;
  readonly socketGroup: number;
  readonly gatewayPort: number;
  readonly loopbackPort: number;
  readonly peer: readonly [string, number] | null;
  readonly only: readonly string[];
}

/** Where the program is, and where a weak container has it. */
export const attackerProgram = {
  source: import.meta.dirname,
  target: '/opt/attacker',
  mount: { Type: 'bind' as const, Source: import.meta.dirname, Target: '/opt/attacker', ReadOnly: true },
};

/** Probe results of a run. Throws with what was said when it printed none. */
export function parseResult({ stdout, stderr }: { stdout: string; stderr: string }): readonly ProbeResult[] {
  try {
    return (JSON.parse(stdout) as { probes: ProbeResult[] }).probes;
  } catch {
    throw new Error(`the attacker printed no result: ${stdout.slice(0, 500)} ${stderr.slice(0, 2000)}`);
  }
}

/** Namespace → its text on this machine, and `name`, the machine's name. */
export function hostNamespaces(): Record<string, string> {
  const names = ['pid', 'net', 'ipc', 'uts'];
  return {
    ...Object.fromEntries(names.map((name) => [name, readlinkSync(`/proc/self/ns/${name}`)])),
    name: hostname(),
  };
}
