import { forgeTokens } from './forge-tokens.ts';
import type { GitSection } from './git-config-text.ts';

/**
 * With a token that the user named (`--env GH_TOKEN`), git pushes and fetches over HTTPS on that forge. The helper answers
 * git from the session's own variable, for that host and HTTPS only ("credential.<url>.helper" in gitcredentials(7)), and
 * keeps nothing: git's `store` and `erase` are not answered. Addresses for SSH, whose keys are not here, become HTTPS.
 *
 * @param names the session's variables that the user asked for
 */
export function gitCredentials(names: readonly string[]): readonly GitSection[] {
  return forgeTokens(names).flatMap(({ forge: { host, username }, variable }) => [
    { name: `credential "https://${host}"`, values: { helper: helper(username, variable) } },
    { name: `url "https://${host}/"`, values: { insteadOf: [`git@${host}:`, `ssh://git@${host}/`] } },
  ]);
}

/** Run by git as `sh -c '… get'`; name and variable are ours, the token is expanded by that shell and is in no file. */
function helper(username: string, variable: string): string {
  return `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' ${username} "$${variable}"; }; f`;
}
