#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMain } from './load-main.ts';
import { version } from './version.ts';

/** The process's edge: argv in, exit code out. `--version` and `--help` answer without loading anything else. */
const argv = process.argv.slice(2);
const asked = argv.length === 1 ? argv[0] : undefined;
const ready = asked === '--version' || asked === '-V' ? `${version}\n` : asked === '--help' ? keptHelp() : null;
if (ready !== null) {
  // Without the stream: making one takes longer than all the rest.
  writeSync(1, ready);
} else {
  /** Set when nobody takes our output any more: a reader that went away (141, as by SIGPIPE), a full disk (74, EX_IOERR). */
  let lost = 0;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      lost ||= error.code === 'EPIPE' ? 141 : 74;
      process.exitCode ||= lost;
    });
  }
  void start(() => lost);
}

/** The help as `scripts/build.mjs` kept it; null: not there, then it is made anew. */
function keptHelp(): string | null {
  try {
    return readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'help.txt'), 'utf8');
  } catch {
    return null;
  }
}

/** Without `await` at the top: the bundle of this file is CommonJS, which Node starts some milliseconds faster than a module. */
async function start(lost: () => number): Promise<void> {
  const { main } = await loadMain();
  const code = await main(argv, {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    programDir: dirname(dirname(fileURLToPath(import.meta.url))),
    version,
    hooks: {},
  });
  process.exitCode = code === 0 ? lost() : code;
  // A terminal that is gone cannot be reset by Node when it exits: end as the signal would have.
  if (code === 129) process.kill(process.pid, 'SIGHUP');
}
