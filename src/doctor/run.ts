import { AppError } from '../errors.ts';
import type { AnyProbe, DoctorContext, Line, Verdict } from './probe.ts';

/** Milliseconds one probe has; the engine's own deadlines are shorter. */
const DEADLINE = 30_000;

/** Every probe, all at once, in the order given. None throws, none outlasts the deadline. */
export function runProbes(
  probes: readonly AnyProbe[],
  context: DoctorContext,
  deadline = DEADLINE,
): Promise<readonly Line[]> {
  return Promise.all(
    probes.map(async (probe) => {
      const { state, found, mend } = await look(probe, context, deadline);
      const { id, title, why } = probe;
      return { id, title, state, found, why, mend: state === 'ok' ? null : (mend ?? probe.mend) };
    }),
  );
}

async function look(probe: AnyProbe, context: DoctorContext, deadline: number): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    const found = `no answer within ${deadline / 1000} s`;
    timer = setTimeout(() => resolve({ state: 'not-available', found }), deadline);
  });
  try {
    return await Promise.race([probe.look(context), late]);
  } catch (error) {
    return unknown(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What could not be looked at is said, and never counts as good. Another line says why the engine does not answer. */
function unknown(error: unknown): Verdict {
  if (error instanceof AppError && error.code.startsWith('ENGINE_') && error.code !== 'ENGINE_FAILED')
    return { state: 'not-available', found: `the engine was not asked (${error.code})`, mend: 'see: engine' };
  if (error instanceof AppError)
    return { state: 'not-available', found: error.message, ...(error.hint === '' ? {} : { mend: error.hint }) };
  return { state: 'not-available', found: `could not look: ${error instanceof Error ? error.message : String(error)}` };
}
