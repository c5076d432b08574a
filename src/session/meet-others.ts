import type { Engine } from '../engine/engine.ts';
import { judge } from '../judge/index.ts';
import type { JudgeInput } from '../judge/judge-input.ts';
import type { Owner } from '../state/owner.ts';
import type { Cleanup } from './cleanup.ts';
import { findOtherSessions } from './other-sessions.ts';
import { outlastLater } from './outlast-later.ts';
import { refuse } from './pin-and-judge.ts';
import type { SessionRequest } from './request.ts';

/**
 * The second look of the judge, with the sessions that are running; the sweep of abandoned ones goes on beside it. Throws the
 * refusal. `told` are the notes of the first look, which are not said again.
 */
export async function meetOthers(input: {
  readonly engine: Engine;
  /** Of this session's container. */
  readonly id: string;
  readonly owner: Owner;
  readonly request: SessionRequest;
  readonly judged: JudgeInput;
  readonly told: readonly string[];
  readonly cleanup: Cleanup;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { engine, id, owner, request, judged, cleanup } = input;
  const { earlier, later, abandoned } = await findOtherSessions(engine, { id, uid: request.plan.user.uid, owner });
  const sweep = Promise.all(abandoned.map((name) => engine.removeContainer(name)));
  sweep.catch(() => undefined);
  cleanup.pushFirst('remove abandoned sessions', () => sweep.then(() => undefined));
  if (abandoned.length > 0) request.messages.detail(`removing ${abandoned.length} abandoned session(s)`);
  if (earlier.length > 0) {
    const judgement = judge({ ...judged, live: earlier });
    refuse(judgement);
    for (const note of judgement.notes) if (!input.told.includes(note)) request.messages.note(note);
  }
  if (later.length === 0 || judge({ ...judged, live: later }).refusals.length === 0) return;
  refuse(judge({ ...judged, live: await outlastLater(engine, later, input.signal) }));
}
