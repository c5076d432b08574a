/** A forge, the variables that hold a token for it, and the user name it wants beside a token over HTTPS. */
export interface Forge {
  readonly host: string;
  /** The first that is passed and not empty counts, as in the forge's own command. */
  readonly variables: readonly string[];
  readonly username: string;
}

/**
 * Sources: `gh help environment` (GH_TOKEN before GITHUB_TOKEN; `x-access-token` as in GitHub's documentation of
 * installation tokens), GitLab's documentation of tokens over HTTPS (any user name, `oauth2` by habit) and `glab`'s of
 * GITLAB_TOKEN, Bitbucket's documentation of repository access tokens (`x-token-auth`).
 */
const forges: readonly Forge[] = [
  { host: 'github.com', variables: ['GH_TOKEN', 'GITHUB_TOKEN'], username: 'x-access-token' },
  { host: 'gitlab.com', variables: ['GITLAB_TOKEN'], username: 'oauth2' },
  { host: 'bitbucket.org', variables: ['BITBUCKET_TOKEN'], username: 'x-token-auth' },
];

/** The forges for which some of the session's variables are tokens, and which those are, in the order in which they count. */
export function forgeTokens(
  names: readonly string[],
): readonly { readonly forge: Forge; readonly variables: readonly string[] }[] {
  return forges.flatMap((forge) => {
    const variables = forge.variables.filter((name) => names.includes(name));
    return variables.length === 0 ? [] : [{ forge, variables }];
  });
}
