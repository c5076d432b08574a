import { openEngine } from '../engine/open.ts';
import { findExecutable } from '../host/find-executable.ts';
import { findGitIdentity } from '../host/find-git-identity.ts';
import { imageRequestFor } from '../images/image-request.ts';
import { runSession } from '../session/run-session.ts';
import type { SessionIo } from '../session/connect-streams.ts';
import type { SessionResult } from '../session/request.ts';
import { readBootId } from '../state/owner.ts';
import { Timings } from '../session/timings.ts';
import { buildProgress } from '../ui/build-progress.ts';
import { Messages } from '../ui/messages.ts';
import type { Deps, Invocation } from './command.ts';
import { launchLines } from './launch-lines.ts';
import { loudness } from './loudness.ts';
import { plan as printPlan } from './plan.ts';
import { prepare } from './prepare.ts';
import type { Prepared } from './prepare.ts';
import { ReportFile } from './report-file.ts';
import { workspaceLines } from './workspace-lines.ts';
import { writeReport } from './write-report.ts';

/** Starts a session; resolves to the agent's exit code, or ours. */
export async function launch(invocation: Invocation, deps: Deps): Promise<number> {
  if (invocation.flags['dryRun'] === true) return printPlan(invocation, deps);
  if (invocation.flags['detach'] === true) return (await import('./detach.ts')).detach(invocation, deps);
  const model = deps.model ?? null;
  const { result } = await session(invocation, deps, 'end', (options) => ({ ...options, model }));
  return result.code;
}

/** What is different about a detached session: where the agent's streams go, and who hears that it runs. */
export interface Keeping {
  readonly io: SessionIo;
  readonly ready: (session: string) => void;
}

/** What launch, check and demo have in common: prepare, run to the stopping point, tell, report. */
export async function session(
  invocation: Invocation,
  deps: Deps,
  until: 'verdict' | 'end',
  adjust?: Parameters<typeof prepare>[2],
  keeping?: Keeping,
): Promise<{ readonly prepared: Prepared; readonly result: SessionResult }> {
  const messages = new Messages(deps.stderr, loudness(invocation.flags));
  const timings = new Timings();
  timings.mark('start up');
  const report = typeof invocation.flags['report'] === 'string' ? new ReportFile(invocation.flags['report']) : null;
  const engine = openEngine({ env: deps.env, home: deps.env['HOME'] ?? '/', deadlines: deps.deadlines });
  engine.catch(() => undefined);
  const prepared = await prepare(invocation, deps, adjust);
  const { agent, options, facts, plan, digest } = prepared;
  timings.mark('plan');
  const image = imageRequestFor({ agent, options, facts, env: deps.env, assumeYes: invocation.flags['yes'] === true });
  const git = findExecutable('git', deps.env['PATH'], [facts.cwd, facts.workspace.path]);
  for (const line of launchLines(prepared, deps.env, invocation.command)) messages.note(line);
  const running = runSession({
    plan,
    digest,
    options,
    facts,
    gitIdentity: once(() => findGitIdentity(git, facts.user.home, deps.env)),
    engine,
    image,
    progress: buildProgress(deps.stderr, messages, loudness(invocation.flags)),
    until,
    detached: keeping !== undefined,
    onReady: keeping?.ready ?? (() => undefined),
    env: deps.env,
    io: keeping?.io ?? { stdin: deps.stdin, stdout: deps.stdout, stderr: deps.stderr },
    messages,
    hooks: deps.hooks,
    bootId: deps.bootId ?? readBootId,
    timings,
  });
  // Looked at when the engine has its first work, and said long before the agent has the terminal.
  if (until === 'end') for (const line of workspaceLines(facts.workspace.path)) messages.note(line);
  const result = await running;
  if (result.error !== null) messages.error(result.error, deps.version);
  if (invocation.flags['timings'] === true) messages.note(timings.toLine());
  if (report !== null) tell(() => writeReport(report, prepared, result, timings), messages, deps.version);
  report?.close();
  return { prepared, result };
}

/** What fails after the agent has ended is told, and does not replace the agent's exit code. */
function tell(work: () => void, messages: Messages, version: string): void {
  try {
    work();
  } catch (error) {
    messages.error(error, version);
  }
}

/** What `work` gives, asked for no more than once. */
function once<T>(work: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: work() }).value;
}
