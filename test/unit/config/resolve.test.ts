import { describe, expect, it } from 'vitest';
import { codex } from '../../../src/agents/codex.ts';
import { shell } from '../../../src/agents/shell.ts';
import type { ConfigFile } from '../../../src/config/config-file.ts';
import { flagLayer } from '../../../src/config/flag-layer.ts';
import { describeSource } from '../../../src/config/layer.ts';
import { parseConfigFile } from '../../../src/config/parse-file.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ConfigInput } from '../../../src/config/resolve.ts';
import { contradictions } from '../../../src/config/rules.ts';
import type { SettingKey } from '../../../src/config/setting.ts';
import { sessionFlags, toLaunchOptions } from '../../../src/config/to-launch-options.ts';
import { variableLayer } from '../../../src/config/variable-layer.ts';
import type { FlagValues } from '../../../src/flags/flag.ts';
import { makeOptions } from '../../support/facts.ts';

const file = (text: string, path = '/u'): ConfigFile => {
  const { file: parsed, problems } = parseConfigFile(path, text, '/home/ada');
  expect(problems).toEqual([]);
  return parsed!;
};

interface Case extends Partial<Omit<ConfigInput, 'variables' | 'flags'>> {
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: FlagValues;
}

function resolve({ env = {}, flags = {}, ...rest }: Case) {
  const variables = variableLayer(env, '/home/ada');
  expect(variables.problems).toEqual([]);
  return resolveConfig({
    agent: 'codex',
    workspace: ['/w/app'],
    files: [],
    ...rest,
    variables: variables.layer,
    flags: flagLayer(flags, '/w/app'),
  });
}

const valueOf = (input: Case, key: SettingKey) => {
  const { value, sources } = resolve(input).settings[key];
  return [value, ...sources.map(describeSource)];
};

describe('layers', () => {
  const machine = file('pids: 100\nnetwork: none\ncpus: 1', '/etc');
  const person = file('pids: 200\nprojects: { /w: { pids: 300 } }\nagents: { codex: { pids: 250 } }');

  it('from the weakest to the strongest', () => {
    expect(valueOf({}, 'pids')).toEqual([4096, 'default']);
    expect(valueOf({ files: [machine] }, 'pids')).toEqual([100, '/etc:1']);
    expect(valueOf({ files: [machine, person], workspace: ['/x'], agent: null }, 'pids')).toEqual([200, '/u:1']);
    expect(valueOf({ files: [machine, person], workspace: ['/x'] }, 'pids')).toEqual([250, '/u:3']);
    expect(valueOf({ files: [machine, person] }, 'pids')).toEqual([300, '/u:2']);
    const env = { SANDBOX_PIDS: '400' };
    expect(valueOf({ files: [machine, person], env }, 'pids')).toEqual([400, 'SANDBOX_PIDS']);
    expect(valueOf({ files: [machine, person], env, flags: { pids: '500' } }, 'pids')).toEqual([500, '--pids']);
    expect(valueOf({ files: [machine, person] }, 'network')).toEqual(['none', '/etc:2']);
  });

  it('the machine’s projects are weaker than the person’s file', () => {
    const files = [file('projects: { /w: { pids: 101 } }', '/etc'), file('pids: 102')];
    expect(valueOf({ files }, 'pids')).toEqual([102, '/u:1']);
  });

  it('an empty variable does not count', () => {
    expect(valueOf({ env: { SANDBOX_PIDS: '' } }, 'pids')).toEqual([4096, 'default']);
  });
});

describe('projects', () => {
  const files = [
    file(
      'projects: { /w: { pids: 101 }, /w/app: { pids: 102 }, /w/app/deep: { pids: 103 }, /w/ap: { pids: 104 }, /: { pids: 105 } }',
    ),
  ];
  it.each([
    ['/w', 101],
    ['/w/app', 102],
    ['/w/app/x/y', 102],
    ['/w/app/deep/z', 103],
    ['/w/apple', 101],
    ['/w/ap', 104],
    ['/elsewhere', 105],
  ])('nearest to %s', (path, pids) => {
    expect(resolve({ files, workspace: [path] }).settings.pids.value).toBe(pids);
  });

  it('by either spelling of a workspace in a home behind a link', () => {
    const home = [file('projects: { ~/p: { pids: 107 } }')];
    expect(resolve({ files: home, workspace: ['/var/home/ada/p', '/home/ada/p'] })).toMatchObject({
      project: '/home/ada/p',
      settings: { pids: { value: 107 } },
    });
  });
});

