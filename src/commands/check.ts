import { judgeFindings } from '../../battery/verdict.ts';
import { AppError } from '../errors.ts';
import type { SessionResult } from '../session/request.ts';
import { describeCounts } from '../ui/describe-finding.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import { junitReport } from '../ui/junit.ts';
import type { NoVerdict } from '../ui/junit.ts';
import { printFindings } from '../ui/print-findings.ts';
import type { Deps, Invocation } from './command.ts';
import { session } from './launch.ts';
import { ReportFile } from './report-file.ts';

/** Launches up to the verdict; the agent is never started. `--explain NN` only says what a check is. */
export async function check(invocation: Invocation, deps: Deps): Promise<number> {
  const { explain, junit } = invocation.flags;
  const json = invocation.flags['json'] === true;
  if (typeof explain === 'string') return (await import('./explain-check.ts')).explainCheck(explain, json, deps);
  if (invocation.positionals.length === 0)
    throw new AppError('USAGE', 'check which agent?', 'sandbox check codex, or sandbox check --explain NN.');
  const file = typeof junit === 'string' ? new ReportFile(junit) : null;
  const began = performance.now();
  const { result, prepared } = await session(invocation, deps, 'verdict');
  const { findings } = result;
  const counts = judgeFindings(findings).counts;
  if (file !== null) {
    const cases = findings.map((finding) => ({ ...finding, group: result.plan.agent }));
    const seconds = (performance.now() - began) / 1000;
    file.write(junitReport('sandbox check', cases, seconds, counts.fail > 0 ? null : noVerdict(result)));
    file.close();
  }
  if (json) {
    const { notes: _notes, ...plan } = result.plan;
    writeJsonResult(deps.stdout, 'check', { findings, counts, plan, digest: prepared.digest }, result.error);
    return result.code;
  }
  printFindings(deps.stdout, findings);
  if (findings.length > 0) deps.stdout.write(`${describeCounts(counts)}\n`);
  return result.code;
}

/** Why no check failed and the command does all the same: no engine, a refused mount, a signal. */
function noVerdict({ code, signal, error }: SessionResult): NoVerdict | null {
  if (code === 0) return null;
  if (error instanceof AppError)
    return { code: error.code, message: [error.message, ...error.details].join('; '), hint: error.hint };
  const message = error === null ? `ended by ${signal ?? `code ${code}`}` : String(error);
  return { code: error === null ? 'ENDED' : 'BUG', message, hint: 'Nothing is known about this session.' };
}
