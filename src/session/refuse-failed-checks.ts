import type { Attestation } from '../../battery/attestation.ts';
import type { Finding } from '../../battery/check.ts';
import { judgeFindings } from '../../battery/verdict.ts';
import { AppError, BugError } from '../errors.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';

/** Throws CHECK_FAILED when a check failed, COMMAND_NOT_FOUND when only the command is missing in the image. */
export function refuseFailedChecks(findings: readonly Finding[], attestation: Attestation, plan: LaunchPlan): void {
  const failed = findings.filter(({ verdict }) => verdict === 'fail');
  const missing = attestation.command === null;
  const others = missing ? failed.filter(({ id }) => id !== '21') : failed;
  if (others.length > 0) {
    const lines = others.map(
      ({ id, title, expected, found }) => `${id} ${title}: expected ${expected}; found ${found}`,
    );
    const [first, ...rest] = lines;
    throw new AppError('CHECK_FAILED', `refused, nothing of the agent ran; check ${first}`, others[0]?.hint ?? '', {
      details: rest.map((line) => `also check ${line}`),
    });
  }
  if (!missing && judgeFindings(findings).outcome === 'refuse') throw new BugError('a session without findings');
  if (missing) {
    throw new AppError(
      'COMMAND_NOT_FOUND',
      `the image has no command ${plan.argv[0] ?? ''}`,
      'Check its spelling; what the image lacks can be put into it with --image.',
    );
  }
}
