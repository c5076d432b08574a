import type { Attachment } from '../engine/engine.ts';
import type { SessionIo } from './connect-streams.ts';

/** Seconds without a byte, while our reader takes all there is, after which the engine has forgotten to close the stream. */
const SILENT = 10;

/**
 * Resolves when the last byte of an ended container was handed over. A reader that is slow has all the time it wants; an
 * engine that never closes the stream has not.
 */
export async function lastOutput(attachment: Attachment, io: SessionIo): Promise<void> {
  let silent = 0;
  const heard = (): void => void (silent = 0);
  attachment.stdout.on('data', heard);
  attachment.stderr.on('data', heard);
  const clock = setInterval(() => {
    const waiting = io.stdout.writableNeedDrain || io.stderr.writableNeedDrain;
    silent = waiting ? 0 : silent + 1;
    if (silent >= SILENT) attachment.destroy();
  }, 1000);
  try {
    await attachment.ended;
  } finally {
    clearInterval(clock);
    attachment.stdout.off('data', heard);
    attachment.stderr.off('data', heard);
  }
}
