import { constants, createReadStream } from 'node:fs';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import type { BuildProgress } from './progress.ts';
import { proxyArgs } from './network-args.ts';
import { systemPath } from '../host/system-path.ts';
import { rootRecipe } from './root-recipe.ts';
import { runTool, type ToolOptions } from './run-tool.ts';

const PATH = systemPath;

export interface BootstrapOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly assumeYes: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly progress: BuildProgress;
  readonly signal: AbortSignal;
}

/**
 * Makes a root file system from Debian's packages, with the tools of a Debian host, and imports it. Resolves to the image's
 * id, or null when this machine cannot do it (another system, tools missing, not root). Rejects with IMAGE_BUILD_FAILED.
 */
export async function bootstrapRoot(engine: Engine, options: BootstrapOptions): Promise<string | null> {
  if (!(await isDebian())) return null;
  const root = process.getuid?.() === 0;
  const tool: ToolOptions = {
    env: { PATH, LC_ALL: 'C', HOME: '/', DEBIAN_FRONTEND: 'noninteractive', ...proxyArgs(options.env) },
    onLine: options.progress.line,
    signal: options.signal,
  };
  if (root && options.assumeYes && !(await has('mmdebstrap')) && !(await has('debootstrap'))) {
    options.progress.step('Installing mmdebstrap on this machine');
    await runTool('apt-get', ['update'], tool);
    await runTool('apt-get', ['install', '--yes', '--no-install-recommends', 'mmdebstrap'], tool);
  }
  const recipe = await chooseTool(root, options.env);
  if (recipe === null) return null;
  options.progress.step(`Making a root file system from Debian's packages (${recipe.name})`);
  const dir = await mkdtemp(join(tmpdir(), 'sandbox-root-'));
  try {
    const tar = join(dir, 'root.tar');
    for (const [command, args] of recipe.steps(dir, tar)) await runTool(command, args, tool);
    return await engine.importImage(createReadStream(tar), { labels: options.labels, signal: options.signal });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

interface Tool {
  readonly name: string;
  readonly steps: (dir: string, tar: string) => readonly (readonly [string, readonly string[]])[];
}

async function chooseTool(root: boolean, env: BootstrapOptions['env']): Promise<Tool | null> {
  const { suite, dpkgOptions } = rootRecipe;
  if ((await has('mmdebstrap')) && (root || (await canUnshare(env)))) {
    const options = [`--mode=${root ? 'root' : 'unshare'}`, '--variant=minbase', '--format=tar'];
    const dpkg = dpkgOptions.map((option) => `--dpkgopt=${option}`);
    return { name: 'mmdebstrap', steps: (_, tar) => [['mmdebstrap', [...options, ...dpkg, suite, tar]]] };
  }
  if (root && (await has('debootstrap'))) {
    return {
      name: 'debootstrap',
      steps: (dir, tar) => [
        ['debootstrap', ['--variant=minbase', suite, join(dir, 'root')]],
        [
          'tar',
          ['--create', '--file', tar, '--numeric-owner', '--one-file-system', '--directory', join(dir, 'root'), '.'],
        ],
      ],
    };
  }
  return null;
}

/** mmdebstrap(1), mode unshare: needs newuidmap and a range of subordinate ids for this user. */
async function canUnshare(env: BootstrapOptions['env']): Promise<boolean> {
  if (!(await has('newuidmap'))) return false;
  const ranges = await readFile('/etc/subuid', 'utf8').catch(() => '');
  const names = [env['USER'], env['LOGNAME'], String(process.getuid?.() ?? '')];
  return ranges.split('\n').some((line) => names.includes(line.split(':')[0]) && line.includes(':'));
}

async function isDebian(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID="?debian"?$/m.test(release);
}

async function has(program: string): Promise<boolean> {
  for (const dir of PATH.split(':')) {
    const there = await access(join(dir, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return true;
  }
  return false;
}
