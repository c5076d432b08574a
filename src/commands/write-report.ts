import { AppError } from '../errors.ts';
import type { SessionResult } from '../session/request.ts';
import type { Timings } from '../session/timings.ts';
import { jsonText } from '../ui/json-text.ts';
import type { Prepared } from './prepare.ts';
import type { ReportFile } from './report-file.ts';

/** `--report FILE`: the whole session as one JSON object, mode 0600. Holds references to secrets, never values. Throws BAD_VALUE. */
export function writeReport(file: ReportFile, { digest }: Prepared, result: SessionResult, timings: Timings): void {
  const { notes: _notes, ...plan } = result.plan;
  const error =
    result.error instanceof AppError
      ? {
          code: result.error.code,
          message: [result.error.message, ...result.error.details].join('\n'),
          hint: result.error.hint,
        }
      : null;
  const reason = result.reason === 'verdict' ? 'agent' : result.reason;
  const report = {
    schema: 'sandbox/1',
    session: result.session,
    agent: plan.agent,
    plan,
    digest,
    findings: result.findings,
    timings: timings.toJson(),
    exit: { code: result.code, signal: result.signal, reason },
    review: result.review,
    error,
  };
  file.write(`${jsonText(report, 2)}\n`);
}
