import { AppError } from '../errors.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import type { LaunchPlan } from '../plan/launch-plan.ts';

export interface SessionVariables {
  /** NAME=VALUE given to the engine: everything of ours. */
  readonly open: readonly string[];
  /** NAME=VALUE that travels with GO only: whatever the user named, and the host's proxies. */
  readonly sealed: readonly string[];
  /** Lines for the person about what was not passed. */
  readonly notes: readonly string[];
}

/** The plan's variables with their values, resolved as late as possible. A proxy with a password in it stays out. */
export function resolveVariables(
  plan: LaunchPlan,
  options: LaunchOptions,
  env: Readonly<Record<string, string | undefined>>,
  session: string,
): SessionVariables {
  const open: string[] = [];
  const sealed: string[] = [];
  const notes: string[] = [];
  const requested = new Map(options.env.map((variable) => [variable.name, variable]));
  for (const { name, value } of plan.env) {
    if (value !== undefined) {
      open.push(`${name}=${value === '@session' ? session : value}`);
      continue;
    }
    const asked = requested.get(name);
    const resolved = asked?.value ?? env[name] ?? '';
    if (asked === undefined && /\/\/[^/]*@/.test(resolved)) {
      notes.push(`${name} holds a password and is not passed; name it to pass it: --env ${name}`);
    } else sealed.push(fitting(name, resolved));
  }
  return { open, sealed, notes };
}

/** The kernel takes at most 128 KiB for one variable (MAX_ARG_STRLEN, execve(2)), its final zero included. */
function fitting(name: string, value: string): string {
  const variable = `${name}=${value}`;
  if (Buffer.byteLength(variable) < 131_072) return variable;
  throw new AppError(
    'BAD_VALUE',
    `${name} is too long for a variable: ${Buffer.byteLength(value)} bytes`,
    'Put it into a file of the workspace, or mount one with --mount.',
  );
}
