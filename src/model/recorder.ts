import { appendFileSync } from 'node:fs';

/** One request as a line of the record: a JSON body is kept as a value, any other as text. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export type Recorder = (request: RecordedRequest) => void;

/** Appends JSON lines to a file (mode 0600), each before its request is answered; null: keeps nothing. */
export function createRecorder(file: string | null): Recorder {
  if (file === null) return () => undefined;
  return (request) => {
    appendFileSync(file, `${JSON.stringify(request)}\n`, { mode: 0o600 });
  };
}
