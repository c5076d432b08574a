import { homedir } from 'node:os';
import type { ContainerSpec } from '../../src/engine/engine.ts';
import { openEngine } from '../../src/engine/open.ts';
import { collect } from '../support/collect.ts';
import { containerSpec } from '../support/container-spec.ts';
import { tinyImage } from '../support/tiny-image.ts';
import type { Bench, RunningContainer } from './behaviour.ts';

/** `clear` removes every container made through it. `endpoint`: `unix:///…`; null: as a launch would find it. */
export async function openBench(
  endpoint: string | null,
  version: RegExp | null,
): Promise<Bench & { clear(): Promise<void> }> {
  const engine = await openEngine({
    env: endpoint === null ? process.env : {},
    home: homedir(),
    ...(endpoint === null ? {} : { endpoint }),
  });
  const image = await tinyImage(engine);
  const made: string[] = [];

  async function create(changes: Partial<ContainerSpec>): Promise<string> {
    const id = await engine.createContainer(containerSpec(image, changes));
    made.push(id);
    return id;
  }
  async function run(script: string, changes: Partial<ContainerSpec> = {}): Promise<RunningContainer> {
    const id = await create({ cmd: [script], ...changes });
    const attached = await engine.attach(id, { tty: changes.tty === true });
    const exit = engine.waitExit(id);
    await engine.start(id);
    return { id, attached, exit };
  }
  return {
    engine,
    version,
    image,
    create,
    run,
    async output(script, changes) {
      const { attached } = await run(script, changes);
      attached.stdin.end();
      return collect(attached.stdout);
    },
    async clear() {
      for (const id of made.splice(0)) await engine.removeContainer(id);
    },
  };
}
