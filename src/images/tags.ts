import { createHash } from 'node:crypto';

/** A tag that says what is inside: 16 hex digits over named texts (Dockerfile, other inputs, arguments). */
export function contentDigest(parts: Readonly<Record<string, string>>): string {
  const sorted = Object.keys(parts)
    .sort()
    .map((name) => [name, parts[name]]);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}
