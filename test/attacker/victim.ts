import Docker from 'dockerode';
import { attackerProgram } from './probe-result.ts';

const docker = new Docker();

/** The label of every container and network the attacker's tests make. */
export const ATTACKER_LABEL = { 'dev.sandbox.test': 'attacker' };

/** Port that the victim listens on. */
export const VICTIM_PORT = 24_680;

export interface Victim {
  readonly container: Docker.Container;
  readonly address: string;
}

/** A container with a service and a secret, on that network; the caller removes it. `marker` is in its variables and arguments. */
export async function startVictim(image: string, name: string, network: string, marker: string): Promise<Victim> {
  const container = await docker.createContainer({
    name,
    Image: image,
    Labels: ATTACKER_LABEL,
    User: '0:0',
    WorkingDir: '/',
    Entrypoint: ['python3', `${attackerProgram.target}/victim.py`],
    Cmd: [String(VICTIM_PORT), marker],
    Env: [`PLANTED=${marker}`],
    HostConfig: { IpcMode: 'shareable', NetworkMode: network, Mounts: [attackerProgram.mount] },
  });
  try {
    await container.start();
    await untilReady(container);
    const [attached] = Object.values((await container.inspect()).NetworkSettings.Networks);
    return { container, address: attached?.IPAddress ?? '' };
  } catch (error) {
    await container.remove({ force: true, v: true });
    throw error;
  }
}

async function untilReady(container: Docker.Container): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { stdout, stderr } = await containerOutput(container);
    if (stdout.includes('ready')) return;
    if (!(await container.inspect()).State.Running) throw new Error(`the victim ended: ${stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the victim never was ready');
}

/** Everything a container without a terminal has said: frames of 8 bytes (stream, 3 unused, length) and their text. */
export async function containerOutput(container: Docker.Container): Promise<{ stdout: string; stderr: string }> {
  const raw = await container.logs({ stdout: true, stderr: true, follow: false });
  const parts: Buffer[][] = [[], [], []];
  for (let at = 0; at + 8 <= raw.length;) {
    const size = raw.readUInt32BE(at + 4);
    parts[raw[at] ?? 0]?.push(raw.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  const [, stdout = '', stderr = ''] = parts.map((chunks) => Buffer.concat(chunks).toString());
  return { stdout, stderr };
}
