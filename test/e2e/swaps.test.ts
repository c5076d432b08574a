import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionPoint } from '../../src/session/hooks.ts';
import { leftovers } from '../support/engine.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();

/**
 * A bind source is swapped for a link at each named point. The mounted object decides: where it is not the pinned one
 * the launch is refused and nothing ran; where it is, the session runs in it and never sees the link's target.
 */
describe.each([makePerson('root'), makePerson('user')])('sources swapped during a launch of $label', (person) => {
  const secret = person.directory('elsewhere');
  person.file('elsewhere/secret', 'not for sessions');
  const script = 'touch ran; ls; cat secret';

  const sources = [
    { what: 'workspace', path: () => person.project },
    { what: 'shared skills', path: () => join(person.home, '.agents/skills') },
  ];

  const swap = (path: string): void => {
    renameSync(path, `${path}.aside`);
    symlinkSync(secret, path);
  };
  const restore = (path: string): void => {
    unlinkSync(path);
    renameSync(`${path}.aside`, path);
  };

  for (const { what, path } of sources) {
    for (const point of [
      'after-pin',
      'before-create',
      'after-create',
      'before-start',
    ] as const satisfies readonly SessionPoint[]) {
      it(`${what}, ${point}: refused, nothing ran`, async () => {
        person.directory(path());
        const launch = new HookedLaunch(product, person, [point], ['launch', 'shell', '--', 'sh', '-c', script]);
        await launch.reached(point);
        swap(path());
        try {
          launch.goOn(point);
          const { code, stderr, stdout } = await launch.result;
          expect({ code, stdout }).toEqual({ code: 77, stdout: '' });
          expect(stderr).toMatch(/CHECK_FAILED/);
          expect(stderr).toMatch(/24 /);
          expect(readdirSync(secret)).toEqual(['secret']);
        } finally {
          restore(path());
        }
        expect(existsSync(join(person.project, 'ran'))).toBe(false);
      });
    }

    it(`${what}, after start: the session runs in the pinned object`, async () => {
      person.directory(path());
      const launch = new HookedLaunch(product, person, ['after-start'], ['launch', 'shell', '--', 'sh', '-c', script]);
      await launch.reached('after-start');
      swap(path());
      try {
        launch.goOn('after-start');
        const { stdout, stderr } = await launch.result;
        expect(stdout).not.toContain('not for sessions');
        expect(stderr).not.toContain('not for sessions');
        expect(readdirSync(secret)).toEqual(['secret']);
      } finally {
        restore(path());
      }
      expect(existsSync(join(person.project, 'ran'))).toBe(true);
      rmSync(join(person.project, 'ran'));
    });

    it(`${what}, swapped and swapped back: the session runs in the pinned object`, async () => {
      person.directory(path());
      const points: SessionPoint[] = ['after-pin', 'after-create'];
      const launch = new HookedLaunch(product, person, points, [
        'launch',
        'shell',
        '--',
        'sh',
        '-c',
        'ls -A ~/.agents/skills; ls',
      ]);
      await launch.reached('after-pin');
      swap(path());
      launch.goOn('after-pin');
      await launch.reached('after-create');
      restore(path());
      launch.goOn('after-create');
      const { code, stdout } = await launch.result;
      // The engine resolves the source when it creates and again when it starts: what counts is what is mounted.
      expect([0, 77]).toContain(code);
      expect(stdout).not.toContain('secret');
    });
  }

  it('a parent directory replaced by another with the same names: refused', async () => {
    const parent = join(person.home, 'work');
    const launch = new HookedLaunch(product, person, ['before-start'], ['launch', 'shell', '--', 'sh', '-c', script]);
    await launch.reached('before-start');
    renameSync(parent, `${parent}.aside`);
    person.directory('work/project');
    try {
      launch.goOn('before-start');
      expect(await launch.result).toMatchObject({
        code: 77,
        stdout: '',
        stderr: expect.stringContaining('CHECK_FAILED'),
      });
      expect(readdirSync(join(parent, 'project'))).toEqual([]);
    } finally {
      rmSync(parent, { recursive: true });
      renameSync(`${parent}.aside`, parent);
    }
  });

  it.each(['/etc', '/proc', '@workspace'])(
    'a mask’s place left as a link to %s: refused, and nothing appears on the host',
    async (target) => {
      const where = target === '@workspace' ? person.project : target;
      person.directory('.codex');
      const mask = join(person.home, '.codex/tmp');
      rmSync(mask, { recursive: true, force: true });
      symlinkSync(where, mask);
      const before = readdirSync(where).sort();
      const { code, stderr } = await person.run([process.execPath, product.cli, 'check', 'codex']);
      expect({ code, stderr }).toMatchObject({ code: 77 });
      expect(stderr).toContain(mask);
      if (target !== '/proc') expect(readdirSync(where).sort()).toEqual(before);
      unlinkSync(mask);
    },
  );

  it('leaves nothing behind', async () => {
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });
});
