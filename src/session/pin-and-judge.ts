import { agents } from '../agents/index.ts';
import { AppError } from '../errors.ts';
import { ensureDirectories } from '../host/ensure-directories.ts';
import { pinProtected } from '../host/pin-protected.ts';
import { closePins, pinAll } from '../host/pins.ts';
import { makePlacer } from '../host/placer.ts';
import { judge } from '../judge/index.ts';
import type { JudgeInput, Judgement } from '../judge/judge-input.ts';
import { recordGitPointer } from '../state/git-pointers.ts';
import type { SessionRequest } from './request.ts';

/**
 * Makes what is missing, pins every source, judges them. Returns the judge's input for the second look, when the live
 * sessions are known. Throws the first refusal; then nothing stays open.
 */
export function pinAndJudge(
  request: SessionRequest,
  state: string,
  sessionDir: string,
): { input: JudgeInput; judgement: Judgement } {
  const { plan, facts, options } = request;
  const { approvals } = options;
  ensureDirectories(plan, facts, approvals);
  // The table of mounts is read once, for the sources and for what they are compared with.
  const placer = makePlacer();
  const pins = pinAll(plan, facts, approvals, sessionDir, placer);
  try {
    const input: JudgeInput = {
      plan,
      facts,
      options,
      agents,
      pins,
      protected: pinProtected(facts, agents, plan.agent, pins, placer),
      live: [],
      approvals,
    };
    const judgement = judge(input);
    refuse(judgement);
    const common = pins.get('git-dir');
    if (common !== undefined)
      recordGitPointer(state, plan.workspace.source, { commonDir: common.source, ...common }, options.gitDir);
    return { input, judgement };
  } catch (error) {
    closePins(pins);
    throw error;
  }
}

/** The first refusal decides the code; the others are told with it. */
export function refuse({ refusals }: Judgement): void {
  const [first, ...rest] = refusals;
  if (first === undefined) return;
  const others = rest.map(({ message }) => `also: ${message}`);
  throw new AppError(first.code, first.message, first.hint, { details: others });
}
