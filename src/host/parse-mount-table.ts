import { decodeOctal } from '../../battery/decode-octal.ts';
import { makeMountTable } from '../judge/place.ts';
import type { MountEntry, MountTable } from '../judge/place.ts';
import { fromBytes } from '../ui/raw-text.ts';

/**
 * This machine's mountinfo (proc_pid_mountinfo(5)) → mounts by id. Only the five fields the kernel itself writes are read:
 * what a file system adds after them is not always escaped (WSL writes `path=C:\Program Files` there).
 *
 * @param text latin1 text, one character per byte
 * @throws Error when a line does not begin so, or an id is there twice: a mount not understood could hide an alias
 */
export function parseMountTable(text: string): MountTable {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('mountinfo does not end in a newline');
  const table = makeMountTable(lines.map(parseLine));
  if (table.byId.size !== lines.length) throw new Error('mountinfo has an id twice');
  return table;
}

function parseLine(line: string): MountEntry {
  const [, id, parent, device, root, point] = /^(\d+) (\d+) (\d+:\d+) (\S+) (\/\S*) \S/.exec(line) ?? [];
  if (!id || !parent || !device || !root || !point) throw new Error('a line of mountinfo cannot be read');
  return { id: Number(id), parent: Number(parent), device, root: decode(root), point: decode(point) };
}

const PLAIN = /^[\x20-\x5b\x5d-\x7e]*$/;

function decode(field: string): string {
  return PLAIN.test(field) ? field : fromBytes(decodeOctal(field));
}
