import { describe, expect, test } from 'vitest';
import { agents, findAgent } from '../../src/agents/index.ts';

/** A path below a directory, in its plainest spelling. */
const plainRelative = /^(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+)*$/;
const variable = /^[A-Z][A-Z0-9_]*$/;
const version = /^\d+\.\d+\.\d+$/;
const oddArgs = ['--', '-x', '', 'two words', '$(id)', "it's", '\n', 'ü'];

test('the complete list', () => {
  expect(agents.map((agent) => agent.name)).toEqual(['codex', 'claude', 'pi', 'shell']);
});

describe.each(agents.map((agent) => [agent.name, agent] as const))('%s', (name, agent) => {
  test('is found by its name, which is plain', () => {
    expect(findAgent(name)).toBe(agent);
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(agent.displayName).not.toBe('');
  });

  test('is pinned to an exact version', () => {
    if (agent.install === null) return;
    expect(agent.install.version).toMatch(version);
    expect(agent.install.node).toMatch(version);
    expect(agent.install.npmPackage).toMatch(/^(@[a-z0-9-]+\/)?[a-z0-9-]+$/);
    // The image has Node 24.
    expect(Number(agent.install.node.split('.')[0])).toBeLessThanOrEqual(24);
  });

  test('every path is relative and stays below its directory', () => {
    const { config } = agent;
    for (const file of [...agent.credentialFiles, ...agent.logins.map((login) => login.file)])
      expect(file).toMatch(plainRelative);
    if (config === null) return;
    const { dir, ownSkills, masks, executables, seed } = config;
    for (const path of [dir, ownSkills, ...masks, ...executables.map((one) => one.path.replace(/\*(?=[^/]*$)/, 'any'))])
      expect(path).toMatch(plainRelative);
    if (seed !== null) for (const path of [seed.file, seed.from]) expect(path).toMatch(plainRelative);
    expect(config.ownSkills.startsWith(`${config.dir}/`)).toBe(true);
    if (config.managed !== null) expect(config.managed).toMatch(/^[a-z-]+$/);
  });

  test('has a login exactly when it has a config directory to keep it in', () => {
    expect(agent.login === null).toBe(agent.config === null);
    if (agent.login === null) return;
    expect(agent.logins.length).toBeGreaterThan(0);
    expect(agent.login.steps).toMatch(/^[^\n]{20,120}$/);
    // Something has to be typed in an agent that is merely started.
    if (agent.login.args.length === 0) expect(agent.login.terminal).toBe(true);
  });

  test('no mask hides the login, the skills or another mask', () => {
    const { config } = agent;
    if (config === null) return;
    const kept = [...agent.logins.map(({ file }) => file), config.ownSkills.slice(config.dir.length + 1)];
    for (const mask of config.masks) {
      for (const path of kept) expect(`${path}/`.startsWith(`${mask}/`)).toBe(false);
      const others = config.masks.filter((other) => other !== mask);
      for (const other of others) expect(`${other}/`.startsWith(`${mask}/`)).toBe(false);
    }
  });

  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])("argv ends with the user's arguments, untouched (unattended=%s tty=%s)", (unattended, tty) => {
    const argv = agent.argv({ unattended, tty, args: oddArgs });
    expect(argv.slice(-oddArgs.length)).toEqual(oddArgs);
    if (agent.install !== null) expect(argv[0]).toBe(agent.command);
    expect(agent.argv({ unattended, tty, args: [] }).length).toBeGreaterThan(0);
  });

  test('variables have plain names, and directories follow the home', () => {
    const context = { unattended: true, tty: true };
    const env = agent.env('/home/u', context);
    for (const key of [...Object.keys(env), ...agent.ownKeys]) expect(key).toMatch(variable);
    const moved = agent.env('/srv/other', context);
    for (const [key, value] of Object.entries(env)) {
      if (value.includes('/')) expect(value.startsWith('/home/u/')).toBe(true);
      expect(moved[key]).toBe(value.replace('/home/u', '/srv/other'));
    }
    // A credential is never set by us.
    for (const key of agent.ownKeys) expect(env[key]).toBeUndefined();
  });

  test('hosts are host names', () => {
    for (const host of agent.hosts) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  });
});

test("no two agents share a directory, and no agent's directory lies in another's", () => {
  const dirs = agents.flatMap((agent) => (agent.config === null ? [] : [agent.config.dir]));
  for (const one of dirs) {
    for (const other of dirs) if (one !== other) expect(`${one}/`.startsWith(`${other}/`)).toBe(false);
  }
  expect(new Set(dirs).size).toBe(dirs.length);
});
