import { forgeTokens } from './forge-tokens.ts';
import type { GitSection } from './git-config-text.ts';

/**
 * With a token that the user named (`--env GH_TOKEN`), git pushes and fetches over HTTPS on that forge. The helper answers
 * git from the session's own variable, for that host and HTTPS only ("credential.<url>.helper" in gitcredentials(7)), and
 * keeps nothing: git's `store` and `erase` are not answered. A token with a control in it is refused: in git's protocol a line
 * break would begin another field. Addresses for SSH, whose keys are not here, become HTTPS.
 *
 * @param names the session's variables that the user asked for
 */
export function gitCredentials(names: readonly string[]): readonly GitSection[] {
  return forgeTokens(names).flatMap(({ forge: { host, username }, variables }) => [
    { name: `credential "https://${host}"`, values: { helper: helper(username, variables) } },
    { name: `url "https://${host}/"`, values: { insteadOf: [`git@${host}:`, `ssh://git@${host}/`] } },
  ]);
}

/** Run by git as `sh -c '… get'`; names and variables are ours, the token is expanded by that shell and is in no file. */
function helper(username: string, variables: readonly string[]): string {
  // Innermost the last: ${A:-${B:-}} is the first that is not empty.
  const token = variables.reduceRight((others, name) => `\${${name}:-${others}}`, '');
  const refusal = `echo 'the token in ${variables.join(' or ')} has a line break or another control in it; it is not used' >&2`;
  const answer = `printf 'username=%s\\npassword=%s\\n' ${username} "$t"`;
  return `!f() { test "$1" = get || return 0; t="${token}"; case "$t" in '') ;; *[[:cntrl:]]*) ${refusal} ;; *) ${answer} ;; esac; }; f`;
}
