import { nameSome } from '../../battery/name-some.ts';
import { findForeignModules } from '../host/find-foreign-modules.ts';
import { findSecretFiles } from '../host/find-secret-files.ts';

/** What of the project a person may not have thought of: names at its top that look like secrets, packages for another system. */
export function workspaceLines(workspace: string): readonly string[] {
  const secrets = findSecretFiles(workspace);
  const foreign = findForeignModules(workspace, process.arch);
  return [
    ...(secrets.length === 0 ? [] : [`the agent can read what looks like secrets: ${nameSome(secrets)}`]),
    ...(foreign.length === 0
      ? []
      : [`node_modules was installed for another system (${nameSome(foreign)}): install again inside, or keep two`]),
  ];
}
