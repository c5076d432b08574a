import type { ConfigFacts } from '../../battery/config-facts.ts';

/** An empty configuration directory, seen for the first time. */
export function noConfigFacts(): ConfigFacts {
  return {
    agent: 'codex',
    directory: '/home/u/.codex',
    uid: 1000,
    hosts: ['api.openai.com'],
    incomplete: null,
    links: [],
    objects: [],
    settings: [],
    commands: [],
    addresses: [],
    comparison: { entries: 0, changes: null, uncompared: null },
    sessions: [],
    guarded: [],
  };
}
