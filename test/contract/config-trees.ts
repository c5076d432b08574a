import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { currentOwner } from '../../src/state/owner.ts';
import type { TempWorld } from '../support/temp-world.ts';

/** One thing in a configuration directory, made in a real temporary tree. */
export interface Example {
  readonly name: string;
  readonly agent?: string;
  /** Made before the look that is judged. */
  readonly make: (world: TempWorld) => unknown;
  /** Made between the recorded look and that one. */
  readonly change?: (world: TempWorld) => unknown;
  /** In what was found. */
  readonly says?: string;
  readonly needsRoot?: true;
}

export const json = (world: TempWorld, path: string, value: unknown) => world.file(path, JSON.stringify(value));
export const hook = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
export const nothing = () => undefined;

export function rawLink(world: TempWorld, directory: string, name: Buffer, target: string | Buffer): void {
  symlinkSync(target, Buffer.concat([Buffer.from(`${world.directory(directory)}/`), name]));
}

export function journal(world: TempWorld, change: Record<string, unknown> = {}): void {
  world.file(
    '.local/state/sandbox/sessions/other000/session.json',
    JSON.stringify({
      version: 1,
      id: 'other000',
      agent: 'codex',
      workspace: '/work/there',
      config: join(world.home, '.codex'),
      owner: currentOwner(),
      created: '2026-01-01T00:00:00.000Z',
      ...change,
    }),
  );
}
