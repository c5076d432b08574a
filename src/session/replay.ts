import { Transform } from 'node:stream';
import { ReplayFilter } from './replay-filter.ts';

/**
 * Recorded output on its way to a terminal for the second time: it draws what it drew, and asks and does nothing. Questions to
 * the terminal (where is the cursor, what can you do, which colours) are left out, because the answers would be typed into
 * the session; so are the bell, the clipboard, notifications and pictures.
 */
export class Replay extends Transform {
  readonly #filter = new ReplayFilter();

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    this.push(this.#filter.filter(chunk));
    done();
  }
}
