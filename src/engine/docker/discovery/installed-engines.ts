import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['dockerd', 'podman'];
/** Where daemons lie although a user's PATH may not have it. */
const SYSTEM_DIRS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin'];

/** Names of the engines whose program is on this machine. The `docker` command alone is only a client. */
export async function installedEngines(env: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const dirs = [...(env['PATH'] ?? '').split(delimiter).filter((dir) => dir.startsWith('/')), ...SYSTEM_DIRS];
  const found: string[] = [];
  for (const program of PROGRAMS) {
    for (const dir of dirs) {
      const there = await access(join(dir, program), constants.X_OK).then(
        () => true,
        () => false,
      );
      if (!there) continue;
      found.push(program);
      break;
    }
  }
  return found;
}
