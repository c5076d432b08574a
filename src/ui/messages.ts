import type { Writable } from 'node:stream';
import { AppError, BugError } from '../errors.ts';
import { escapeText } from './escape.ts';

export type Loudness = 'quiet' | 'normal' | 'verbose';

const LINE_MAX = 2000;

/** Lines for people, on stderr. Every one passes the escaper; nothing else writes there but the agent. */
export class Messages {
  readonly #stderr: Writable;
  readonly #loudness: Loudness;

  constructor(stderr: Writable, loudness: Loudness) {
    this.#stderr = stderr;
    this.#loudness = loudness;
  }

  /** Worth knowing at every launch. */
  note(text: string): void {
    if (this.#loudness !== 'quiet') this.#line(`sandbox: ${text}`);
  }

  /** Something is not as good as it could be. */
  warn(text: string): void {
    if (this.#loudness !== 'quiet') this.#line(`sandbox: warning: ${text}`);
  }

  /** What someone must learn, however quiet it was to be: it is said once, and never again. */
  alert(text: string): void {
    this.#line(`sandbox: warning: ${text}`);
  }

  detail(text: string): void {
    if (this.#loudness === 'verbose') this.#line(`sandbox: ${text}`);
  }

  /** What happened, what to do, the code. A bug is shown with its stack: the only case where there is one. */
  error(error: unknown, version: string): void {
    if (error instanceof AppError) {
      // Untrusted bytes are in these texts: a line break in one must not become a line of ours.
      this.#line(`sandbox: ${error.message}`);
      for (const detail of error.details) this.#line(`  ${detail}`);
      if (error.hint !== '') this.#line(`  ${error.hint}`);
      this.#line(`  [${error.code}]`);
      return;
    }
    const bug = error instanceof Error ? error : new BugError(String(error));
    this.#line(
      `sandbox: this is a bug in sandbox ${version} (node ${process.version}); please report it with these lines:`,
    );
    for (const line of (bug.stack ?? bug.message).split('\n')) this.#line(`  ${line}`);
    if (bug.cause instanceof Error) this.#line(`  caused by ${bug.cause.message}`);
    this.#line('  [BUG]');
  }

  #line(text: string): void {
    this.#stderr.write(`${escapeText(text, { max: LINE_MAX })}\n`);
  }
}
