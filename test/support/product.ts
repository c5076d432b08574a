import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '../..');

export interface Product {
  readonly dir: string;
  /** The built command. */
  readonly cli: string;
  /** The same program with its launch interrupted at named points (test/support/hooked-cli.ts). */
  readonly hookedCli: string;
}

/**
 * The built product in a directory that every user can read, as an installation is; removed after the test file.
 * `scripts/test.mjs` builds dist/ before the tests.
 */
export function installProduct(): Product {
  const dir = mkdtempSync('/var/tmp/sandbox-product-');
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o755);
  for (const part of ['dist', 'battery', 'images', 'skills', 'package.json']) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(dir, part), { recursive: true });
  }
  mkdirSync(join(dir, 'hooked'));
  execFileSync(
    process.execPath,
    [
      join(root, 'scripts/build.mjs'),
      '--entry',
      join(root, 'test/support/hooked-cli.ts'),
      '--outdir',
      join(dir, 'hooked'),
    ],
    {
      stdio: 'pipe',
      cwd: root,
    },
  );
  execFileSync('chmod', ['-R', 'a+rX,go-w', '--', dir]);
  return { dir, cli: join(dir, 'dist/cli.js'), hookedCli: join(dir, 'hooked/hooked-cli.js') };
}
