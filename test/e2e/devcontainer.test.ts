import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../battery/check.ts';
import { inside, runInDevcontainer } from '../support/devcontainer.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const docker = new Docker();
const cli = ['node', `${inside.program}/dist/cli.js`];

describe.each([makePerson('root'), makePerson('user')])(
  'in a container whose engine is outside, for $label (case 25)',
  (person) => {
    let image = '';
    const at = (args: readonly string[], more: Partial<Parameters<typeof runInDevcontainer>[1]> = {}) =>
      runInDevcontainer([...cli, ...args], { image, person, product, ...more });
    /** Sessions of this person's launches: their workspace's path is the one inside. */
    const sessions = async (all: boolean): Promise<readonly string[]> =>
      (
        await docker.listContainers({ all, filters: { label: [`dev.sandbox.session.workspace=${inside.project}`] } })
      ).map(({ Id }) => Id);
    // A directory of the host with the name that the project has inside.
    const sameName = inside.project;
    const made = !existsSync('/workspaces');

    beforeAll(async () => {
      const first = await person.run([process.execPath, product.cli, 'launch', 'shell', '-q', '--', 'true']);
      expect(first).toMatchObject({ code: 0, stdout: '' });
      const { stdout } = await person.run([process.execPath, product.cli, 'plan', 'shell', '--json']);
      image = (JSON.parse(stdout) as { plan: { image: { ref: string } } }).plan.image.ref;
      mkdirSync(sameName, { recursive: true });
      person.file('work/project/file', 'of the project\n');
    });
    afterAll(() => {
      rmSync(made ? '/workspaces' : sameName, { recursive: true, force: true });
    });

    it('runs a session over what is mounted here, not over what the host has under that name', async () => {
      const { code, stdout } = await at([
        'launch',
        'shell',
        '-q',
        '--',
        'sh',
        '-c',
        'pwd; cat file; echo new > made; exit 7',
      ]);
      expect({ code, stdout }).toEqual({ code: 7, stdout: `${inside.project}\nof the project\n` });
      expect(existsSync(join(person.project, 'made'))).toBe(true);
      expect(readdirSync(sameName)).toEqual([]);
      expect(await sessions(true)).toEqual([]);
    });

    it('proves every mount by challenge too, and leaves nothing in any', async () => {
      const { code, stdout } = await at(['check', 'codex', '--json']);
      expect(code).toBe(0);
      const { findings } = JSON.parse(stdout) as { findings: Finding[] };
      expect(findings.find(({ id }) => id === '24')).toMatchObject({
        verdict: 'pass',
        found: expect.stringMatching(/^all the same objects, and [3-9] read back by challenge/),
      });
      for (const place of [person.project, join(person.home, '.codex'), join(person.home, '.agents/skills')])
        expect(readdirSync(place).filter((name) => name.startsWith('.sandbox-'))).toEqual([]);
    });

    it('refuses a source that only the container has, by name, and the engine makes nothing', async () => {
      const { code, stderr } = await at(['launch', 'shell', '--mount', '/srv:/mnt/srv', '--', 'true']);
      expect({ code, refused: /SOURCE_UNTRANSLATABLE/.test(stderr) }).toEqual({ code: 77, refused: true });
      expect(stderr).toContain('/srv lies in this container only');
      expect(await sessions(true)).toEqual([]);
    });

    it('refuses to let a session write what is read-only here', async () => {
      const { code, stderr } = await at(['launch', 'shell', '--mount', '/mnt/data:/mnt/data:rw', '--', 'true'], {
        binds: [`${person.directory('data')}:/mnt/data:ro`],
      });
      expect({ code, said: /\/mnt\/data is mounted read-only here/.test(stderr) }).toEqual({ code: 77, said: true });
    });

    it('a mount inside a mount is not taken for a part of it', async () => {
      const { code, stdout } = await at(
        ['launch', 'shell', '-q', '--mount', `${inside.home}/deep`, '--', 'cat', `${inside.home}/deep/which`],
        {
          binds: [`${join(person.file('elsewhere/which', 'the inner one\n'), '..')}:${inside.home}/deep`],
        },
      );
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'the inner one\n' });
    });

    it('ends the session when the container of its launcher is killed', async () => {
      await at(['launch', 'shell', '-q', '--', 'sh', '-c', 'touch running; exec sleep 300'], {
        during: async (id) => {
          for (let left = 200; left > 0 && !existsSync(join(person.project, 'running')); left -= 1) await sleep(100);
          expect(await sessions(false)).toHaveLength(1);
          await docker.getContainer(id).kill();
        },
      });
      for (let left = 60; left > 0 && (await sessions(false)).length > 0; left -= 1) await sleep(100);
      expect(await sessions(false)).toEqual([]);
      for (const id of await sessions(true)) await docker.getContainer(id).remove({ force: true });
    });
  },
);
