import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import type { Person } from './person.ts';

const LABEL = 'dev.sandbox.session';
const docker = new Docker();

/** Everything the engine tells about the session of that workspace, as text. */
export async function inspectSession(workspace: string): Promise<string> {
  const [found] = await docker.listContainers({ all: true, filters: { label: [`${LABEL}.workspace=${workspace}`] } });
  if (found === undefined) throw new Error(`no session in ${workspace}`);
  return JSON.stringify(await docker.getContainer(found.Id).inspect());
}

/** What a person's sessions left: containers of the engine, directories of the state. */
export async function leftovers(person: Person): Promise<{ containers: string[]; sessions: string[] }> {
  const containers = await docker.listContainers({ all: true, filters: { label: [LABEL] } });
  const state = join(person.home, '.local/state/sandbox/sessions');
  return {
    containers: containers
      .filter(({ Labels }) => (Labels[`${LABEL}.workspace`] ?? '').startsWith(person.home))
      .map(({ Names, State }) => `${Names[0] ?? ''} ${State}`),
    sessions: existsSync(state) ? readdirSync(state) : [],
  };
}

/** Running containers of sessions in that person's home. */
export async function running(person: Person): Promise<readonly string[]> {
  const containers = await docker.listContainers({ filters: { label: [LABEL] } });
  return containers
    .filter(({ Labels }) => (Labels[`${LABEL}.workspace`] ?? '').startsWith(person.home))
    .map(({ Id }) => Id);
}
