import type { DoctorContext, Line, State } from '../doctor/probe.ts';
import { probes } from '../doctor/probes/index.ts';
import { runProbes } from '../doctor/run.ts';
import type { Deadlines } from '../engine/docker/deadline.ts';
import { openEngine } from '../engine/open.ts';
import { AppError } from '../errors.ts';
import { escapeText } from '../ui/escape.ts';
import { writeJsonResult } from '../ui/json-result.ts';
import type { Deps, Invocation } from './command.ts';
import { configured } from './configured.ts';
import { surveyImages } from './image-survey.ts';

const LINE_MAX = 1000;
/** Milliseconds the engine has for a call, at most. */
const CALL = 10_000;
const colours: Readonly<Record<State, number>> = { ok: 32, warn: 33, fail: 31, 'not-available': 2 };
const words: Readonly<Record<State, string>> = { ok: 'ok', warn: 'warn', fail: 'fail', 'not-available': 'n/a' };

/** Looks at this machine and says what would mend it. Changes nothing; 1 when a line fails. */
export async function doctor({ flags }: Invocation, deps: Deps): Promise<number> {
  const lines = await runProbes(probes, contextOf(deps));
  const count = (state: State): number => lines.filter((line) => line.state === state).length;
  const counts = { ok: count('ok'), warn: count('warn'), fail: count('fail'), notAvailable: count('not-available') };
  if (flags['json'] === true) {
    const error =
      counts.fail === 0
        ? null
        : new AppError('DOCTOR_FAILED', `${counts.fail} lines fail`, 'Each line says what mends it.');
    writeJsonResult(deps.stdout, 'doctor', { lines, counts }, error);
  } else {
    for (const line of lines) print(line, deps);
    const { ok, warn, fail, notAvailable } = counts;
    deps.stdout.write(`${ok} ok, ${warn} warn, ${fail} fail, ${notAvailable} not available\n`);
  }
  return counts.fail === 0 ? 0 : 1;
}

function contextOf(deps: Deps): DoctorContext {
  const place = configured({}, deps);
  const { user, dirs, workspace } = place;
  const ask = async () => {
    const deadlines: Deadlines = (what, usual) => Math.min(deps.deadlines?.(what, usual) ?? usual, CALL);
    const engine = await openEngine({ env: deps.env, home: user.home, deadlines });
    const askedAt = Date.now();
    const info = await engine.info();
    return { engine, info, askedAt, answeredAt: Date.now() };
  };
  const engine = once(ask);
  const { columns = 0, rows = 0 } = deps.stdout as { readonly columns?: number; readonly rows?: number };
  return {
    env: deps.env,
    user,
    dirs,
    workspace,
    version: deps.version,
    terminal: deps.stdout.isTTY === true ? { columns, rows } : null,
    engine,
    images: once(async () => surveyImages((await engine()).engine, place, deps)),
    configuration: () =>
      place.config(null).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError) return error;
          throw error;
        },
      ),
  };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return () => (promise ??= work());
}

function print({ title, state, found, why, mend }: Line, { stdout, env }: Deps): void {
  const coloured = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  const word = words[state].padEnd(4);
  const head = coloured ? `\u001b[${colours[state]}m${word}\u001b[0m` : word;
  const write = (text: string): void => void stdout.write(`${escapeText(text, { max: LINE_MAX })}\n`);
  stdout.write(`${head}  `);
  write(`${title.padEnd(20)}  ${found}`);
  if ((state !== 'warn' && state !== 'fail') || mend === null) return;
  write(`      ${why}`);
  write(`      → ${mend}`);
}
