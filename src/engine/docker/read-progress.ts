import { BadAnswer } from './bad-answer.ts';
import { object } from './fields.ts';
import { engineFailed } from './translate-error.ts';

/** One message of a build, pull or import (Docker Engine API, ImageBuild and ImageCreate). */
export interface ProgressMessage {
  readonly stream?: unknown;
  readonly status?: unknown;
  readonly id?: unknown;
  readonly progress?: unknown;
  readonly error?: unknown;
  readonly aux?: { readonly ID?: unknown } | null;
}

/** A message longer than this is not one. Bytes. */
const MAX_LINE = 1024 * 1024;

/**
 * Reads the engine's stream of JSON objects, one a line, to its end. `onMessage` is called with each and may count as
 * progress. Rejects with ENGINE_FAILED or ENGINE_DISK_FULL when a message is an error, which comes with HTTP status 200, and
 * with BadAnswer when one is none.
 */
export async function readProgress(
  body: NodeJS.ReadableStream,
  what: string,
  onMessage: (message: ProgressMessage) => void,
): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new BadAnswer('a message has no end');
    for (const line of lines) handle(line, what, onMessage);
  }
  handle(rest, what, onMessage);
}

function handle(line: string, what: string, onMessage: (message: ProgressMessage) => void): void {
  if (line.trim() === '') return;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadAnswer(`a message is not JSON: ${line.slice(0, 200)}`);
  }
  const message: ProgressMessage = object(value, 'a message');
  if (typeof message.error === 'string') throw engineFailed(message.error, what);
  onMessage(message);
}
