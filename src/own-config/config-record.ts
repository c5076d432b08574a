/** What of an agent's configuration makes its program on the host run something; kept between sessions and compared. */
export interface ConfigRecord {
  readonly version: 1;
  /** Settings file → key → value. The key `''` stands for a whole file whose keys cannot be told apart. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, RecordedValue>>>>;
  /** File of code, or directory of such files → what it was. */
  readonly code: Readonly<Record<string, CodeFile>>;
}

/** Secrets are never kept: `hidden` is a digest. Long texts are cut, and told apart by their digest. */
export type RecordedValue = { readonly text: string; readonly digest?: string } | { readonly hidden: string };

export type CodeFile =
  | {
      /** null: not read, because there was too much to read. */
      readonly sha256: string | null;
      readonly size: number;
      /** Milliseconds. With `ctime` 0 the file was so fresh that its times prove nothing. */
      readonly mtime: number;
      readonly ctime: number;
      readonly ino: number;
      readonly mode: number;
    }
  | { readonly link: string }
  /** FIFO, socket, device. */
  | { readonly special: string };

export interface ConfigChange {
  readonly file: string;
  /** null: the file as a whole. */
  readonly key: string | null;
  readonly change: 'new' | 'changed' | 'removed';
  /** For people, raw and untrusted; null: there was none. A secret is `(hidden)`. */
  readonly before: string | null;
  readonly after: string | null;
}
