import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface ChildResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs TypeScript (a module that may import from `src` by absolute path) in a Node process of its own: for what a test
 * process cannot be, such as another user or one whose working directory is gone.
 */
export async function runAs(
  source: string,
  options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Program and arguments that start the process: `['sh', '-c', …, '_']`. */
    readonly wrapper?: readonly string[];
  } = {},
): Promise<ChildResult> {
  const directory = mkdtempSync('/var/tmp/sandbox-child-');
  try {
    chmodSync(directory, 0o755);
    const outfile = join(directory, 'child.mjs');
    await build({
      stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'silent',
    });
    const [file = process.execPath, ...args] = [...(options.wrapper ?? []), process.execPath, outfile];
    return await new Promise((resolve) => {
      const { uid, gid, cwd, env } = options;
      const ids = { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) };
      const child = execFile(
        file,
        args,
        { cwd: cwd ?? '/', env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: 15_000, ...ids },
        (_error, stdout, stderr) => {
          resolve({ code: child.exitCode ?? -1, stdout, stderr });
        },
      );
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
