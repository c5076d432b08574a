import { describe, expect, it } from 'vitest';
import { gateRequest } from '../../../battery/request.ts';
import { bind, fixturePlan } from './session-fixture.ts';

const plan = fixturePlan();

describe('gateRequest', () => {
  it('names its version first and every target of the plan', () => {
    const lines = gateRequest(plan).split('\n');
    expect(lines[0]).toBe('request 1');
    for (const { target } of [...plan.mounts, ...plan.tmpfs]) expect(lines).toContain(`stat ${target}`);
    expect(lines).toEqual(
      expect.arrayContaining(['list /home/u', 'list /home/u/.agents', 'access own-config /home/u/.codex']),
    );
    expect(lines.at(-1)).toBe('');
  });

  it('has no time-out unless a test asks for one', () => {
    expect(gateRequest(plan)).not.toContain('timeout');
    expect(gateRequest(plan, { timeout: 2 })).toContain('\ntimeout 2\n');
  });

  it('is lines of printable ASCII without spaces in paths, whatever they are called', () => {
    const text = gateRequest(
      fixturePlan({ mounts: [...plan.mounts, bind('extra-1', 'extra', '/srv/a b\n%é\x1b"', 'ro')] }),
    );
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(text).toContain('\nstat /srv/a%20b%0A%25%C3%A9%1B%22\n');
  });

  it('asks only for commands whose names are plain', () => {
    const commands = ['npx', '/usr/bin/node', '~/bin/x', 'a b', '$(x)', 'x\ny', '', 'x'.repeat(300)];
    const names = [...gateRequest(plan, { commands }).matchAll(/^command (.*)$/gm)].map(([, name]) => name);
    expect(names).toEqual(['npx', '/usr/bin/node', '~/bin/x']);
  });

  it('asks for the value of no variable but ours', () => {
    const names = [...gateRequest(plan).matchAll(/^env (.*)$/gm)].map(([, name]) => name);
    expect(names).toEqual([
      'IS_SANDBOX',
      'SANDBOX_AGENT',
      'SANDBOX_SESSION',
      'GIT_CONFIG_GLOBAL',
      'GIT_CONFIG_SYSTEM',
      'GIT_CONFIG_NOSYSTEM',
    ]);
  });
});
