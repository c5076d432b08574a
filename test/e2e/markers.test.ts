import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.ts';
import type { Agent } from '../../src/agents/agent.ts';
import { runAgentSession } from '../support/agent-session.ts';
import { makePerson } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const real = agents.flatMap((agent) => (agent.config === null ? [] : [{ ...agent, config: agent.config }]));
const markerOf = (name: string) => `Marker${name.toUpperCase()}x7f3a9c51d2`;

/** Every place an agent keeps a login, or a copy of one. */
function loginPlaces({ logins, credentialFiles }: Agent, dir: string): readonly string[] {
  const copies: Readonly<Record<string, readonly string[]>> = {
    '.claude': ['backups/.claude.json.backup.1', 'projects/p/session.jsonl'],
    '.codex': ['sessions/2026/01/01/rollout.jsonl', 'history.jsonl'],
    '.pi': ['agent/sessions/s.jsonl', 'agent/mcp.json'],
  };
  const below = [...logins.map(({ file }) => file), ...(copies[dir] ?? [])];
  return [...below.map((file) => `${dir}/${file}`), ...credentialFiles];
}

/** The marker as it is, reversed, and in base64 at each of the three alignments. */
function spellings(marker: string): readonly string[] {
  const encoded = [0, 1, 2].map((at) => {
    const text = Buffer.from('~'.repeat(at) + marker).toString('base64');
    return text.slice(at === 0 ? 0 : at + 1, -4);
  });
  return [marker, [...marker].reverse().join(''), ...encoded];
}

/** Cut in two, so that no file with this command in it is found. */
const printed = (text: string) => `'${text.slice(0, 5)}''${text.slice(5)}'`;

/** Prints the files, variables and command lines of the whole container that hold one of the words. */
function search(words: readonly string[], result: string): string {
  const list = words.map(printed).join(' ');
  return [
    `words() { printf '%s\\n' ${list}; }`,
    `{ LC_ALL=C grep -rsalF --exclude-dir=proc --exclude-dir=sys -f <(words) /`,
    `cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline /proc/self/mountinfo 2>/dev/null | tr '\\0' '\\n' | LC_ALL=C grep -aF -f <(words)`,
    `echo searched; } > ${result} 2>/dev/null`,
  ].join('; ');
}

describe.each(real)('a session of $name', ({ name, config }) => {
  it('finds what is its own, and no login of the other agents: plain, base64, reversed', async () => {
    const person = makePerson('user');
    const others = real.filter((agent) => agent.name !== name);
    for (const agent of others)
      for (const place of loginPlaces(agent, agent.config.dir))
        person.file(place, JSON.stringify({ token: spellings(markerOf(agent.name)) }), 0o600);
    person.file(`${config.dir}/own-secret.json`, JSON.stringify({ token: markerOf(name) }), 0o600);
    const look = async (words: readonly string[], file: string) => {
      // The search may outlast what the agent waits for one command.
      const waiting = { run: `for i in 1 2 3 4 5 6 7 8; do grep -qx searched ${file} && break; sleep 1; done` };
      const steps = [{ run: search(words, file) }, waiting, waiting, waiting, { say: 'done' }];
      const { code, stderr } = await runAgentSession(product, person, name, steps);
      expect(code, stderr).toBe(0);
      return readFileSync(join(person.project, file), 'utf8').trim().split('\n');
    };
    expect(
      await look(
        others.flatMap((agent) => spellings(markerOf(agent.name))),
        'others.txt',
      ),
    ).toEqual(['searched']);
    const own = await look([markerOf(name)], 'own.txt');
    expect(own.some((line) => line.startsWith(`${person.home}/${config.dir}/`))).toBe(true);
  });
});
