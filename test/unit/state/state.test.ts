import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordGitPointer } from '../../../src/state/git-pointers.ts';
import { currentOwner, isAlive } from '../../../src/state/owner.ts';
import { readSessionRecord } from '../../../src/state/session-record.ts';
import { createSessionDirectory } from '../../../src/state/session-directory.ts';
import { sweepSessions } from '../../../src/state/sweep-sessions.ts';
import { openStateDirectory } from '../../../src/state/state-directory.ts';
import { writeFileAtomic } from '../../../src/state/write-file-atomic.ts';

let top: string;
beforeEach(() => {
  top = mkdtempSync('/var/tmp/sandbox-state-');
});
afterEach(() => rmSync(top, { recursive: true, force: true }));
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('owner', () => {
  it('is alive only as the very process it was', () => {
    const owner = currentOwner();
    expect(isAlive(owner)).toBe(true);
    expect(isAlive({ ...owner, start: '1' })).toBe(false);
    expect(isAlive({ ...owner, bootId: 'another' })).toBe(false);
    const { pid } = spawnSync('true');
    expect(isAlive({ ...owner, pid: pid ?? 0 })).toBe(false);
  });
});

describe('openStateDirectory', () => {
  it('makes it 0700 and tightens a loose one', () => {
    const state = openStateDirectory(join(top, 'a/b'));
    expect(statSync(state).mode & 0o777).toBe(0o700);
    mkdirSync(join(top, 'loose'), { mode: 0o755 });
    expect(statSync(openStateDirectory(join(top, 'loose'))).mode & 0o777).toBe(0o700);
  });

  it('refuses a link and a file in its place', () => {
    mkdirSync(join(top, 'real'));
    symlinkSync(join(top, 'real'), join(top, 'link'));
    writeFileSync(join(top, 'file'), '');
    expect(() => openStateDirectory(join(top, 'link'))).toThrow(refused('STATE_UNUSABLE'));
    expect(() => openStateDirectory(join(top, 'file'))).toThrow(refused('STATE_UNUSABLE'));
  });
});

describe('session directory', () => {
  const record = (id: string, changes = {}) => ({
    version: 1 as const,
    id,
    agent: 'shell',
    workspace: '/w',
    owner: { ...currentOwner(), ...changes },
    created: '',
  });

  it('holds the files, read-only, and a lease that only the launcher can write', async () => {
    const state = openStateDirectory(join(top, 'state'));
    const late = Promise.resolve({ gitconfig: 'z' });
    const made = createSessionDirectory(state, record('aaaaaaaaaaaa'), {
      run: { request: 'x' },
      beside: { passwd: 'y' },
      late,
    });
    await made.ready;
    expect(readFileSync(join(made.path, 'run/gitconfig'), 'utf8')).toBe('z');
    expect(readFileSync(join(made.path, 'run/request'), 'utf8')).toBe('x');
    expect(statSync(join(made.path, 'run/request')).mode & 0o777).toBe(0o444);
    const lease = statSync(join(made.path, 'run/lease'));
    expect(lease.isFIFO()).toBe(true);
    expect(lease.mode & 0o777).toBe(0o400);
    const reader = openSync(join(made.path, 'run/lease'), constants.O_RDONLY | constants.O_NONBLOCK);
    closeSync(reader);
    made.remove();
    expect(existsSync(made.path)).toBe(false);
  });

  it('is swept when its launcher is gone, and only then', async () => {
    const state = openStateDirectory(join(top, 'state'));
    const nothing = { run: {}, beside: {}, late: Promise.resolve({}) };
    const alive = createSessionDirectory(state, record('aaaaaaaaaaaa'), nothing);
    const dead = createSessionDirectory(state, record('bbbbbbbbbbbb', { start: '1' }), nothing);
    await Promise.all([alive.ready, dead.ready]);
    mkdirSync(join(state, 'sessions/young'));
    mkdirSync(join(state, 'sessions/old'));
    utimesSync(join(state, 'sessions/old'), 1, 1);
    const swept = sweepSessions(state);
    expect([...swept.removed].sort()).toEqual(['bbbbbbbbbbbb', 'old']);
    expect(swept.notes).toEqual([]);
    expect(existsSync(alive.path)).toBe(true);
    expect(existsSync(join(state, 'sessions/young'))).toBe(true);
    alive.remove();
  });
});

