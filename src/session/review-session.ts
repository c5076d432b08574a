import { reviewLines } from '../own-config/review.ts';
import type { OwnConfigWatch } from './own-config-watch.ts';
import type { SessionRequest, SessionResult } from './request.ts';

/**
 * After the container is gone: what the session left in the agent's own configuration, named, and with `--review fail` the
 * end of a session that would have ended well. What cannot be looked at is told; where it should decide, it ends the session badly too.
 */
export async function reviewSession(
  result: SessionResult,
  watch: OwnConfigWatch,
  { options, messages, timings }: Pick<SessionRequest, 'options' | 'messages' | 'timings'>,
): Promise<SessionResult> {
  try {
    if (!watch.began || options.review === 'off') return result;
    const review = await watch.review();
    const lines = reviewLines(review, result.plan.agent, watch.directory);
    for (const line of lines) messages.alert(line);
    return { ...result, review, code: lines.length > 0 ? judged(result, options.review) : result.code };
  } catch (error) {
    messages.alert(
      `what the session changed could not be reviewed: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { ...result, code: judged(result, options.review) };
  } finally {
    watch.close();
    timings.mark('review');
  }
}

function judged({ code, reason }: SessionResult, mode: 'warn' | 'fail' | 'off'): number {
  return mode === 'fail' && code === 0 && reason === 'agent' ? 1 : code;
}
