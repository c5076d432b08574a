import { readlinkSync } from 'node:fs';
import type { Attestation } from '../../battery/attestation.ts';
import type { SessionFacts } from '../../battery/check.ts';
import { configPaths } from '../config/load.ts';
import type { ContainerState, EngineInfo } from '../engine/engine.ts';
import type { HostFacts } from '../host/facts.ts';
import type { Pin } from '../host/pin.ts';
import { walkChain } from '../host/pin-protected.ts';
import { gitConfigFile } from '../mounts/identity-files.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import { challengeMounts } from './challenge-mounts.ts';
import type { GateDialog } from './gate-dialog.ts';
import type { SessionRequest } from './request.ts';

export interface Gathered {
  readonly request: SessionRequest;
  readonly session: string;
  readonly plan: LaunchPlan;
  readonly pins: ReadonlyMap<string, Pin>;
  readonly attestation: Attestation;
  readonly dialog: GateDialog;
  readonly engine: EngineInfo;
  /** The engine has other paths than this process: what it was told was worked out, and is proved on the same kernel, too. */
  readonly outer: boolean;
  /** Asked for since the start. */
  readonly container: Promise<ContainerState | null>;
  /** Seconds since the epoch, before the start. */
  readonly started: number;
  /** What its own checks were told; null: the agent has none. */
  readonly ownConfig: SessionFacts['ownConfig'];
}

/** Everything the session-stage checks look at: the attestation, and what the host knows to compare it with. */
export async function sessionFacts(input: Gathered): Promise<SessionFacts> {
  const { request, session, plan, pins, attestation, dialog, engine, started, ownConfig } = input;
  const latest = Date.now() / 1000;
  const hostBootId = request.bootId();
  const read = (path: string): Promise<string | null> => dialog.read(path);
  const note = (line: string): void => request.messages.note(line);
  const told = attestation.bootId === hostBootId && !input.outer;
  const proofs = told ? null : await challengeMounts({ plan, pins, read, note });
  return {
    attestation,
    pins,
    hostBootId,
    proofs,
    hostNamespaces: namespaces(),
    hostClock: { earliest: started, latest },
    engine,
    container: await input.container,
    gitConfig: gitConfigFile(await request.gitIdentity(), plan),
    configFiles: configFiles(request.facts),
    ownConfig,
    session,
  };
}

function namespaces(): Readonly<Record<string, string>> {
  const names = ['pid', 'ipc', 'uts', 'net'];
  return Object.fromEntries(names.flatMap((name) => link(name).map((text): [string, string] => [name, text])));
}

/** Nothing where the launcher's system has no such link. */
function link(name: string): readonly string[] {
  try {
    return [readlinkSync(`/proc/self/ns/${name}`)];
  } catch {
    return [];
  }
}

function configFiles(facts: HostFacts): SessionFacts['configFiles'] {
  return configPaths(facts)
    .map((path) => ({ path, chain: walkChain(path) }))
    .filter(({ chain }) => chain.length > 0);
}
