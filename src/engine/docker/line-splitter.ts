const MAX_LINE = 64 * 1024;

/** Cuts pieces of text into lines; a carriage return ends one too, since progress bars use it. The bytes stay untrusted. */
export class LineSplitter {
  #rest = '';
  #onLine: (line: string) => void;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) if (line !== '') this.#onLine(line);
  }

  end(): void {
    if (this.#rest !== '') this.#onLine(this.#rest);
    this.#rest = '';
  }
}
