import type { Writable } from 'node:stream';
import type { BuildProgress } from '../images/progress.ts';
import { escapeText } from './escape.ts';
import type { Loudness, Messages } from './messages.ts';

/**
 * Progress of image builds. On a terminal one line shows what the builder says now; elsewhere only the steps are
 * printed. The builder's words are untrusted bytes.
 */
export function buildProgress(
  stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number },
  messages: Messages,
  loudness: Loudness,
): BuildProgress {
  let shown = false;
  const clear = (): void => {
    if (shown) stderr.write('\r\u001b[K');
    shown = false;
  };
  return {
    step: (text) => {
      clear();
      messages.note(text);
    },
    line: (text) => {
      if (loudness === 'quiet') return;
      if (stderr.isTTY !== true) {
        messages.detail(text);
        return;
      }
      clear();
      const width = Math.max(20, (stderr.columns ?? 80) - 4);
      stderr.write(`  ${escapeText(text, { max: width - 10 })}`);
      shown = true;
    },
    done: (text) => {
      clear();
      messages.note(text);
    },
  };
}
