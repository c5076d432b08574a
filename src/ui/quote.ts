import { escapeText, type EscapeOptions } from './escape.ts';

/**
 * An untrusted name for a person: escaped and always in double quotes, so that a file called `✓ 03 pass` cannot look like
 * a result of ours (attack-catalogue case 110). A quote inside is written `\"`.
 */
export function quote(name: string | Uint8Array, options: EscapeOptions = {}): string {
  return `"${escapeText(name, options).replaceAll('"', '\\"')}"`;
}
