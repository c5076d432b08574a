import { randomBytes } from 'node:crypto';
import { findAgent } from '../agents/index.ts';
import { closePins } from '../host/pins.ts';
import { seedConfig } from '../host/seed-config.ts';
import type { Finding } from '../../battery/check.ts';
import { AppError } from '../errors.ts';
import type { Pin } from '../host/pin.ts';
import type { Judgement } from '../judge/judge-input.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';
import { openStateDirectory } from '../state/state-directory.ts';
import { sweepSessions } from '../state/sweep-sessions.ts';
import { Cleanup } from './cleanup.ts';
import { describeMemoryEnd } from './describe-memory-end.ts';
import { heardFromGate } from './end-of-session.ts';
import { Interruption, signalExitCode } from './interruption.ts';
import { openSession } from './open-session.ts';
import type { OwnConfigWatch } from './own-config-watch.ts';
import { warnAboutConfig } from './warn-about-config.ts';
import type { SessionRequest, SessionResult } from './request.ts';
import { onSignals } from './signals.ts';
import { accompanyAgent } from './accompany-agent.ts';

/** What is known so far; the result is made from it, however the session ends. */
export interface Progress {
  plan: LaunchPlan;
  findings: readonly Finding[];
  judgement: Judgement | null;
  ownConfig: OwnConfigWatch | null;
}

/**
 * One session, from pinning to the removal of its container. Never throws for an expected end: refusals, engine faults
 * and signals are results. Whatever happens, everything of ours is gone and the terminal as it was when it resolves.
 */
export async function runSession(request: SessionRequest): Promise<SessionResult> {
  const session = randomBytes(6).toString('hex');
  const { messages, timings } = request;
  const cleanup = new Cleanup((what, error) =>
    messages.warn(`could not ${what}: ${error instanceof Error ? error.message : String(error)}`),
  );
  const interruption = new Interruption();
  cleanup.push('stop listening for signals', onSignals(interruption.onSignal));
  const progress: Progress = { plan: request.plan, findings: [], judgement: null, ownConfig: null };
  const end = await drive(request, session, cleanup, interruption, progress)
    .catch((error: unknown): End => {
      const { signal } = interruption;
      if (signal !== null) return { code: signalExitCode(signal), signal, reason: 'signal', error };
      const code = error instanceof AppError ? error.exitCode : 70;
      return { code, signal: null, reason: code === 69 ? 'engine' : 'refused', error };
    })
    .finally(() => cleanup.unwind());
  timings.mark('clean up');
  const { ownConfig, ...known } = progress;
  const result: SessionResult = { session, ...known, ...end, review: null };
  if (ownConfig === null) return result;
  return (await import('./review-session.ts')).reviewSession(result, ownConfig, request);
}

/** The agent will run: what it needs of the user's own file is put into its config directory, if it was never there. */
function seed({ plan, facts, options, messages }: SessionRequest, pins: ReadonlyMap<string, Pin>): void {
  const config = pins.get('own-config');
  const wanted = findAgent(plan.agent).config?.seed ?? null;
  if (config === undefined || wanted === null) return;
  const extra = options.unattended && plan.tty ? wanted.unattended : {};
  for (const note of seedConfig(wanted, config, facts, extra)) messages.note(note);
}

type End = Pick<SessionResult, 'code' | 'signal' | 'reason' | 'error'>;

async function drive(
  request: SessionRequest,
  session: string,
  cleanup: Cleanup,
  interruption: Interruption,
  progress: Progress,
): Promise<End> {
  const state = openStateDirectory(request.facts.dirs.state);
  for (const note of sweepSessions(state).notes) request.messages.note(note);
  const opened = await openSession({ request, session, state, cleanup, interruption, progress });
  cleanup.push('close the pins', () => closePins(opened.pins));
  if (request.until === 'verdict') return { code: 0, signal: null, reason: 'verdict', error: null };
  const { hooks, timings, io } = request;
  seed(request, opened.pins);
  warnAboutConfig(progress.findings, request.messages);
  await progress.ownConfig?.recordBefore();
  await hooks['before-go']?.();
  const first = await interruption.race(
    heardFromGate(opened.engine, opened.container, opened.dialog.go(opened.sealed)),
  );
  timings.mark('ready');
  await hooks['after-ready']?.();
  request.onReady(session);
  const { engine, container, early, modes } = opened;
  const end = await accompanyAgent({
    engine,
    container,
    io,
    tty: progress.plan.tty,
    first,
    early,
    modes,
    interruption,
    cleanup,
  });
  timings.mark('agent');
  await hooks['after-exit']?.();
  const explanation = await describeMemoryEnd(engine, container.id, end.code, progress.plan);
  if (explanation !== null) cleanup.pushFirst('say why it ended', () => request.messages.note(explanation));
  if (end.signal !== null)
    return { code: signalExitCode(end.signal), signal: end.signal, reason: 'signal', error: null };
  return { code: end.code, signal: null, reason: 'agent', error: null };
}
