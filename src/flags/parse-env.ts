import { AppError } from '../errors.ts';
import type { RequestedVariable } from '../plan/launch-options.ts';

/** Loaders and shells run what these name: never taken from the host by name. */
const hooks =
  /^(LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|IFS|PS4|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|GIT_EXEC_PATH|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_ASKPASS|JAVA_TOOL_OPTIONS|GCONV_PATH|GLIBC_TUNABLES|MALLOC_.*)$/;

/**
 * `NAME` (value from the host) or `NAME=VALUE` → variable. Throws BAD_VALUE for a name that is none, and for a loader
 * or shell hook taken by name.
 */
export function parseEnv(text: string, option = '--env'): RequestedVariable {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || text.includes('\0')) {
    throw new AppError('BAD_VALUE', `${option} does not understand “${name}”`, 'Give NAME or NAME=VALUE.');
  }
  if (at >= 0) return { name, value: text.slice(at + 1) };
  if (hooks.test(name)) {
    throw new AppError(
      'BAD_VALUE',
      `${name} makes programs load or run something and is never taken from the host by name`,
      `If you mean it, write the value out: ${option === '--env' ? '--env ' : ''}${name}=…`,
    );
  }
  return { name };
}
