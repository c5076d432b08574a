import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every object from a directory down: what it is, what is in it, and when it was last touched. */
export function treeInventory(path: string): readonly string[] {
  const { mode, uid, mtimeNs, ctimeNs, size } = lstatSync(path, { bigint: true });
  const kind = Number(mode) & 0o170000;
  const content = kind === 0o100000 ? readFileSync(path, 'base64') : kind === 0o120000 ? readlinkSync(path) : '';
  const line = [path, mode, uid, size, mtimeNs, ctimeNs, content].join(' ');
  return kind === 0o040000
    ? [
        line,
        ...readdirSync(path)
          .sort()
          .flatMap((name) => treeInventory(join(path, name))),
      ]
    : [line];
}
