import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../battery/check.ts';
import type { SessionPoint } from '../../src/session/hooks.ts';
import { HookedLaunch } from '../support/hooked-launch.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const names = (directory: string): readonly string[] =>
  readdirSync(directory).filter((name) => name.startsWith('.sandbox-'));

/** The launcher believes that the engine runs on another kernel, as with Docker Desktop: mounts are proved by challenge. */
describe.each([makePerson('root'), makePerson('user')])(
  'an engine on another kernel, for $label (cases 20–22)',
  (person) => {
    const launch = (args: readonly string[], points: readonly SessionPoint[] = []) =>
      new HookedLaunch(product, person, points, args, { env: { HOOK_BOOT_ID: 'another-kernel' } });
    const places = (): readonly string[] => [
      person.project,
      join(person.home, '.codex'),
      join(person.home, '.agents/skills'),
    ];

    it('proves every mount, and leaves nothing in any', async () => {
      person.directory('extra');
      person.file('extra.txt', 'one file');
      const { code, stdout, stderr } = await launch([
        'check',
        'codex',
        '--json',
        '--mount',
        join(person.home, 'extra'),
        '--mount',
        join(person.home, 'extra.txt'),
      ]).result;
      expect({ code, stderr: /warning|CHECK/.exec(stderr) }).toEqual({ code: 0, stderr: null });
      const { findings } = JSON.parse(stdout) as { findings: Finding[] };
      const of = (id: string) => findings.find((finding) => finding.id === id);
      expect(of('24')).toMatchObject({
        verdict: 'pass',
        found: expect.stringMatching(/^\d+ by challenge, the others by content$/),
      });
      expect(Number(/^\d+/.exec(of('24')?.found ?? '')?.[0])).toBeGreaterThanOrEqual(4);
      for (const id of ['07', '08', '09']) expect(of(id)?.verdict).toBe('not-available');
      for (const place of places()) expect(names(place)).toEqual([]);
    });

    it('runs the session', async () => {
      const { code, stdout } = await launch(['launch', 'shell', '-q', '--', 'pwd']).result;
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${person.project}\n` });
    });

    it.each<SessionPoint>(['after-pin', 'after-create', 'before-start'])(
      'refuses a source that was swapped %s',
      async (point) => {
        const other = person.directory('other');
        const started = launch(['launch', 'shell', '-q', '--', 'touch', 'ran'], [point]);
        await started.reached(point);
        renameSync(person.project, `${person.project}.aside`);
        symlinkSync(other, person.project);
        try {
          started.goOn(point);
          const { code, stderr } = await started.result;
          expect(code).toBe(77);
          expect(stderr).toMatch(/CHECK_FAILED|SOURCE_/);
          expect(readdirSync(other)).toEqual([]);
          expect(names(`${person.project}.aside`)).toEqual([]);
        } finally {
          rmSync(person.project);
          renameSync(`${person.project}.aside`, person.project);
        }
        expect(existsSync(join(person.project, 'ran'))).toBe(false);
      },
    );

    it('refuses a directory in which nothing can be proved, with that sentence', async () => {
      // Root can make a file in every directory but a read-only one; others in none of root's.
      const empty = person.uid === 0 ? '/proc/tty/driver' : mkdtempSync('/var/tmp/sandbox-empty-');
      try {
        if (person.uid !== 0) chmodSync(empty, 0o755);
        const { code, stderr } = await launch(['launch', 'shell', '-q', '--mount', `${empty}:/srv/x`, '--', 'true'])
          .result;
        expect(code).toBe(77);
        expect(stderr).toMatch(person.uid === 0 ? /SOURCE_PROTECTED/ : /\/srv\/x could not be proved/);
      } finally {
        if (person.uid !== 0) rmSync(empty, { recursive: true });
      }
    });

    it('removes what a killed launcher left, and only reports what merely looks like it (case 22)', async () => {
      const left = person.file(`work/project/.sandbox-challenge-${'a'.repeat(32)}`, `${'0'.repeat(32)}\n`);
      const larger = person.file(
        `work/project/.sandbox-challenge-${'b'.repeat(32)}`,
        'notes of mine, and more of them\n\n\n',
      );
      const link = join(person.project, `.sandbox-challenge-${'c'.repeat(32)}`);
      const target = person.file('target', 'kept');
      symlinkSync(target, link);
      const other = person.file('work/project/.sandbox-challenge-short', 'x');
      const { code, stderr } = await launch(['launch', 'shell', '--', 'true']).result;
      expect(code).toBe(0);
      expect(existsSync(left)).toBe(false);
      for (const path of [larger, link, other, target]) expect(existsSync(path)).toBe(true);
      expect(stderr.match(/looks like a file of ours, but is not; it stays/g)).toHaveLength(2);
      for (const path of [larger, link, other]) rmSync(path);
    });

    it('leaves nothing when it is killed while it proves, for longer than until the next launch', async () => {
      const started = launch(['launch', 'shell', '-q', '--', 'true'], ['after-attestation']);
      await started.reached('after-attestation');
      started.goOn('after-attestation');
      started.child.kill('SIGKILL');
      await started.result;
      await launch(['launch', 'shell', '-q', '--', 'true']).result;
      for (const place of places()) if (existsSync(place)) expect(names(place)).toEqual([]);
    });
  },
);
