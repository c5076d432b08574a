import type { Socket } from 'node:net';
import type { ExecSpec, Execution } from '../engine.ts';
import { attachment } from './attach.ts';
import { dial } from './docker-containers.ts';
import type { DockerClient } from './docker-client.ts';
import { containerId, exitCode, flag, object } from './fields.ts';

const QUERY = 10_000;

/**
 * Keys that detach cannot be switched off, and here they are JSON text, so no byte that nobody types can be named: it is
 * Ctrl-@ sixteen times, of which the first fifteen arrive.
 */
const DETACH_KEYS = Array<string>(16).fill('ctrl-@').join(',');

export async function exec(client: DockerClient, container: string, spec: ExecSpec): Promise<Execution> {
  const id = await client.call({ what: 'preparing a command in the container', deadline: QUERY }, async (docker) => {
    const created = await docker.getContainer(container).exec({
      Cmd: [...spec.cmd],
      Env: [...spec.env],
      Tty: spec.tty,
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      Privileged: false,
      WorkingDir: '/',
      DetachKeys: DETACH_KEYS,
    });
    return containerId(created.id);
  });
  // As for an attach: the body is given whole, so that nothing of it is taken for the beginning of stdin.
  const socket = await client.call({ what: 'starting a command in the container', deadline: 60_000 }, (docker) =>
    dial<Socket>(docker, {
      path: `/exec/${id}/start`,
      method: 'POST',
      hijack: true,
      isStream: true,
      file: Buffer.from(JSON.stringify({ Detach: false, Tty: spec.tty })),
      headers: { 'Content-Type': 'application/json' },
      options: {},
      statusCodes: {},
    }),
  );
  return { id, attachment: attachment(socket, spec.tty) };
}

/** Rejects for a command that has not quite started yet, or has ended. */
export async function resizeExec(client: DockerClient, id: string, columns: number, rows: number): Promise<void> {
  await client.call({ what: 'resizing the terminal', deadline: QUERY, again: true }, (docker) =>
    docker.getExec(id).resize({ w: columns, h: rows }),
  );
}

export function execExit(client: DockerClient, id: string): Promise<{ readonly code: number } | null> {
  return client.call({ what: 'asking how a command ended', deadline: QUERY, again: true }, async (docker) => {
    const answer = object(await docker.getExec(id).inspect(), 'the whole');
    return flag(answer['Running'], 'Running') ? null : { code: exitCode(answer['ExitCode'] ?? 137, 'ExitCode') };
  });
}
