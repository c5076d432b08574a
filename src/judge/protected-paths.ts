import type { Agent } from '../agents/agent.ts';
import type { HostFacts } from '../host/facts.ts';

export interface ProtectedPath {
  /** Absolute. */
  readonly path: string;
  /** For people: `holds SSH keys`. */
  readonly reason: string;
  /** Set for an engine's directories: what it mounts below them (a volume's directory) is not its own. */
  readonly lendsPlace?: boolean;
}

const ENGINE = 'belongs to the container engine';
const ENGINE_OF_USER = 'holds container images and volumes';

/** Below `$HOME`: what holds keys, tokens and logins, and what decides what the desktop or the next login runs. */
const inHome: Readonly<Record<string, string>> = {
  '.ssh': 'holds SSH keys',
  '.gnupg': 'holds GnuPG keys',
  '.aws': 'holds AWS credentials',
  '.azure': 'holds Azure credentials',
  '.config/gcloud': 'holds Google Cloud credentials',
  '.kube': 'holds Kubernetes credentials',
  '.oci': 'holds Oracle Cloud credentials',
  '.config/doctl': 'holds DigitalOcean credentials',
  '.config/hcloud': 'holds Hetzner Cloud credentials',
  '.terraform.d': 'holds Terraform credentials',
  '.vault-token': 'is a Vault token',
  '.docker': 'holds registry logins and engine contexts',
  '.config/containers': 'holds registry logins',
  '.local/share/containers': ENGINE_OF_USER,
  '.config/gh': 'holds GitHub logins',
  '.config/hub': 'holds GitHub logins',
  '.config/glab-cli': 'holds GitLab logins',
  '.config/github-copilot': 'holds GitHub Copilot logins',
  '.git-credentials': 'holds git passwords',
  '.config/git': 'is the configuration of git on this machine',
  '.gitconfig': 'is the configuration of git on this machine',
  '.netrc': 'holds passwords',
  '.npmrc': 'holds npm tokens',
  '.pypirc': 'holds PyPI tokens',
  '.cargo/credentials.toml': 'holds Cargo tokens',
  '.gem/credentials': 'holds RubyGems tokens',
  '.m2/settings.xml': 'holds Maven passwords',
  '.gradle/gradle.properties': 'holds Gradle passwords',
  '.pgpass': 'holds database passwords',
  '.my.cnf': 'holds database passwords',
  '.config/rclone': 'holds cloud storage logins',
  '.config/sops': 'holds encryption keys',
  '.config/op': 'holds 1Password logins',
  '.config/Bitwarden CLI': 'holds Bitwarden logins',
  '.password-store': 'holds passwords',
  '.local/share/keyrings': 'holds the desktop’s keyrings',
  '.local/share/kwalletd': 'holds the desktop’s keyrings',
  '.pki': 'holds certificates and keys',
  '.mozilla': 'holds browser profiles',
  '.thunderbird': 'holds mail profiles',
  '.config/google-chrome': 'holds browser profiles',
  '.config/chromium': 'holds browser profiles',
  '.config/BraveSoftware': 'holds browser profiles',
  '.config/microsoft-edge': 'holds browser profiles',
  '.var/app': 'holds the data of desktop applications',
  snap: 'holds the data of desktop applications',
  '.config/autostart': 'says what the desktop starts',
  '.config/systemd': 'says what your login starts',
  '.gemini': 'holds another agent’s login',
  '.copilot': 'holds another agent’s login',
  '.cursor': 'holds another agent’s login',
  '.qwen': 'holds another agent’s login',
  '.config/opencode': 'holds another agent’s configuration',
  '.local/share/opencode': 'holds another agent’s login',
  '.bashrc': 'is run by your shell',
  '.bash_profile': 'is run by your shell',
  '.profile': 'is run by your shell',
  '.zshrc': 'is run by your shell',
  '.config/fish': 'is run by your shell',
};

const system: Readonly<Record<string, string>> = {
  '/proc': 'shows the processes of this machine',
  '/sys': 'is this machine’s kernel',
  '/dev': 'holds the devices of this machine',
  '/etc/shadow': 'holds the passwords of this machine',
  '/etc/ssh': 'holds the keys of this machine',
  '/etc/sandbox': 'is this program’s own configuration',
  '/etc/sudoers': 'decides who becomes root',
  '/var/lib/docker': ENGINE,
  '/var/lib/containerd': ENGINE,
  '/var/lib/containers': ENGINE,
  '/run/docker.sock': 'is the container engine’s socket',
  '/run/containerd': ENGINE,
  '/run/podman': ENGINE,
};

/** No bind source may be, contain or lie in one of these. The launched agent's own config directory is not among them. */
export function protectedPaths(
  facts: Pick<HostFacts, 'user' | 'dirs'>,
  agents: readonly Agent[],
  launched: string,
): readonly ProtectedPath[] {
  const { home, uid } = facts.user;
  const others = agents.flatMap(({ name, displayName, config, credentialFiles }): ProtectedPath[] => [
    ...(config === null || name === launched
      ? []
      : [{ path: `${home}/${config.dir}`, reason: `is ${displayName}’s configuration and login` }]),
    ...credentialFiles.map((file) => ({ path: `${home}/${file}`, reason: `holds ${displayName}’s login` })),
  ]);
  const entries = (list: Readonly<Record<string, string>>, base: string): ProtectedPath[] =>
    Object.entries(list).map(([path, reason]) => ({
      path: `${base}${path}`,
      reason,
      lendsPlace: reason === ENGINE || reason === ENGINE_OF_USER,
    }));
  return [
    ...others,
    ...entries(inHome, `${home}/`),
    ...entries(system, ''),
    { path: `/run/user/${uid}`, reason: 'holds the sockets of your login' },
    { path: facts.dirs.state, reason: 'is this program’s own state' },
    { path: facts.dirs.config, reason: 'is this program’s own configuration' },
    { path: facts.dirs.cache, reason: 'holds the caches of sessions' },
    { path: facts.dirs.program, reason: 'is this program itself' },
  ];
}
