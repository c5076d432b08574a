import type { Finding } from '../../battery/check.ts';
import type { Engine } from '../engine/engine.ts';
import type { GitIdentity } from '../host/find-git-identity.ts';
import type { HostFacts } from '../host/facts.ts';
import type { ImageRequest } from '../images/image-request.ts';
import type { BuildProgress } from '../images/progress.ts';
import type { Judgement } from '../judge/judge-input.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import type { Messages } from '../ui/messages.ts';
import type { SessionIo } from './connect-streams.ts';
import type { SessionHooks } from './hooks.ts';
import type { Review } from '../own-config/review.ts';
import type { Timings } from './timings.ts';

/** All a session needs; nothing else of the process is used. */
export interface SessionRequest {
  readonly plan: LaunchPlan;
  readonly digest: string;
  readonly options: LaunchOptions;
  readonly facts: HostFacts;
  /** Asks git; called while the engine works, because starting a process keeps this one busy. */
  readonly gitIdentity: () => Promise<GitIdentity>;
  /** Being opened while the host is looked at. */
  readonly engine: Promise<Engine>;
  readonly image: ImageRequest;
  readonly progress: BuildProgress;
  /** `verdict`: the agent is never started. */
  readonly until: 'verdict' | 'end';
  /** Its launcher is a keeper: no terminal is needed, and the engine keeps the output for those who attach. */
  readonly detached: boolean;
  /** Hears the session's name as soon as its agent runs. */
  readonly onReady: (session: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly io: SessionIo;
  readonly messages: Messages;
  readonly hooks: SessionHooks;
  /** boot_id of the kernel this program runs on. Tests say another one, as if the engine were in a virtual machine. */
  readonly bootId: () => string;
  readonly timings: Timings;
}

/** How a session ended; the same shape for every end. */
export interface SessionResult {
  readonly session: string;
  readonly plan: LaunchPlan;
  readonly findings: readonly Finding[];
  readonly judgement: Judgement | null;
  /** What the session left in the agent’s own configuration; null: nobody looked. */
  readonly review: Review | null;
  /** Exit code of the command. */
  readonly code: number;
  readonly signal: string | null;
  readonly reason: 'agent' | 'verdict' | 'refused' | 'engine' | 'signal';
  /** What stopped it before its end; null when the agent or the verdict ended it. */
  readonly error: unknown;
}
