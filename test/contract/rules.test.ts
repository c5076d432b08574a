import { describe, expect, it } from 'vitest';
import { findAgent } from '../../src/agents/index.ts';
import { judge, rules } from '../../src/judge/index.ts';
import { buildPlan } from '../../src/plan/build-plan.ts';
import { makeFacts, makeOptions } from '../support/facts.ts';

describe('all rules of the judge', () => {
  it('are the known ones, most telling first', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      'wide-sources',
      'skills-workspace',
      'git-pointer',
      'protected-objects',
      'targets',
      'nested-sources',
      'places',
      'owners',
      'masks',
      'ancestors',
      'workspace-access',
      'live-sessions',
      'shared-config',
      'submounts',
    ]);
  });

  it('have nothing to say about what is not pinned', () => {
    const [agent, facts, options] = [findAgent('codex'), makeFacts(), makeOptions()];
    const plan = buildPlan({ agent, facts, options, imageRef: 'test', checks: [] });
    const nothing = {
      pins: new Map(),
      protected: { home: { chain: [], places: [] }, objects: [], hardLinks: [] },
      live: [],
      approvals: { links: [], ancestors: [] },
    };
    expect(judge({ plan, facts, options, agents: [agent], ...nothing })).toEqual({ refusals: [], notes: [] });
  });
});
