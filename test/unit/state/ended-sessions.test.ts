import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  forgetEnded,
  KEPT,
  OUTPUT_KEPT,
  readEnded,
  readEndedOutput,
  recordEnded,
} from '../../../src/state/ended-sessions.ts';
import type { EndedSession } from '../../../src/state/ended-sessions.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync('/var/tmp/sandbox-ended-');
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const ended = (id: string, at = 0): EndedSession => ({
  version: 1,
  id,
  agent: 'codex',
  workspace: '/w',
  digest: 'sha256:00',
  tty: true,
  created: new Date(at).toISOString(),
  ended: new Date(at + 1).toISOString(),
  code: 3,
  signal: null,
  reason: 'agent',
  error: null,
  messages: ['sandbox: one'],
});

describe('ended sessions', () => {
  it('come back, the latest first, with the end of their output', () => {
    recordEnded(state, ended('aaaaaaaaaaaa', 1), Buffer.from('first'));
    recordEnded(state, ended('bbbbbbbbbbbb', 2), Buffer.alloc(OUTPUT_KEPT + 7, 'x'));
    expect(readEnded(state)).toEqual([ended('bbbbbbbbbbbb', 2), ended('aaaaaaaaaaaa', 1)]);
    expect(readEndedOutput(state, 'aaaaaaaaaaaa')?.toString()).toBe('first');
    expect(readEndedOutput(state, 'bbbbbbbbbbbb')?.length).toBe(OUTPUT_KEPT);
    expect(statSync(join(state, 'ended')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(state, 'ended')))
      expect(statSync(join(state, 'ended', name)).mode & 0o777).toBe(0o600);
    forgetEnded(state, 'aaaaaaaaaaaa');
    expect(readdirSync(join(state, 'ended')).sort()).toEqual(['bbbbbbbbbbbb.json', 'bbbbbbbbbbbb.log']);
  });

  it('are bounded', () => {
    for (let at = 0; at < KEPT + 5; at += 1)
      recordEnded(state, ended(`session${String(at).padStart(5, '0')}`, at * 10), Buffer.from('x'));
    expect(readEnded(state).length).toBe(KEPT);
    expect(readEnded(state).at(-1)?.id).toBe('session00005');
    expect(readdirSync(join(state, 'ended')).length).toBe(2 * KEPT);
  });

  it('are none where nothing is, or nothing that can be read', () => {
    expect(readEnded(state)).toEqual([]);
    recordEnded(state, ended('aaaaaaaaaaaa'), Buffer.from('x'));
    const directory = join(state, 'ended');
    symlinkSync('/etc/passwd', join(directory, 'cccccccccccc.json'));
    writeFileSync(join(directory, 'dddddddddddd.json'), '{');
    writeFileSync(join(directory, 'eeeeeeeeeeee.json'), JSON.stringify({ ...ended('eeeeeeeeeeee'), code: '3' }));
    writeFileSync(join(directory, 'ffffffffffff.json'), JSON.stringify(ended('aaaaaaaaaaaa')));
    expect(readEnded(state).map(({ id }) => id)).toEqual(['aaaaaaaaaaaa']);
  });

  it('are not written through a link', () => {
    symlinkSync('/var/tmp', join(state, 'ended'));
    expect(() => recordEnded(state, ended('aaaaaaaaaaaa'), Buffer.from('x'))).toThrow(/not a directory of yours/);
  });
});
