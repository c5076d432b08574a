import { engineFailed } from './translate-error.ts';

/** One message of a build, pull or import (Docker Engine API, ImageBuild and ImageCreate). */
export interface ProgressMessage {
  readonly stream?: unknown;
  readonly status?: unknown;
  readonly id?: unknown;
  readonly progress?: unknown;
  readonly error?: unknown;
  readonly aux?: { readonly ID?: unknown };
}

/** A message longer than this is not one. Bytes. */
const MAX_LINE = 1024 * 1024;

/**
 * Reads the engine's stream of JSON objects, one a line, to its end. `onMessage` is called with each and may count as
 * progress. Rejects with ENGINE_FAILED or ENGINE_DISK_FULL when a message is an error, which comes with HTTP status 200.
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
    if (rest.length > MAX_LINE) throw engineFailed('a message without an end', what);
    for (const line of lines) handle(line, what, onMessage);
  }
  handle(rest, what, onMessage);
}

function handle(line: string, what: string, onMessage: (message: ProgressMessage) => void): void {
  if (line.trim() === '') return;
  let message: ProgressMessage;
  try {
    message = JSON.parse(line) as ProgressMessage;
  } catch {
    throw engineFailed(`a message that is not JSON: ${line.slice(0, 200)}`, what);
  }
  if (typeof message.error === 'string') throw engineFailed(message.error, what);
  onMessage(message);
}
