import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { systemPath } from '../host/system-path.ts';

/**
 * The npm registry of this user: `npm config get registry`, asked outside every project, so that a workspace's .npmrc has no
 * say. Null: there is no npm here. Milliseconds: some hundred; only builds ask.
 */
export function findRegistry(env: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  const named = env['npm_config_registry'] ?? env['NPM_CONFIG_REGISTRY'];
  if (named !== undefined && named !== '') return Promise.resolve(named);
  return new Promise((resolve) => {
    // npm lies beside the node it came with, or where the system keeps it.
    const path = `${dirname(process.execPath)}:${systemPath}`;
    const options = { cwd: '/', env: { ...env, PATH: path }, timeout: 20_000, maxBuffer: 65_536 };
    execFile('npm', ['config', 'get', 'registry'], options, (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : null);
    });
  });
}
