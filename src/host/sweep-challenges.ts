import { lstatSync, readdirSync } from 'node:fs';
import type { Pin } from './pin.ts';
import { quote } from '../ui/quote.ts';
import { removeCreated } from './write.ts';

const NAME = /^\.sandbox-challenge-[0-9a-f]{32}$/;
/** 32 hex digits and a newline. */
const SIZE = 33;

/**
 * Removes challenge files that a killed launcher left in a directory: only what can be nothing else, a regular file of the
 * caller with one name and our size (attack-catalogue case 22). Returns a line for each look-alike, which stays.
 */
export function sweepChallenges(directory: Pin): readonly string[] {
  const lines: string[] = [];
  for (const name of list(directory)) {
    const stat = lstatSync(`/proc/self/fd/${directory.fd}/${name}`, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) continue;
    const ours =
      stat.isFile() && Number(stat.uid) === process.geteuid?.() && stat.nlink === 1n && stat.size === BigInt(SIZE);
    const { dev, ino } = stat;
    if (!ours || !removeCreated({ parent: directory.fd, name, type: 'file', dev, ino }))
      lines.push(`${quote(name)} in ${quote(directory.source)} looks like a file of ours, but is not; it stays`);
  }
  return lines;
}

function list({ fd }: Pin): readonly string[] {
  try {
    return readdirSync(`/proc/self/fd/${fd}`).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}
