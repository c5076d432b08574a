import type { ConfigChange } from './config-record.ts';

const MAX_VALUE = 120;
const MAX_NAME = 200;

/** A change as one line: `"settings.json" hooks.Stop[0].command is new: "…"`. Long parts are cut; raw: only the escaper prints it. Pure. */
export function describeChange({ file, key, change, before, after }: ConfigChange): string {
  const name = `"${cut(file, MAX_NAME)}"`;
  const what = key === null ? name : `${name} ${cut(key, MAX_NAME)}`;
  const [old, now] = [before ?? 'nothing', after ?? 'nothing'].map((value) => cut(value, MAX_VALUE));
  if (change === 'new') return `${what} is new: ${now}`;
  if (change === 'removed') return `${what} is gone; it was ${old}`;
  return old === now ? `${what} changed: ${now}` : `${what} changed from ${old} to ${now}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
