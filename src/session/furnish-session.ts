import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateFiles } from '../../battery/gate-files.ts';
import { gateRequest } from '../../battery/request.ts';
import { gitConfigFile, identityFiles } from '../mounts/identity-files.ts';
import type { Owner } from '../state/owner.ts';
import { createSessionDirectory } from '../state/session-directory.ts';
import type { SessionDirectory } from '../state/session-directory.ts';
import type { SessionRequest } from './request.ts';

/** The part of the gate's request that is not in the plan. */
export type GateQuestions = NonNullable<Parameters<typeof gateRequest>[1]>;

/**
 * Makes the session's directory with everything that is bound into the container from it.
 *
 * @param questions what else the gate is asked; known once the sources are pinned and the agent's own configuration was read;
 *   until then no process is started
 */
export function furnishSession(
  { request, session, state }: { readonly request: SessionRequest; readonly session: string; readonly state: string },
  owner: Owner,
  questions: Promise<GateQuestions>,
): SessionDirectory {
  const { plan, facts } = request;
  const battery = join(facts.dirs.program, 'battery');
  const { passwd, group } = identityFiles(plan.user);
  const config = plan.mounts.find(({ kind }) => kind === 'own-config')?.source;
  return createSessionDirectory(
    state,
    {
      version: 1,
      id: session,
      agent: plan.agent,
      workspace: plan.workspace.source,
      ...(config === undefined ? {} : { config }),
      owner,
      cwd: plan.workspace.cwd,
      detached: request.detached,
      tty: plan.tty,
      digest: request.digest,
      publish: plan.publish,
      created: new Date().toISOString(),
    },
    {
      run: {
        ...Object.fromEntries(gateFiles.map((name) => [name, readFileSync(join(battery, name))])),
        ...Object.fromEntries(
          Object.entries(facts.certificates).map(([name, path]) => [`${name}.crt`, readFileSync(path)]),
        ),
      },
      beside: { passwd, group },
      late: questions.then(async (more) => ({
        gitconfig: gitConfigFile(await request.gitIdentity(), plan),
        request: gateRequest(plan, more),
      })),
    },
  );
}
