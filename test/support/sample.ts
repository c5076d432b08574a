import type { HostFacts } from '../../src/host/facts.ts';
import type { LaunchOptions } from '../../src/plan/launch-options.ts';
import { makeFacts, makeOptions } from './facts.ts';

/** The machine of the golden plans: a few variables set, a git work tree. */
export function someFacts(changes: Partial<HostFacts> = {}): HostFacts {
  const facts = makeFacts({
    user: { groups: [27, 998] },
    passed: { TERM: 'xterm-256color', TZ: 'Europe/Berlin' },
    envNames: new Set(['TERM', 'TZ', 'PATH', 'HOME', 'OPENAI_API_KEY']),
    git: { kind: 'directory', root: '/home/ada/work/proj' },
    dirs: { program: '/usr/local/lib/sandbox' },
    workspace: { path: '/home/ada/work/proj' },
    shippedSkills: { names: ['sandbox-user', 'verify-sandbox'], place: 'directory', link: null, taken: {} },
  });
  return { ...facts, ...changes };
}

export const someOptions = (changes: Partial<LaunchOptions> = {}): LaunchOptions => makeOptions(changes);
