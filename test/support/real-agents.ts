import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agents } from '../../src/agents/index.ts';

/** Exact, so that the directory's name says what is in it. */
const NODE = '24.21.0';
const root = '/var/tmp';

/**
 * Installs the pinned agents from the package registry, once per set of versions, with a Node they all run on. The
 * directory stays for the next run.
 * @returns a directory to put first on PATH: holds `codex`, `claude`, `pi` and `node`
 */
export function realAgents(): string {
  const wanted = agents.flatMap(({ install }) => (install === null ? [] : [install]));
  const packages = [...wanted.map(({ npmPackage, version }) => `${npmPackage}@${version}`), `node@${NODE}`];
  const digest = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const directory = join(root, `sandbox-test-agents-${String(process.getuid?.() ?? 0)}-${digest}`);
  const bin = join(directory, 'node_modules', '.bin');
  if (existsSync(bin)) return bin;

  const allowed = [...wanted.flatMap(({ allowScripts }) => allowScripts), 'node'];
  const work = mkdtempSync(join(root, 'sandbox-test-agents-new-'));
  try {
    const manifest = { private: true, allowScripts: Object.fromEntries(allowed.map((name) => [name, true])) };
    writeFileSync(join(work, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
      cwd: work,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    renameSync(work, directory);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return bin;
}

/** A throwaway home and an empty git repository, outside `/tmp`, where codex behaves differently. */
export function agentHome(): { readonly home: string; readonly workspace: string; remove(): void } {
  const base = mkdtempSync(join(root, 'sandbox-test-home-'));
  const [home, workspace] = [join(base, 'home'), join(base, 'work')];
  const git = join(workspace, '.git');
  for (const path of [join(home, '.codex'), join(git, 'objects'), join(git, 'refs')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  return {
    home,
    workspace,
    remove: () => {
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The environment of a session as far as an agent sees it on the host. */
export const agentEnvironment = (home: string, bin: string): Record<string, string> => ({
  HOME: home,
  PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
  IS_SANDBOX: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});
