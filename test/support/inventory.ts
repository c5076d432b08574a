import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Everything a tree holds, a line each: path, type and mode, owner, and the contents of files and links. Two equal
 * inventories: nobody wrote there meanwhile.
 */
export function inventory(path: string, name = '.'): readonly string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  const what = stat.isFile() ? readFileSync(path, 'latin1') : stat.isSymbolicLink() ? readlinkSync(path) : '';
  return [
    `${name} ${stat.mode.toString(8)} ${stat.uid}:${stat.gid} ${what}`,
    ...(stat.isDirectory()
      ? readdirSync(path)
          .sort()
          .flatMap((child) => inventory(join(path, child), `${name}/${child}`))
      : []),
  ];
}
