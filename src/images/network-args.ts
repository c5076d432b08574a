type Env = Readonly<Record<string, string | undefined>>;

/** Predefined build arguments: usable in every RUN, kept out of the history (docs.docker.com, "Predefined ARGs"). */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'NO_PROXY'];

/** Proxies of the host as build arguments, in the spelling they have there. */
export function proxyArgs(env: Env): Record<string, string> {
  const args: Record<string, string> = {};
  for (const name of PROXIES.flatMap((upper) => [upper, upper.toLowerCase()])) {
    const value = env[name];
    if (value !== undefined && value !== '') args[name] = value;
  }
  return args;
}

/** npm's registry as a build argument; user name and password are left out, since arguments stay in a stage's history. */
export function registryArgs(registry: string | null): Record<string, string> {
  if (registry === null || !URL.canParse(registry)) return {};
  const url = new URL(registry);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return {};
  url.username = '';
  url.password = '';
  return { NPM_REGISTRY: url.href };
}