describe('lists', () => {
  const names = (input: Case) => resolve(input).settings.env.value.map(({ name }) => name);
  const below = file('env: [A, B]', '/etc');

  it('replace, and are added to with a plus', () => {
    expect(names({ files: [below, file('env: [C]')] })).toEqual(['C']);
    expect(names({ files: [below, file('env+: [C]')] })).toEqual(['A', 'B', 'C']);
    expect(names({ files: [below, file('env+: [D]\nenv: [C]')] })).toEqual(['C', 'D']);
    expect(names({ files: [below, file('env: []')] })).toEqual([]);
    expect(names({ files: [below], flags: { env: ['Z=1'] } })).toEqual(['Z']);
    expect(names({ files: [below], env: { SANDBOX_ENV: 'X\nY=1' } })).toEqual(['X', 'Y']);
  });

  it('name every place they come from', () => {
    const { sources } = resolve({ files: [below, file('env+: [C]')] }).settings.env;
    expect(sources.map(describeSource)).toEqual(['/etc:1', '/u:1']);
    expect(valueOf({ files: [file('env+: [C]')] }, 'env').slice(1)).toEqual(['/u:1']);
  });

  it('of approvals replace, each for itself', () => {
    const files = [
      file('approvals: { links: [{ path: /a, target: b }], ancestors: [/x] }', '/etc'),
      file('approvals: { ancestors: [/y] }'),
    ];
    expect(resolve({ files }).approvals).toMatchObject({
      links: { value: [{ path: '/a', target: 'b' }] },
      ancestors: { value: ['/y'] },
    });
  });
});

describe('the result', () => {
  it('without any configuration is what a launch without options is', () => {
    const options = toLaunchOptions(codex, resolve({}), sessionFlags({}, '/w'), []);
    expect(options).toEqual(makeOptions());
  });

  it('is frozen', () => {
    const config = resolve({ files: [file('env: [A=1]')] });
    expect(() => (config.settings.env.value as unknown[]).push(1)).toThrow(TypeError);
    expect(() => Object.assign(config.settings.pids, { value: 1 })).toThrow(TypeError);
  });

  it('has one variable of a name, the last', () => {
    const config = resolve({ files: [file('env: [A=1, B]\nenv+: [A=2]')] });
    expect(toLaunchOptions(codex, config, sessionFlags({}, '/w'), []).env).toEqual([
      { name: 'A', value: '2' },
      { name: 'B', optional: true },
    ]);
  });

  it('has a layer only when something is in it', () => {
    const layer = (text: string) =>
      toLaunchOptions(codex, resolve({ files: [file(text)] }), sessionFlags({}, '/w'), []).layer;
    expect(layer('image: { base: debian }')).toBeNull();
    expect(layer('image: { apt: [] }')).toBeNull();
    expect(layer('image: { apt: [jq] }')).toEqual({ apt: ['jq'], run: [] });
  });
});

describe('flags', () => {
  it.each<[FlagValues]>([
    [{ memory: 'lots' }],
    [{ memory: '1m' }],
    [{ cpus: '0' }],
    [{ pids: 'x' }],
    [{ image: 'UP' }],
    [{ image: 'a/../b' }],
    [{ agentVersion: 'latest' }],
    [{ agentVersion: '1.2' }],
    [{ agentVersion: '1.2.3 && x' }],
    [{ mount: [':'] }],
    [{ env: ['='] }],
    [{ homeSize: '1k' }],
  ])('%j is refused', (flags) => {
    expect(() => flagLayer(flags, '/')).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
  });

  it('take relative paths from the working directory, and leave ~ to the shell', () => {
    expect(flagLayer({ mount: ['~/x'] }, '/w')[0]?.value).toEqual([{ source: '/w/~/x', target: '/w/~/x', mode: 'ro' }]);
  });

  it('of the terminal exclude each other', () => {
    expect(() => sessionFlags({ tty: true, noTty: true }, '/')).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
    expect(sessionFlags({ noTty: true, workspace: 'x' }, '/w')).toMatchObject({ tty: false, workspace: '/w/x' });
  });
});

describe('variables', () => {
  it('are all read, and every wrong one is told', () => {
    const { problems } = variableLayer({ SANDBOX_PIDS: 'x', SANDBOX_READ_ONLY: 'perhaps', SANDBOX_MOUNT: 'rel' }, '/h');
    expect(problems.map(({ source }) => describeSource(source))).toEqual([
      'SANDBOX_READ_ONLY',
      'SANDBOX_PIDS',
      'SANDBOX_MOUNT',
    ]);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['no', false],
  ])('SANDBOX_CACHE=%s', (text, value) => {
    expect(valueOf({ env: { SANDBOX_CACHE: text } }, 'cache')).toEqual([value, 'SANDBOX_CACHE']);
  });
});

describe('contradictions', () => {
  it('two mounts at one place', () => {
    const config = resolve({ files: [file('mount: ["/a:/x", "/b:/x"]')] });
    expect(contradictions(config, codex)).toMatchObject([{ message: expect.stringContaining('/x') }]);
  });

  it('a version for what has none, when it was typed', () => {
    expect(contradictions(resolve({ flags: { agentVersion: '1.2.3' } }), shell)).toHaveLength(1);
    expect(contradictions(resolve({ flags: { agentVersion: '1.2.3' } }), codex)).toEqual([]);
    expect(contradictions(resolve({ env: { SANDBOX_AGENT_VERSION: '1.2.3' } }), shell)).toEqual([]);
  });
});
