import { spawn } from '@lydell/node-pty';
import type { IPty } from '@lydell/node-pty';
import type { Person } from './person.ts';

/** A command in a pseudo-terminal of its own, as a person would use it. */
export class Terminal {
  readonly #pty: IPty;
  #output = '';
  #waiting: (() => void)[] = [];
  readonly ended: Promise<{ readonly code: number; readonly signal: number }>;

  constructor(
    person: Person,
    command: readonly string[],
    options: { cols?: number; rows?: number; cwd?: string; env?: Record<string, string> } = {},
  ) {
    const [file = '', ...args] = person.argv(command);
    this.#pty = spawn(file, args, {
      cols: options.cols ?? 100,
      rows: options.rows ?? 30,
      cwd: options.cwd ?? person.project,
      env: person.env(options.env),
      name: 'xterm-256color',
    });
    this.#pty.onData((text) => {
      this.#output += text;
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.ended = new Promise((resolve) =>
      this.#pty.onExit(({ exitCode, signal }) => resolve({ code: exitCode, signal: signal ?? 0 })),
    );
  }

  get pid(): number {
    return this.#pty.pid;
  }

  get output(): string {
    return this.#output;
  }

  /** The output from `from` on as words: control sequences are spaces, runs of spaces one. For full-screen programs. */
  words(from = 0): string {
    return this.#output
      .slice(from)
      .replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b./g, ' ')
      .replace(/\s+/g, ' ');
  }

  async untilWords(words: string, options: { timeout?: number; from?: number } = {}): Promise<void> {
    const deadline = Date.now() + (options.timeout ?? 30_000);
    while (!this.words(options.from).includes(words)) {
      if (Date.now() > deadline) throw new Error(`never saw ${words} in ${this.words(options.from).slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
  }

  /** Nobody reads it any more: what runs in it is held up when it is full. */
  pause(): void {
    this.#pty.pause();
  }

  kill(signal: string): void {
    this.#pty.kill(signal);
  }

  /** Resolves when the output, from `from` on, matches; rejects with what there was. */
  async until(pattern: RegExp | string, options: { timeout?: number; from?: number } = {}): Promise<string> {
    const deadline = Date.now() + (options.timeout ?? 30_000);
    for (;;) {
      const seen = this.#output.slice(options.from ?? 0);
      if (typeof pattern === 'string' ? seen.includes(pattern) : pattern.test(seen)) return seen;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`never saw ${String(pattern)} in ${JSON.stringify(seen.slice(-2000))}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 200));
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
}