describe('the journal', () => {
  const entry = (state: string, id: string, text: string) => {
    mkdirSync(join(state, 'sessions', id));
    writeFileSync(join(state, 'sessions', id, 'session.json'), text);
  };

  it('sets a damaged entry aside, says so, and goes on', () => {
    const state = openStateDirectory(join(top, 'state'));
    const damages = ['', '{"version":1', '[]', 'null', '{"id":"x"}', '{"version":1,"owner":{"pid":"1"}}', '\0\0'];
    damages.forEach((text, at) => entry(state, `damaged${at}`, text));
    entry(
      state,
      'dead0000',
      JSON.stringify({
        version: 1,
        id: 'dead0000',
        agent: 'a',
        workspace: '/w',
        created: '',
        owner: { ...currentOwner(), start: '1' },
      }),
    );
    const { removed, notes } = sweepSessions(state);
    expect(removed).toEqual(['dead0000']);
    expect(notes).toHaveLength(damages.length);
    expect(notes[0]).toContain('damaged0');
    expect(readdirSync(join(state, 'sessions'))).toEqual([]);
    const aside = readdirSync(join(state, 'damaged')).sort();
    expect(aside).toHaveLength(damages.length);
    expect(readFileSync(join(state, 'damaged', aside[1] ?? '', 'session.json'), 'utf8')).toBe(damages[1]);
    expect(sweepSessions(state)).toEqual({ removed: [], notes: [] });
  });

  it.each([
    { id: 'short' },
    { id: '../../../../etc' },
    { id: 'ABCDEFGHIJKL' },
    { id: 'a'.repeat(33) },
    { publish: [0] },
    { publish: [65_536] },
    { publish: [80.5] },
    { publish: ['80'] },
    { publish: 80 },
    ...[0, -1, 1.5, 1e300, '1', null].map((pid) => ({ owner: { ...currentOwner(), pid } })),
  ])('takes no record with %j', (wrong) => {
    const state = openStateDirectory(join(top, 'state'));
    const right = { version: 1, id: 'aaaaaaaa', agent: 'a', workspace: '/w', created: '', owner: currentOwner() };
    entry(state, 'right', JSON.stringify({ ...right, publish: [1, 65_535] }));
    entry(state, 'wrong', JSON.stringify({ ...right, ...wrong }));
    expect(readSessionRecord(join(state, 'sessions/right')).kind).toBe('record');
    expect(readSessionRecord(join(state, 'sessions/wrong')).kind).toBe('damaged');
  });

  it('leaves an entry of a newer version alone', () => {
    const state = openStateDirectory(join(top, 'state'));
    entry(state, 'newer', '{"version":2,"something":"else"}');
    expect(sweepSessions(state)).toEqual({ removed: [], notes: [] });
    expect(readdirSync(join(state, 'sessions'))).toEqual(['newer']);
  });

  it('leaves an entry of another machine alone, and only looks when it is to look', () => {
    const state = openStateDirectory(join(top, 'state'));
    const owner = { ...currentOwner(), start: '1' };
    const rest = { version: 1, agent: 'a', workspace: '/w', created: '' };
    const elsewhere = { ...owner, hostId: 'elsewhere', bootId: 'another' };
    entry(state, 'elsewhere', JSON.stringify({ ...rest, id: 'elsewhere', owner: elsewhere }));
    entry(state, 'dead0000', JSON.stringify({ ...rest, id: 'dead0000', owner }));
    expect(sweepSessions(state, true).removed).toEqual(['dead0000']);
    expect(sweepSessions(state).removed).toEqual(['dead0000']);
    expect(readdirSync(join(state, 'sessions'))).toEqual(['elsewhere']);
  });

  it('follows no link in the place of a record', () => {
    const state = openStateDirectory(join(top, 'state'));
    writeFileSync(join(top, 'elsewhere'), '{"version":2}');
    mkdirSync(join(state, 'sessions/linked'));
    symlinkSync(join(top, 'elsewhere'), join(state, 'sessions/linked/session.json'));
    expect(sweepSessions(state).notes).toHaveLength(1);
  });
});

describe('writeFileAtomic', () => {
  it('leaves nothing half-made', () => {
    expect(() => writeFileAtomic(join(top, 'none/x'), 'y')).toThrow();
    mkdirSync(join(top, 'directory'));
    expect(() => writeFileAtomic(join(top, 'directory'), 'y')).toThrow();
    expect(spawnSync('ls', ['-A', top]).stdout.toString()).toBe('directory\n');
    writeFileAtomic(join(top, 'f'), 'y');
    expect(statSync(join(top, 'f')).mode & 0o777).toBe(0o600);
  });
});

describe('recordGitPointer', () => {
  const first = { commonDir: '/r/.git', dev: 1n, ino: 2n };
  it('remembers the first, refuses another, takes a confirmed one', () => {
    recordGitPointer(top, '/w', first, null);
    recordGitPointer(top, '/w', first, null);
    const other = { commonDir: '/evil/.git', dev: 1n, ino: 3n };
    expect(() => recordGitPointer(top, '/w', other, null)).toThrow(refused('GIT_POINTER_REFUSED'));
    expect(() => recordGitPointer(top, '/w', { ...first, ino: 9n }, null)).toThrow(refused('GIT_POINTER_REFUSED'));
    recordGitPointer(top, '/w', other, '/evil/.git');
    recordGitPointer(top, '/w', other, null);
    recordGitPointer(top, '__proto__', first, null);
    recordGitPointer(top, 'constructor', first, null);
  });

  it('refuses a damaged record', () => {
    writeFileSync(join(top, 'git-pointers.json'), '{"a":');
    expect(() => recordGitPointer(top, '/w', first, null)).toThrow(refused('STATE_UNUSABLE'));
    writeFileSync(join(top, 'git-pointers.json'), '[]');
    expect(() => recordGitPointer(top, '/w', first, null)).toThrow(refused('STATE_UNUSABLE'));
  });
});
