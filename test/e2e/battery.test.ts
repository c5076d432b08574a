import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks } from '../../battery/checks/index.ts';
import { readFindings as json } from '../support/read-findings.ts';
import { leftovers } from '../support/engine.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';
import { randomName, randomSource } from '../support/random-names.ts';
import { readJunit } from '../support/read-junit.ts';
import { Terminal } from '../support/terminal.ts';
import { treeInventory } from '../support/tree-inventory.ts';

const product = installProduct();
const hostIds = checks.filter(({ stage }) => stage === 'host').map(({ id }) => id);
/** No engine anywhere: whoever asks one fails. */
const noEngine = { DOCKER_HOST: 'unix:///nowhere/engine.sock' };
const NAMES = 2000;

describe.each(['root', 'user'] as const)('sandbox battery of %s', (kind) => {
  const run = (person: Person, args: readonly string[], env: Record<string, string> = noEngine) =>
    person.run([process.execPath, product.cli, ...args], { env });

  /** A person with codex and claude, all in order but for what `spoil` does. */
  function someone(spoil?: (person: Person) => void): Person {
    const person = makePerson(kind);
    person.file('.codex/config.toml', 'model = "x"\n', 0o600);
    person.file('.claude/settings.json', '{"theme":"dark"}', 0o600);
    spoil?.(person);
    return person;
  }
  const withKeys = (person: Person): void => {
    person.file('.ssh/id', 'key', 0o600);
    symlinkSync('../.ssh', join(person.home, '.claude/notes'));
  };

  it('needs no engine, and says what holds for every agent that is there', async () => {
    const { code, stdout, stderr } = await run(someone(), ['battery']);
    expect([code, stderr]).toEqual([0, '']);
    const heads = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(heads).toEqual([
      expect.stringMatching(/^codex {2}".*\/\.codex"$/),
      expect.stringMatching(/^claude {2}".*\/\.claude"$/),
      `${hostIds.length * 2} hold, 0 warn, 0 fail, 0 not available`,
    ]);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  '));
    expect(lines.map((line) => /^ {2}pass {2}(\d\d) {2}\S/.exec(line)?.[1])).toEqual([...hostIds, ...hostIds]);
  });

  it('finds nothing to look at in an empty home', async () => {
    const person = makePerson(kind);
    expect(await run(person, ['battery'])).toMatchObject({
      code: 0,
      stdout: 'no agent has a configuration directory here\n',
    });
    expect(json(await run(person, ['battery', '--agent', 'pi', '--json']))).toMatchObject({
      outcome: 'ok',
      findings: [],
      counts: { pass: 0, warn: 0, fail: 0, notAvailable: 0 },
    });
    expect((await run(person, ['battery', '--agent', 'shell'])).code).toBe(0);
  });

  it('--json is one object of known shape', async () => {
    const result = json(await run(someone(), ['battery', '--json']));
    const { findings, counts } = result;
    expect(Object.keys(result)).toEqual(['schema', 'command', 'outcome', 'findings', 'counts', 'error']);
    expect(result).toMatchObject({ schema: 'sandbox/1', command: 'battery', outcome: 'ok', error: null });
    expect(findings.map(({ agent, id }) => `${agent} ${id}`)).toEqual(
      ['codex', 'claude'].flatMap((agent) => hostIds.map((id) => `${agent} ${id}`)),
    );
    for (const finding of findings) {
      const { id, level } = checks.find((check) => check.id === finding.id) ?? {};
      expect(finding).toEqual({
        agent: expect.any(String),
        id,
        title: expect.stringMatching(/\S/),
        stage: 'host',
        level,
        verdict: expect.stringMatching(/^(pass|warn|fail|not-available)$/),
        expected: expect.stringMatching(/\S/),
        found: expect.stringMatching(/\S/),
        why: expect.stringMatching(/\S/),
        hint: expect.any(String),
      });
    }
    expect(counts).toEqual({ pass: findings.length, warn: 0, fail: 0, notAvailable: 0 });
  });

  it('a failing check ends with 77', async () => {
    const person = someone(withKeys);
    const text = await run(person, ['battery']);
    expect(text.code).toBe(77);
    expect(text.stdout).toContain('  FAIL  60  ');
    expect(text.stdout).toContain(`rm "${join(person.home, '.claude/notes')}"`);
    const result = await run(person, ['battery', '--json']);
    expect(result.code).toBe(77);
    expect(json(result)).toMatchObject({ outcome: 'refused', counts: { fail: 1 }, error: { code: 'CHECK_FAILED' } });
    // The other agent's is in order.
    expect((await run(person, ['battery', '--agent', 'codex'])).code).toBe(0);
  });

  it('--only takes numbers of host checks, --agent names of agents', async () => {
    const person = someone(withKeys);
    const only = json(await run(person, ['battery', '--only', '62, 67', '--agent', 'claude', '--json']));
    expect(only.findings.map(({ id }) => id)).toEqual(['62', '67']);
    expect(only.outcome).toBe('ok');
  });

  it('no agent, no check, no flag: 64', async () => {
    const person = someone();
    for (const [args, code] of [
      [['battery', '--only', '24'], 'BAD_VALUE'],
      [['battery', '--only', '64'], 'BAD_VALUE'],
      [['battery', '--only', '99'], 'BAD_VALUE'],
      [['battery', '--only', ''], 'BAD_VALUE'],
      [['battery', '--only', '60,,61'], 'BAD_VALUE'],
      [['battery', '--agent', 'gemini'], 'UNKNOWN_AGENT'],
      [['battery', '--agent', 'constructor'], 'UNKNOWN_AGENT'],
      [['battery', '--agent', '../../x'], 'UNKNOWN_AGENT'],
      [['battery', '--fix'], 'UNKNOWN_OPTION'],
      [['battery', 'codex'], 'USAGE'],
      [['battery', '--junit', '/no/such/report.xml'], 'BAD_VALUE'],
      [['check', '--explain', '99'], 'BAD_VALUE'],
      [['check', '--explain', 'constructor'], 'BAD_VALUE'],
      [['check'], 'USAGE'],
    ] as const) {
      const { code: exit, stdout, stderr } = await run(person, args);
      expect([exit, stdout, stderr], args.join(' ')).toEqual([64, '', expect.stringContaining(`[${code}]`)]);
    }
  });

  it('check --explain asks no engine', async () => {
    const person = makePerson(kind);
    for (const { id, title, threat } of checks) {
      if (Number(id) % 10 !== 4) continue;
      const { code, stdout } = await run(person, ['check', '--explain', id]);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`${id}  ${title}\n\n${threat}\n`)]);
    }
    const one = json(await run(person, ['check', '--explain', '1', '--json']));
    expect(one).toMatchObject({ command: 'check', outcome: 'ok', check: { id: '01', stage: 'session' } });
    expect(readdirSync(person.home)).toEqual(['work']);
  });

  it('--junit is XML that a strict parser reads, for its owner alone', async () => {
    const person = someone(withKeys);
    const file = join(person.project, 'report.xml');
    expect((await run(person, ['battery', '--junit', 'report.xml'])).code).toBe(77);
    const { mode, uid } = statSync(file);
    expect([mode & 0o777, uid]).toEqual([0o600, person.uid]);
    const elements = readJunit(file);
    const cases = elements.filter(({ name }) => name === 'testcase');
    expect(cases.map(({ attributes }) => `${attributes['classname']} ${attributes['name']?.slice(0, 2)}`)).toEqual(
      ['codex', 'claude'].flatMap((agent) => hostIds.map((id) => `sandbox battery.${agent} ${id}`)),
    );
    const totals = { tests: String(cases.length), failures: '1', errors: '0', skipped: '0' };
    for (const name of ['testsuites', 'testsuite'])
      expect(elements.find((each) => each.name === name)?.attributes).toMatchObject(totals);
    const failures = elements.filter(({ name }) => name === 'failure');
    expect(failures.map(({ attributes }) => attributes['type'])).toEqual(['60']);
    expect(failures[0]?.text).toContain('.ssh holds SSH keys');
  });

  it('text without control sequences, to a pipe and to a terminal', async () => {
    const person = someone(withKeys);
    const { stdout } = await run(person, ['battery'], { ...noEngine, FORCE_COLOR: '1' });
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const terminal = new Terminal(person, [process.execPath, product.cli, 'battery'], {
        env: { ...noEngine, ...env },
        cols: 300,
      });
      expect((await terminal.ended).code).toBe(77);
      expect(terminal.output.replaceAll('\r\n', '\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('writes nothing anywhere', async () => {
    const person = someone(withKeys);
    const xdg = Object.fromEntries(
      ['CONFIG', 'STATE', 'CACHE', 'DATA'].map((name) => [
        `XDG_${name}_HOME`,
        person.directory(`xdg/${name.toLowerCase()}`),
      ]),
    );
    const before = treeInventory(person.home);
    for (const env of [noEngine, { ...noEngine, ...xdg }])
      for (const args of [
        ['battery'],
        ['battery', '--json'],
        ['battery', '--only', '60', '--agent', 'claude'],
        ['battery', '--agent', 'pi'],
        ['check', '--explain', '60'],
      ])
        await run(person, args, env);
    expect(before.length).toBeGreaterThan(10);
    expect(treeInventory(person.home)).toEqual(before);
  });

  it('check with a failing host check: refused, as JSON and as JUnit, and nothing ran', async () => {
    const person = someone(withKeys);
    const result = await run(person, ['check', 'claude', '--json', '--junit', 'report.xml'], {});
    expect(result.code, result.stderr).toBe(77);
    const { outcome, findings, error, counts } = json(result);
    expect([outcome, error?.code]).toEqual(['refused', 'CHECK_FAILED']);
    expect(findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual(['60']);
    expect(counts['fail']).toBe(1);
    // Both stages are there, and each number once.
    expect(new Set(findings.map(({ stage }) => stage))).toEqual(new Set(['host', 'session']));
    expect(findings.map(({ id }) => id)).toEqual([...new Set(findings.map(({ id }) => id))].sort());
    const elements = readJunit(join(person.project, 'report.xml'));
    expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(findings.length);
    expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(1);
    expect(await leftovers(person)).toEqual({ containers: [], sessions: [] });
  });

  it('check that comes to no verdict: its reports say so, and none looks like a good one', async () => {
    const person = someone();
    const file = join(person.project, 'report.xml');
    for (const [args, env, exit, code, outcome] of [
      [['claude'], noEngine, 69, /^ENGINE_/, 'failed'],
      [['claude', '-w', join(person.home, '.codex')], {}, 77, /^SOURCE_/, 'refused'],
    ] as const) {
      const result = await run(person, ['check', ...args, '--json', '--junit', file], env);
      expect(result.code, result.stderr).toBe(exit);
      expect(json(result)).toMatchObject({ outcome, findings: [], error: { code: expect.stringMatching(code) } });
      const elements = readJunit(file);
      const totals = { tests: '1', failures: '0', errors: '1', skipped: '0' };
      expect(elements.find(({ name }) => name === 'testsuites')?.attributes).toMatchObject(totals);
      const error = elements.find(({ name }) => name === 'error');
      expect(error?.attributes['type']).toMatch(code);
      expect(error?.attributes['message']).toMatch(/\S/);
    }
  });

  it(`names that attack whoever reads them: ${NAMES} links`, { timeout: 300_000 }, async () => {
    const person = someone();
    const random = randomSource(kind === 'root' ? 2000 : 2001);
    const names = new Map<string, Buffer>();
    while (names.size < NAMES) {
      const name = randomName(random, 255, true);
      if (!['.', '..'].includes(String(name))) names.set(name.toString('hex'), name);
    }
    const directory = join(person.home, '.claude/links');
    mkdirSync(directory);
    for (const name of names.values()) symlinkSync('/nowhere', Buffer.concat([Buffer.from(`${directory}/`), name]));
    execFileSync('chown', ['-hR', `${person.uid}:${person.gid}`, '--', directory]);

    const text = await run(person, ['battery', '--agent', 'claude']);
    expect([text.code, text.stderr]).toEqual([0, '']);
    expect(text.stdout.replace(/[\n ]/g, '')).not.toMatch(/[\p{C}\p{Z}\p{DI}]/u);
    const ours = /^(claude {2}".*"|\d+ hold, .*| {2}(pass|WARN) {2}\d\d {2}.*| {12}(expected|found|why|do) .*|)$/;
    expect(text.stdout.split('\n').filter((line) => !ours.test(line))).toEqual([]);

    const result = await run(person, ['battery', '--agent', 'claude', '--json', '--junit', 'report.xml']);
    expect(result.stdout.replace(/[\n ]/g, '')).not.toMatch(/[\p{C}\p{Z}\p{DI}]/u);
    const dangling = json(result).findings.find(({ id }) => id === '61');
    expect(dangling?.verdict).toBe('warn');
    // Five are named, byte for byte; the others are counted.
    const { found = '', foundBase64 } = dangling ?? {};
    const bytes = foundBase64 === undefined ? Buffer.from(found) : Buffer.from(foundBase64, 'base64');
    const named = [...names.values()].filter((name) =>
      bytes.includes(Buffer.concat([Buffer.from('"links/'), name, Buffer.from('" → "/nowhere"')])),
    );
    expect(named).toHaveLength(5);
    expect(found).toMatch(new RegExp(`and ${NAMES - 5} more$`));
    const elements = readJunit(join(person.project, 'report.xml'));
    expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(hostIds.length);
    expect(elements.find(({ name }) => name === 'system-out')?.text).toContain(`and ${NAMES - 5} more`);
  });

  it('what to do is a command that does no more than it says, whatever the name', async () => {
    for (const [name, hint] of [
      ['$(touch pwned)', /: rm '[^']*\/\$\(touch pwned\)'$/],
      ['"; touch pwned; "', /: rm '[^']*'$/],
      ["'$(touch pwned)'", /not one to give a shell/],
    ] as const) {
      const person = someone((each) => {
        each.file('.ssh/id', 'key', 0o600);
        symlinkSync('../.ssh', join(each.home, '.claude', name));
      });
      const failing = json(await run(person, ['battery', '--agent', 'claude', '--json'])).findings.find(
        ({ id }) => id === '60',
      );
      expect(failing?.verdict).toBe('fail');
      expect(failing?.hint).toMatch(hint);
      const command = /: (rm .*)$/.exec(failing?.hint ?? '')?.[1];
      if (command === undefined) continue;
      await person.run(['bash', '-c', command]);
      expect(readdirSync(person.project)).toEqual([]);
      expect(json(await run(person, ['battery', '--json'])).outcome).toBe('ok');
    }
  });
});
