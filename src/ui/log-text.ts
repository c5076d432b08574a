import { Transform } from 'node:stream';
import { escapeText } from './escape.ts';

/** Characters of an unfinished line that wait for the rest of it. */
const LONGEST = 16_384;
/** Control sequences of a terminal, whole (ECMA-48). */
const SEQUENCE =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|(?![[\]PX^_])[ -/]*[0-~])/g;
/** Colours and weight, and nothing that hides: not 5 and 6 (blinking), not 8 (concealed). */
const COLOUR =
  /^\x1b\[((0|1|2|3|4|7|9|2[1-9]|3[0-79]|4[0-79]|9[0-7]|10[0-7]|[34]8;5;\d{1,3}|[34]8;2(;\d{1,3}){3})(;|(?=m))|(?=m))+m$/;

/**
 * A session's output for a terminal that is only to show it: text and colours. What moves the cursor, sets a title, asks or does
 * anything is left out; every other byte that is not text is escaped.
 */
export class LogText extends Transform {
  #line = '';

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#line += chunk.toString('latin1');
    const end = this.#line.lastIndexOf('\n') + 1;
    const ready = end > 0 || this.#line.length < LONGEST ? end : this.#line.length;
    if (ready > 0) this.push(readable(this.#line.slice(0, ready)));
    this.#line = this.#line.slice(ready);
    done();
  }

  override _flush(done: () => void): void {
    this.push(`${readable(this.#line)}\x1b[0m`);
    done();
  }
}

function readable(latin1: string): string {
  return latin1
    .split(/(?<=\n)/)
    .map(readableLine)
    .join('');
}

function readableLine(latin1: string): string {
  const line = latin1.replace(/\r*\n$/, '');
  const end = line.length < latin1.length ? '\n' : '';
  let text = '';
  let at = 0;
  for (const match of line.matchAll(SEQUENCE)) {
    text += shown(line.slice(at, match.index)) + (COLOUR.test(match[0]) ? match[0] : '');
    at = match.index + match[0].length;
  }
  return text + shown(line.slice(at)) + end;
}

/** Tabs stay: they are space. */
function shown(latin1: string): string {
  return latin1
    .split('\t')
    .map((part) => escapeText(Buffer.from(part, 'latin1'), { max: Infinity }))
    .join('\t');
}
