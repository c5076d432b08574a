import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Saves the terminal's settings, says so, and waits for a line on descriptor 3. When that closes without one, the
 * launcher was killed: the settings are put back and full-screen modes left. It ignores what a dying session sends.
 */
const script = `
trap '' INT QUIT HUP TERM TSTP TTIN TTOU
saved=$(stty -g 2>/dev/null) || saved=
echo saved
exec >&-
if read -r _ <&3; then exit 0; fi
[ -n "$saved" ] && stty "$saved"
printf '\\033[?1049l\\033[?2004l\\033[?1000l\\033[?1002l\\033[?1003l\\033[?1006l\\033[?1004l\\033[?1l\\033[?25h\\033[<u\\r\\n' >&4
`;

/** A small process that outlives a killed launcher just long enough to make the terminal usable again. */
export class TerminalGuard {
  #child: ChildProcess | null = null;

  /** Resolves when the settings are saved: only then may the terminal become raw. `tty` is the terminal's descriptor. */
  async start(tty: number): Promise<void> {
    const child = spawn('/bin/sh', ['-c', script], { stdio: [tty, 'pipe', 'ignore', 'pipe', tty], env: {} });
    this.#child = child;
    const pipe = this.#pipe();
    pipe?.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.stdout?.once('data', () => resolve());
      child.once('exit', () => resolve());
    });
    child.stdout?.destroy();
    child.unref();
    if (pipe !== null && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  }

  /** The launcher restored the terminal itself. */
  dismiss(): void {
    this.#pipe()?.end('done\n');
    this.#child = null;
  }

  #pipe(): Writable | null {
    const pipe = this.#child?.stdio[3];
    return pipe !== null && pipe !== undefined && 'end' in pipe ? pipe : null;
  }
}
