import type { AppError } from '../../../errors.ts';
import { negotiateVersion } from '../api-version.ts';
import { ping, type Ping } from '../ping.ts';
import { unsupportedPodman } from '../unsupported-podman.ts';
import { explainFailure, type Failure } from './explain-failure.ts';
import { strategies } from './index.ts';
import { installedEngines } from './installed-engines.ts';
import type { Candidate, DiscoveryInput, Strategy } from './strategy.ts';

export interface FoundEngine {
  readonly socketPath: string;
  /** `unix:///var/run/docker.sock` */
  readonly endpoint: string;
  /** Negotiated, `1.41`. */
  readonly apiVersion: string;
}

/** Seams for tests; the defaults are the real ones. */
export interface DiscoverySeams {
  readonly strategies?: readonly Strategy[];
  readonly ping?: (socketPath: string) => Promise<Ping>;
  /** Names of the engine programs found on this machine. */
  readonly installed?: (env: DiscoveryInput['env']) => Promise<readonly string[]>;
}

/**
 * Asks every candidate in order and takes the first that answers as a Docker engine of a known version.
 * Throws AppError (ENGINE_*), about the decisive candidate or else about the failure that says most.
 */
export async function discover(input: DiscoveryInput, seams: DiscoverySeams = {}): Promise<FoundEngine> {
  const failures: Failure[] = [];
  for (const strategy of seams.strategies ?? strategies) {
    for (const candidate of await strategy(input)) {
      const result = await ask(candidate, seams.ping ?? ping);
      if ('apiVersion' in result) return result;
      if (candidate.decisive) throw await explain([result], input, seams);
      failures.push(result);
    }
  }
  throw await explain(failures, input, seams);
}

async function ask(candidate: Candidate, askEngine: (path: string) => Promise<Ping>): Promise<FoundEngine | Failure> {
  const { socketPath } = candidate;
  try {
    const answer = await askEngine(socketPath);
    if (answer.podman !== null) return { candidate, error: unsupportedPodman(socketPath, answer.podman) };
    return {
      socketPath,
      endpoint: `unix://${socketPath}`,
      apiVersion: negotiateVersion(answer.apiVersion, socketPath),
    };
  } catch (error) {
    return { candidate, error };
  }
}

async function explain(failures: readonly Failure[], input: DiscoveryInput, seams: DiscoverySeams): Promise<AppError> {
  return explainFailure(failures, await (seams.installed ?? installedEngines)(input.env));
}
