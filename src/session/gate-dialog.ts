import type { Attachment } from '../engine/engine.ts';
import { AppError } from '../errors.ts';
import { encodePath } from '../../battery/encode-path.ts';
import { FrameParser } from '../../battery/parse-frame.ts';

type Expected = 'attestation' | 'read' | 'ready';

const SILENCE_MS = 20_000;
const WAIT_EVERY_MS = 5_000;

/**
 * The launcher's side of the talk with the gate: first the attestation, then GO, then READY; from there on every byte
 * is the agent's. Output before READY is parsed, never shown raw.
 */
export class GateDialog {
  readonly #attachment: Attachment;
  readonly #nonce: string;
  readonly #parser: FrameParser;
  #heartbeat: NodeJS.Timeout | null = null;
  #deadline: NodeJS.Timeout | null = null;
  #settle: { resolve: (value: string) => void; reject: (error: unknown) => void } | null = null;
  #expecting: Expected | null = null;
  #got: Partial<Record<Expected, string>> = {};
  #failure: unknown = null;
  readonly #onData = (chunk: Buffer): void => this.#receive(chunk);
  readonly #onEnd = (): void => this.#fail(this.#endedEarly());

  constructor(attachment: Attachment, nonce: string) {
    this.#attachment = attachment;
    this.#nonce = nonce;
    this.#parser = new FrameParser(nonce);
    attachment.stdout.on('data', this.#onData);
    attachment.stdout.once('end', this.#onEnd);
    attachment.stdout.once('close', this.#onEnd);
    attachment.stdin.on('error', () => undefined);
  }

  /** JSON text of the attestation. Rejects with GATE_TIMEOUT or GATE_BAD_ATTESTATION. Keeps the gate waiting afterwards. */
  async attestation(): Promise<string> {
    const json = await this.#expect('attestation');
    // Not before: until the gate is raw, a terminal would echo the line in front of the frame.
    this.#heartbeat = setInterval(() => this.#say(`WAIT ${this.#nonce}`), WAIT_EVERY_MS);
    return json;
  }

  /**
   * The first 64 KiB of a regular file inside, as latin1 text; null: there is none, or it cannot be read. Between
   * attestation and GO, one at a time.
   */
  async read(path: string): Promise<string | null> {
    this.#say(`READ ${this.#nonce} ${encodePath(path)}`);
    const json = await this.#expect('read');
    delete this.#got.read;
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : null;
  }

  /**
   * Sends the variables and GO, resolves at READY with the output that already followed it. The caller takes over the
   * streams at once.
   */
  async go(variables: readonly string[]): Promise<Buffer> {
    this.#stopHeartbeat();
    // Standard error is not read before: whatever waits there now is not the agent's and is dropped.
    this.#attachment.stderr.read();
    for (const variable of variables) this.#say(`ENV ${this.#nonce} ${Buffer.from(variable).toString('base64')}`);
    this.#say(`GO ${this.#nonce}`);
    await this.#expect('ready');
    this.close();
    return this.#parser.rest();
  }

  /** Stops listening and talking; the streams stay as they are. */
  close(): void {
    this.#stopHeartbeat();
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#attachment.stdout.pause();
    this.#attachment.stdout.off('data', this.#onData);
    this.#attachment.stdout.off('end', this.#onEnd);
    this.#attachment.stdout.off('close', this.#onEnd);
  }

  #say(line: string): void {
    if (!this.#attachment.stdin.destroyed) this.#attachment.stdin.write(`${line}\n`);
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#parser.push(chunk)) {
        this.#got[frame.kind] = frame.kind === 'ready' ? '' : frame.json;
        if (frame.kind === 'ready') this.#attachment.stdout.pause();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#deliver();
  }

  #expect(what: Expected): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#expecting = what;
      this.#deadline = setTimeout(() => this.#fail(silent(what)), SILENCE_MS);
      this.#deliver();
    });
  }

  #deliver(): void {
    if (this.#settle === null) return;
    const { resolve, reject } = this.#settle;
    const got = this.#expecting === null ? undefined : this.#got[this.#expecting];
    if (got !== undefined) this.#finish(() => resolve(got));
    else if (this.#failure !== null) this.#finish(() => reject(this.#failure as Error));
  }

  #finish(settle: () => void): void {
    this.#settle = null;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    settle();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stopHeartbeat();
    this.#deliver();
  }

  #stopHeartbeat(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }

  #endedEarly(): AppError {
    const errors = (this.#attachment.stderr.read() ?? '') as Buffer | string;
    const said = `${this.#parser.rest().toString('latin1')}${errors.toString('latin1')}`.trim().slice(0, 200);
    return new AppError(
      'GATE_BAD_ATTESTATION',
      `the session ended before it said what it is${said === '' ? '' : `; it said: ${said}`}`,
      'Nothing of the agent ran. Rebuild the image with sandbox image build; report this if it stays.',
    );
  }
}

function silent(what: Expected): AppError {
  return new AppError(
    'GATE_TIMEOUT',
    {
      attestation: 'the session did not report within 20 s of its start',
      read: 'the session did not answer a question about its mounts within 20 s',
      ready: 'the session did not start the agent within 20 s of being allowed to',
    }[what],
    'The machine may be overloaded; try again. Nothing of the agent ran.',
  );
}
