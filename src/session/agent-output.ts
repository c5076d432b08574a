import { Transform } from 'node:stream';

const GATE = 'SANDBOX-ATTEST ';
/** Bytes; more than the gate ever says (battery/parse-frame.ts), so that nothing is held back for ever. */
const GATE_LIMIT = 8 * 1024 ** 2;
const READY = /\nREADY [0-9a-f]{32}\r?\n/;

/**
 * A session's recorded output without what the gate said before the agent ran. A record whose beginning the engine has dropped
 * has nothing of the gate, and passes whole.
 */
export class AgentOutput extends Transform {
  #before: Buffer | null = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#before === null) this.push(chunk);
    else this.#look(Buffer.concat([this.#before, chunk]));
    done();
  }

  override _flush(done: () => void): void {
    if (this.#before !== null && !isGate(this.#before)) this.push(this.#before);
    done();
  }

  #look(before: Buffer): void {
    this.#before = before;
    if (isGate(before)) {
      const text = before.toString('latin1');
      const ready = READY.exec(text);
      if (ready === null && before.length < GATE_LIMIT) return;
      this.#pass(before.subarray(ready === null ? 0 : ready.index + ready[0].length));
    } else if (before.length >= GATE.length || !GATE.startsWith(before.toString('latin1'))) this.#pass(before);
  }

  #pass(bytes: Buffer): void {
    this.#before = null;
    if (bytes.length > 0) this.push(bytes);
  }
}

function isGate(bytes: Buffer): boolean {
  return bytes.subarray(0, GATE.length).toString('latin1') === GATE;
}
