import { checkIds } from '../../battery/check-ids.ts';
import { hostChecks } from '../../battery/checks/host.ts';
import type { Finding, HostCheck } from '../../battery/check.ts';
import { runHostChecks } from '../../battery/run-host.ts';
import { judgeFindings } from '../../battery/verdict.ts';
import { agents, findAgent } from '../agents/index.ts';
import { AppError } from '../errors.ts';
import { findDirectories } from '../host/find-directories.ts';
import { findUser } from '../host/find-user.ts';
import { surveyAgent } from '../own-config/survey-agent.ts';
import { describeCounts } from '../ui/describe-finding.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import { junitReport } from '../ui/junit.ts';
import { printFindings } from '../ui/print-findings.ts';
import { quote } from '../ui/quote.ts';
import type { Deps, Invocation } from './command.ts';
import { ReportFile } from './report-file.ts';

interface Group {
  readonly agent: string;
  readonly directory: string;
  readonly findings: readonly Finding[];
}

/** The host-stage checks alone, for every agent whose configuration directory exists. No engine, no session, nothing written. */
export async function battery({ flags }: Invocation, deps: Deps): Promise<number> {
  const chosen = selectChecks(flags['only']);
  const asked = typeof flags['agent'] === 'string' ? [findAgent(flags['agent'])] : agents;
  const file = typeof flags['junit'] === 'string' ? new ReportFile(flags['junit']) : null;
  const began = performance.now();
  const user = findUser(deps.env);
  const facts = { user, dirs: findDirectories(deps.env, user.home, deps.programDir) };
  const groups: Group[] = [];
  for (const agent of asked) {
    const found = await surveyAgent(agent, agents, facts);
    if (found !== null) groups.push({ ...found, findings: runHostChecks(found, chosen) });
  }
  const cases = groups.flatMap(({ agent, findings }) => findings.map((finding) => ({ agent, ...finding })));
  const { counts } = judgeFindings(cases);
  if (file !== null) {
    const grouped = cases.map((each) => ({ ...each, group: each.agent }));
    file.write(junitReport('sandbox battery', grouped, (performance.now() - began) / 1000));
    file.close();
  }
  if (flags['json'] === true)
    writeJsonResult(
      deps.stdout,
      'battery',
      { findings: cases, counts },
      counts.fail === 0 ? null : refusal(counts.fail),
    );
  else print(groups, counts, deps);
  return counts.fail === 0 ? 0 : 77;
}

function print(groups: readonly Group[], counts: Parameters<typeof describeCounts>[0], { stdout }: Deps): void {
  if (groups.length === 0) stdout.write('no agent has a configuration directory here\n');
  for (const { agent, directory, findings } of groups) {
    stdout.write(`${agent}  ${quote(directory)}\n`);
    printFindings(stdout, findings, '  ');
  }
  if (groups.length > 0) stdout.write(`${describeCounts(counts)}\n`);
}

function refusal(count: number): AppError {
  return new AppError('CHECK_FAILED', `${count} checks failed`, 'Each finding says what to do.');
}

/** `--only 60,63`. Throws BAD_VALUE for what is no check, or one that only a session can make. */
function selectChecks(only: unknown): readonly HostCheck[] {
  if (typeof only !== 'string') return hostChecks;
  return only.split(',').map((text) => {
    const id = text.trim().padStart(2, '0');
    const found = hostChecks.find((check) => check.id === id);
    if (found !== undefined) return found;
    throw new AppError(
      'BAD_VALUE',
      checkIds.session.includes(id)
        ? `check ${id} is made in a session: sandbox check <agent>`
        : `there is no check ${text}`,
      `--only takes numbers of host checks: ${checkIds.host.join(',')}`,
    );
  });
}
