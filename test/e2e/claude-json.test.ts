import { existsSync, lstatSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAgentSession } from '../support/agent-session.ts';
import { makePerson } from '../support/person.ts';
import type { Person } from '../support/person.ts';
import { installProduct } from '../support/product.ts';

const product = installProduct();
const inside = (person: Person) => join(person.home, '.claude/.claude.json');
const content = (person: Person) => JSON.parse(readFileSync(inside(person), 'utf8')) as Record<string, unknown>;

/** What a host's file holds after some use: what a session needs, and what is none of its business. */
const hostFile = (person: Person) => ({
  oauthAccount: { emailAddress: 'ada@example.org' },
  hasCompletedOnboarding: true,
  theme: 'light',
  mcpServers: { mine: { command: 'true', args: [] } },
  tipsHistory: { 'secret-tip': 1 },
  githubRepoPaths: { 'ada/other': ['/home/ada/other'] },
  projects: {
    [person.project]: { hasTrustDialogAccepted: true, allowedTools: ['Bash(make)'] },
    '/home/ada/other-project': { history: [{ display: 'OTHER-PROJECT-WORD' }] },
  },
});
const claude = (person: Person) => runAgentSession(product, person, 'claude', [{ say: 'All done here.' }]);
const write = (person: Person, text: string) => person.file('.claude.json', text, 0o600);
const made = /was made from .*; from now on the two are independent/;

describe('.claude.json of a session', () => {
  it('is made from the host’s once: account, onboarding, theme, servers, this workspace, nothing else', async () => {
    const person = makePerson('user');
    write(person, JSON.stringify(hostFile(person)));
    const first = await claude(person);
    expect(first, first.stderr).toMatchObject({ code: 0, stderr: expect.stringMatching(made) as unknown });
    const { uid, mode } = statSync(inside(person));
    expect([uid, mode & 0o777]).toEqual([person.uid, 0o600]);
    const { oauthAccount, theme, mcpServers, projects } = content(person);
    expect({ oauthAccount, theme, mcpServers }).toEqual({
      oauthAccount: hostFile(person).oauthAccount,
      theme: 'light',
      mcpServers: hostFile(person).mcpServers,
    });
    expect(Object.keys(projects as object)).toEqual([person.project]);
    expect((projects as Record<string, object>)[person.project]).toMatchObject({ allowedTools: ['Bash(make)'] });
    for (const word of ['secret-tip', 'ada/other', 'OTHER-PROJECT-WORD'])
      expect(readFileSync(inside(person), 'utf8')).not.toContain(word);
    expect(JSON.parse(readFileSync(join(person.home, '.claude.json'), 'utf8'))).toEqual(hostFile(person));

    // Later changes of either never reach the other.
    write(
      person,
      JSON.stringify({ ...hostFile(person), theme: 'dark', oauthAccount: { emailAddress: 'eve@example.org' } }),
    );
    const second = await claude(person);
    expect(second.stderr).not.toMatch(made);
    expect(content(person)).toMatchObject({ theme: 'light', oauthAccount: { emailAddress: 'ada@example.org' } });
    expect(readdirSync(join(person.home, '.claude')).filter((name) => name.startsWith('.claude.json.'))).toEqual([]);
  });

  it('starts without one when the host has none', async () => {
    const person = makePerson('user');
    const { code, stderr } = await claude(person);
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/claude\.json/);
    expect(content(person)).not.toHaveProperty('oauthAccount');
  });

  it('is made through the share’s link, and through no other', async () => {
    const person = makePerson('user');
    const share = person.directory(join(person.home, '../share'));
    person.file(join(share, 'claude.json'), JSON.stringify(hostFile(person)), 0o600);
    symlinkSync(join(share, 'claude.json'), join(person.home, '.claude.json'));
    const launch = (env: Record<string, string>) =>
      person.run([process.execPath, product.cli, 'launch', 'claude', '-T', '--network', 'none', '--', '--version'], {
        env,
      });
    const refused = await launch({});
    expect(refused.code).toBe(0);
    expect(refused.stderr).toMatch(/is not taken over .*is a link to/);
    expect(existsSync(inside(person))).toBe(false);
    const followed = await launch({ SANDBOX_SHARE: share });
    expect(followed.stderr).toMatch(made);
    expect(content(person)).toMatchObject({ theme: 'light' });
    expect(lstatSync(join(person.home, '.claude.json')).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['empty', '', /it is empty/],
    ['broken', '{"oauthAccount": {"secret": "SECRET-WORD"', /it is not valid JSON/],
    ['a list', '[1]', /it is no JSON object/],
  ])('says so when the host’s is %s, and starts without', async (_, text, reason) => {
    const person = makePerson('user');
    write(person, text);
    const { code, stderr, stdout } = await claude(person);
    expect(code).toBe(0);
    expect(stdout).toContain('All done here.');
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('SECRET-WORD');
    expect(content(person)).not.toHaveProperty('oauthAccount');
  });

  it('never follows a link in its own place', async () => {
    const person = makePerson('user');
    write(person, JSON.stringify(hostFile(person)));
    person.directory('.claude');
    symlinkSync(join(person.home, 'planted.json'), inside(person));
    const { stderr } = await person.run([
      ...[process.execPath, product.cli, 'launch', 'claude', '-T', '--network', 'none', '--', '--version'],
    ]);
    expect(stderr).not.toMatch(made);
    expect(existsSync(join(person.home, 'planted.json'))).toBe(false);
  });

  it('check and plan make nothing', async () => {
    const person = makePerson('user');
    write(person, JSON.stringify(hostFile(person)));
    for (const command of ['plan', 'check']) {
      const { code, stderr } = await person.run([process.execPath, product.cli, command, 'claude', '-T']);
      expect(code, stderr).toBe(0);
    }
    expect(existsSync(inside(person))).toBe(false);
  });

  it('several first sessions at once find the whole file', async () => {
    const person = makePerson('user');
    write(person, JSON.stringify(hostFile(person)));
    const launch = () =>
      person.run([process.execPath, product.cli, 'launch', 'claude', '-T', '--network', 'none', '--', '--version']);
    const results = await Promise.all([launch(), launch(), launch()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(results.filter(({ stderr }) => made.test(stderr))).toHaveLength(1);
    expect(content(person)).toMatchObject({ theme: 'light' });
  });
});

it('two sessions on one config directory: the second says so', async () => {
  const person = makePerson('user');
  const wait = { run: 'touch started; until [ -e stop ]; do sleep 0.1; done' };
  const first = runAgentSession(product, person, 'pi', [wait, { say: 'done' }]);
  while (!existsSync(join(person.project, 'started'))) await new Promise((resolve) => setTimeout(resolve, 50));
  const launch = [process.execPath, product.cli, 'launch', 'pi', '-T', '--network', 'none', '--', '--version'];
  const second = await person.run(launch, { cwd: person.directory('work/other') });
  expect(second.code).toBe(0);
  expect(second.stderr.match(/uses the same .*\.pi at this moment/g)).toHaveLength(1);
  const elsewhere = makePerson('user');
  expect((await elsewhere.run(launch)).stderr).not.toMatch(/at this moment/);
  person.file('work/project/stop', '');
  expect((await first).stderr).not.toMatch(/at this moment/);
  expect((await person.run(launch)).stderr).not.toMatch(/at this moment/);
});
