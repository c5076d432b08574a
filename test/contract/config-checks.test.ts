import { describe, expect, it } from 'vitest';
import type { HostCheck } from '../../battery/check.ts';
import { checks } from '../../battery/checks/index.ts';
import { runHostChecks } from '../../battery/run-host.ts';
import { agents } from '../../src/agents/index.ts';
import { configPlace, lookAt, survey } from '../support/config-world.ts';
import { isRoot, tempWorld } from '../support/temp-world.ts';

/** Checks of a configuration on the host, each on real trees: what must redden it, and what looks alike and must not. */
const hostChecks = checks.filter((check): check is HostCheck => check.stage === 'host');

import { greens } from './config-greens.ts';
import { reds } from './config-reds.ts';
import type { Example } from './config-trees.ts';
import { nothing } from './config-trees.ts';

async function judge(check: HostCheck, { agent = 'codex', make, change }: Example) {
  const world = tempWorld();
  world.directory(agents.find(({ name }) => name === agent)?.config?.dir ?? '');
  make(world);
  const known = change === undefined ? null : (await survey(configPlace(world, agent))).record;
  change?.(world);
  const facts = await lookAt(world, agent, known);
  const outcome = check.evaluate(facts);
  // Whatever is in the files: secrets are told nowhere.
  expect(JSON.stringify(runHostChecks(facts))).not.toContain('geheim');
  return outcome;
}

describe('every check of a configuration', () => {
  it('has examples', () => {
    const ids = hostChecks.map(({ id }) => id);
    expect(Object.keys(reds).sort()).toEqual(ids);
    expect(Object.keys(greens).sort()).toEqual(ids);
  });

  describe.each(hostChecks.map((check) => ({ id: check.id, check })))('$id', ({ id, check }) => {
    it('says what it is about', () => {
      expect(check.level).toBe(id === '60' ? 'fail' : 'warn');
      expect(check.title).toMatch(/^\S.{10,90}$/);
      expect(check.threat.length).toBeGreaterThan(100);
      expect(check.threat).not.toContain('\n');
    });

    it.each(agents.filter(({ config }) => config !== null).map(({ name }) => name))(
      'is green on an empty one of %s',
      async (agent) => {
        expect(await judge(check, { name: '', agent, make: nothing })).toMatchObject({ verdict: 'pass' });
      },
    );

    it.each([...(greens[id] ?? [])].filter(({ needsRoot }) => isRoot || needsRoot === undefined))(
      'is green: $name',
      async (example) => {
        const outcome = await judge(check, example);
        expect(outcome, outcome.found).toMatchObject({ verdict: 'pass' });
      },
    );

    it.each([...(reds[id] ?? [])].filter(({ needsRoot }) => isRoot || needsRoot === undefined))(
      'is red: $name',
      async (example) => {
        const outcome = await judge(check, example);
        expect(outcome.verdict, outcome.found).toBe('fail');
        expect(outcome.found).toContain(example.says ?? '');
        expect(outcome.expected).not.toBe('');
        expect(outcome.hint).toMatch(/\S/);
      },
    );
  });
});
