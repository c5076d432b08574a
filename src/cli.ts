#!/usr/bin/env node
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from './version.ts';

/** The process's edge: argv in, exit code out. `--version` answers without loading anything else. */
const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import('./main.ts');
  process.exitCode = await main(argv, {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    programDir: dirname(dirname(fileURLToPath(import.meta.url))),
    version,
    hooks: {},
  });
}
