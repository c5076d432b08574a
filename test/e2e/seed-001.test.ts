import { existsSync, lstatSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.ts';
import { runAgentSession } from '../support/agent-session.ts';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

/**
 * The decision “share ~/.agents/skills read-write with every agent”, a sentence a test, each with the real agents in real
 * sessions. What an agent *sees* is what is in its first request to its model.
 */
const product = installProduct();
const real = agents.flatMap(({ name, config }) => (config === null ? [] : [{ name, own: config.ownSkills }]));
const names = real.map(({ name }) => name);
const ownOf = (name: string) => real.find((agent) => agent.name === name)?.own ?? '';

const skillText = (name: string, word: string) => `---\nname: ${name}\ndescription: ${word}\n---\nBody of ${name}.\n`;
const skill = (person: Person, directory: string, name: string, word: string) =>
  person.file(`${directory}/${name}/SKILL.md`, skillText(name, word));
/** What the agent's first request says. */
const first = async (person: Person, agent: string, flags: readonly string[] = []) => {
  const run = await runAgentSession(product, person, agent, [{ say: 'done' }], { flags });
  expect([agent, run.code, run.stderr]).toEqual([agent, 0, run.stderr]);
  return { seen: run.requests[0] ?? '', stderr: run.stderr };
};
const count = (text: string, word: string) => text.split(word).length - 1;

describe.each(names)('in a session of %s', (agent) => {
  const person = makePerson('user');
  skill(person, '.agents/skills', 'shared-one', 'SHARED-WORD');
  for (const other of names) skill(person, ownOf(other), `own-of-${other}`, `OWN-WORD-${other.toUpperCase()}`);
  for (const place of ['.agents/skills', ownOf(agent)]) skill(person, place, 'twice', 'TWICE-WORD');

  it('a shared skill is loaded by codex and pi, and not by claude; own skills are seen by their agent only', async () => {
    const { seen } = await first(person, agent);
    const visible = names.filter((other) => seen.includes(`OWN-WORD-${other.toUpperCase()}`));
    expect({ shared: seen.includes('SHARED-WORD'), visible }).toEqual({ shared: agent !== 'claude', visible: [agent] });
    for (const shipped of ['verify-sandbox', 'sandbox-user']) expect(seen).toContain(shipped);
    // A name in both places is seen twice; the sandbox does not arbitrate, pi itself keeps the first.
    const expected = { codex: 2, claude: 1, pi: 1 }[agent];
    expect(count(seen, 'TWICE-WORD')).toBe(expected);
  });

  it('--skills off leaves its own and the shipped ones', async () => {
    const { seen } = await first(person, agent, ['--skills', 'off']);
    expect(seen).not.toContain('SHARED-WORD');
    expect(seen).toContain(`OWN-WORD-${agent.toUpperCase()}`);
    expect(seen).toContain('verify-sandbox');
  });

  it('~/.agents holds skills and nothing else; shared skills are writable, shipped ones are not', async () => {
    person.file('.agents/planted-beside.json', '{}');
    const own = `~/${ownOf(agent)}`;
    // The quotes keep each word out of the command itself, so that it is seen only when it was printed.
    const look = [
      'ls -A ~/.agents',
      'touch ~/.agents/x || echo agents-"closed"',
      'echo saved > ~/.agents/skills/saved.txt && echo skills-"open"',
      `echo x >> ${own}/verify-sandbox/SKILL.md || echo file-"closed"`,
      `touch ${own}/verify-sandbox/new || echo directory-"closed"`,
      `unlink ${own}/verify-sandbox/SKILL.md || echo unlink-"closed"`,
      `rmdir ${own}/sandbox-user || echo mount-"stays"`,
    ].join('; ');
    const { requests, code } = await runAgentSession(product, person, agent, [
      { run: `(${look}) 2>&1` },
      { say: 'done' },
    ]);
    expect(code).toBe(0);
    const output = requests[1] ?? '';
    for (const word of [
      'agents-closed',
      'skills-open',
      'file-closed',
      'directory-closed',
      'unlink-closed',
      'mount-stays',
    ])
      expect(output).toContain(word);
    expect(output).not.toContain('planted-beside');
    expect(readFileSync(join(person.home, '.agents/skills/saved.txt'), 'utf8')).toBe('saved\n');
    const shipped = join(product.dir, 'skills/verify-sandbox');
    expect(readdirSync(shipped).sort()).toEqual(['SKILL.md', 'scripts']);
    expect(readFileSync(join(shipped, 'SKILL.md'), 'utf8')).not.toMatch(/x\n$/);
  });

  it('makes ~/.agents/skills and its own skills directory when missing, 0700, as the caller', async () => {
    const fresh = makePerson('user');
    await first(fresh, agent);
    for (const path of ['.agents', '.agents/skills', ownOf(agent), `${ownOf(agent)}/verify-sandbox`]) {
      const stat = statSync(join(fresh.home, path));
      expect([path, stat.uid, stat.mode & 0o777]).toEqual([path, fresh.uid, 0o700]);
    }
    expect(readdirSync(join(fresh.home, ownOf(agent), 'verify-sandbox'))).toEqual([]);
  });
});

describe('across sessions', () => {
  const person = makePerson('user');

  it('claude loads a shared skill that is linked into its own directory', async () => {
    skill(person, '.agents/skills', 'linked', 'LINKED-WORD');
    expect((await first(person, 'claude')).seen).not.toContain('LINKED-WORD');
    symlinkSync('../../.agents/skills/linked', join(person.home, '.claude/skills/linked'));
    expect((await first(person, 'claude')).seen).toContain('LINKED-WORD');
  });

  it('a link from the shared skills into one agent’s directory dangles in the others’ sessions', async () => {
    skill(person, '.codex/skills', 'private', 'PRIVATE-WORD');
    person.directory('.agents/skills');
    symlinkSync('../../.codex/skills/private', join(person.home, '.agents/skills/borrowed'));
    const look = 'cat ~/.agents/skills/borrowed/SKILL.md && echo resolves || echo dangles';
    for (const agent of names) {
      const { requests } = await runAgentSession(product, person, agent, [{ run: look }, { say: 'done' }]);
      const resolves = count(requests[1] ?? '', 'PRIVATE-WORD') > 0;
      expect([agent, resolves]).toEqual([agent, agent === 'codex']);
      if (agent !== 'codex') expect(requests.join()).not.toContain('PRIVATE-WORD');
    }
  });

  it('a skill saved by pi is loaded by codex in its next session', async () => {
    const write = { path: `${person.home}/.agents/skills/from-pi/SKILL.md`, content: skillText('from-pi', 'PI-WORD') };
    const saved = await runAgentSession(product, person, 'pi', [{ write }, { say: 'saved' }]);
    expect(saved.code).toBe(0);
    expect(lstatSync(join(person.home, '.agents/skills/from-pi/SKILL.md')).uid).toBe(person.uid);
    expect((await first(person, 'codex')).seen).toContain('PI-WORD');
  });
});

describe('the shipped skills', () => {
  const planted: [agent: string, target: (person: Person) => string][] = [
    ['codex', () => '/etc'],
    ['codex', ({ project }) => project],
    ['codex', () => '/proc'],
    ['claude', () => '../.agents/skills'],
    ['pi', () => '/etc'],
  ];

  it.each(planted)('are not mounted below a link in place of %s’s skills directory', async (agent, target) => {
    const person = makePerson('user');
    person.directory(ownOf(agent).split('/').slice(0, -1).join('/'));
    skill(person, '.agents/skills', 'shared-one', 'SHARED-WORD');
    symlinkSync(target(person), join(person.home, ownOf(agent)));
    const { requests, code, stderr } = await runAgentSession(product, person, agent, [
      { run: 'grep -c /skills/verify-sandbox /proc/self/mountinfo; echo looked' },
      { say: 'done' },
    ]);
    expect(stderr.match(/is a link to .*are not mounted below it/g)).toHaveLength(1);
    if (/^\/(etc|proc)$/.test(target(person))) {
      // Check 60 judges where it points.
      expect(code, stderr).toBe(77);
      expect(stderr).toMatch(/check 60 /);
      return;
    }
    expect(code, stderr).toBe(0);
    expect(requests[1]).toMatch(/0(\\n|\\r)+looked/);
    if (agent === 'claude') expect(requests[0]).toContain('SHARED-WORD');
    for (const place of ['/etc', person.project, join(person.home, '.agents/skills')])
      expect(existsSync(join(place, 'verify-sandbox'))).toBe(false);
    expect(lstatSync(join(person.home, ownOf(agent))).isSymbolicLink()).toBe(true);
  });

  it('hide a user’s skill of the same name, say so, and leave it as it is', async () => {
    const person = makePerson('user');
    skill(person, '.claude/skills', 'verify-sandbox', 'MINE-WORD');
    const { seen, stderr } = await first(person, 'claude');
    expect(seen).not.toContain('MINE-WORD');
    expect(stderr.match(/verify-sandbox is hidden by/g)).toHaveLength(1);
    expect(readFileSync(join(person.home, '.claude/skills/verify-sandbox/SKILL.md'), 'utf8')).toContain('MINE-WORD');
  });

  it('leave a link of the same name alone', async () => {
    const person = makePerson('user');
    person.directory('.claude/skills');
    symlinkSync('/usr/share', join(person.home, '.claude/skills/sandbox-user'));
    const { seen, stderr } = await first(person, 'claude');
    expect(seen).toContain('verify-sandbox');
    expect(stderr).toMatch(/sandbox-user is a link/);
    expect(existsSync('/usr/share/SKILL.md')).toBe(false);
  });

  it('leave nothing behind', async () => {
    const person = makePerson('user');
    await first(person, 'pi');
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
    rmSync(join(person.home, '.pi'), { recursive: true });
  });
});
