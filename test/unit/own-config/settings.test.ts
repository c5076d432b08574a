import { describe, expect, it } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { findAddresses } from '../../../src/own-config/find-addresses.ts';
import { findCommands } from '../../../src/own-config/find-commands.ts';
import { parseSettings } from '../../../src/own-config/parse-settings.ts';
import { recordValue } from '../../../src/own-config/record-value.ts';
import { keyName, selectKeys } from '../../../src/own-config/select-keys.ts';

const parse = async (text: string | Buffer, path = 'x.json') => parseSettings(path, Buffer.from(text as string));
const values = async (text: string, patterns: readonly string[], path = 'x.json') => {
  const parsed = await parse(text, path);
  if (parsed.kind !== 'value') throw new Error(parsed.reason);
  return Object.fromEntries(
    selectKeys(parsed.value, patterns).map(({ path: names, value }) => [keyName(names), value]),
  );
};

describe('parseSettings', () => {
  it.each([
    ['{"a":1}', 'x.json', { a: 1 }],
    ['\uFEFF{"a":1}', 'x.json', { a: 1 }],
    ['{"a":1,"a":2}', 'x.json', { a: 2 }],
    ['a = 1', 'x.toml', { a: 1 }],
    ['\uFEFFa = 1', 'x.toml', { a: 1 }],
    ['a = 9223372036854775807', 'x.toml', { a: 9223372036854775807n }],
  ])('%j in %s', async (text, path, value) => {
    expect(await parse(text, path)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['{"a":"geheim"', 'x.json', 'it is not JSON'],
    ['// x\n{}', 'x.json', 'it is not JSON'],
    [' \n', 'x.json', 'it is empty'],
    ['a = 1\na = 2', 'x.toml', 'it is not TOML; see line 2'],
    [`a = ${'['.repeat(100_000)}`, 'x.toml', 'it is not TOML'],
  ])('says why %j is nothing, and nothing of what is in it', async (text, path, reason) => {
    const parsed = await parse(text, path);
    expect(parsed).toMatchObject({ kind: 'unparsable' });
    expect(JSON.stringify(parsed)).toContain(reason);
    expect(JSON.stringify(parsed)).not.toContain('geheim');
  });

  it('keeps bytes apart that are no UTF-8', async () => {
    const [a, b] = await Promise.all([0xff, 0xfe].map((byte) => parse(Buffer.from([0x22, byte, 0x22]))));
    expect(a).not.toEqual(b);
  });

  it('an object called __proto__ changes no prototype', async () => {
    for (const [text, path] of [
      ['{"__proto__":{"polluted":1}}', 'x.json'],
      ['[__proto__]\npolluted = 1', 'x.toml'],
    ])
      expect(await values(text ?? '', ['*'], path)).toEqual(Object.fromEntries([['__proto__.polluted', 1]]));
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('selectKeys', () => {
  it('goes down from the matching keys to values, lists of plain values in one piece', async () => {
    const text = '{"a":{"b":[{"c":1},{"d":["x","y"]}],"e":{}},"f":null,"other":1}';
    expect(await values(text, ['a', 'f', 'missing', 'a.b'])).toEqual({
      'a.b[0].c': 1,
      'a.b[1].d': ['x', 'y'],
      'a.e': {},
      f: null,
    });
    expect(await values(text, ['a.*.*.c', '*.e'])).toEqual({ 'a.b[0].c': 1, 'a.e': {} });
  });

  it('finds no name of every object', async () => {
    expect(await values('{}', ['constructor', '__proto__', 'toString.name'])).toEqual({});
  });

  it('quotes odd names and cuts long ones', () => {
    expect(keyName(['projects', '/x.y', 0, 'a b', '\u001b'])).toBe('projects."/x.y"[0]."a b"."\\u001b"');
    expect(keyName(['n'.repeat(5000)]).length).toBeLessThan(250);
  });

  it.each([
    ['[', ']', 101],
    ['{"a":', '}', 101],
  ])('gives up on depth: %s', async (open, close, depth) => {
    const nested = (count: number) => `{"h":${open.repeat(count)}1${close.repeat(count)}}`;
    await expect(values(nested(depth + 100), ['h'])).rejects.toThrow('nested');
    await expect(values(nested(90), ['h'])).resolves.toBeDefined();
  });
});

describe('recordValue', () => {
  const record = (path: (string | number)[], value: unknown, options = {}) => recordValue({ path, value }, options);

  it.each([
    [['env', 'A']],
    [['mcpServers', 'x', 'env', 'A']],
    [['mcpServers', 'x', 'headers', 'X']],
    [['providers', 'x', 'apiKey']],
    [['x', 'auth_token']],
    [['Authorization']],
    [['shell_environment_policy', 'set', 'A']],
  ])('keeps a digest of %j', (path) => {
    expect(record(path, 'geheim')).toEqual({ hidden: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it.each([
    [['apiKeyHelper'], '/x/helper.sh'],
    [['mcpServers', 'password-env-key', 'command'], 'evil'],
    [['hooks', 'Stop', 0, 'hooks', 0, 'command'], 'evil'],
  ])('shows what %j runs, whatever it is called', (path, value) => {
    expect(record(path, value)).toEqual({ text: JSON.stringify(value) });
  });

  it.each([
    ['curl -H "Authorization: Bearer abcdefgh12345678" x', 'abcdefgh12345678'],
    ['x --key sk-ant-0123456789abcdef', 'sk-ant-0123456789abcdef'],
    ['https://ada:hunter2secret@example.org/x', 'hunter2secret'],
  ])('takes logins out of texts: %s', (text, secret) => {
    const recorded = record(['args'], [text]);
    expect(recorded).toEqual({ text: expect.stringContaining('(hidden)'), digest: expect.any(String) });
    expect(JSON.stringify(recorded)).not.toContain(secret);
  });

  it('cuts what is long, and still tells it apart', () => {
    const [a, b] = ['a', 'b'].map((end) => record(['command'], 'x'.repeat(1_000_000) + end));
    expect(JSON.stringify(a).length).toBeLessThan(700);
    expect(a).not.toEqual(b);
  });

  it('is the same for the same value', () => {
    expect(record(['x'], [2n, Infinity, new Date(0)])).toEqual(record(['x'], [2n, Infinity, new Date(0)]));
  });
});

describe('what settings name', () => {
  const place = { directory: '/home/u/.claude', home: '/home/u' };
  const config = (name: string) => findAgent(name).config ?? expect.fail();
  const hook = (command: unknown) => ({ hooks: { Stop: [{ hooks: [{ command }] }] } });

  it.each([
    ['npx -y x', ['npx'], []],
    ['A=1 B=2 tool x', ['tool'], []],
    ['"/usr/bin/my tool"', ['/usr/bin/my'], []],
    ['~/bin/x', ['/home/u/bin/x'], []],
    ['$HOME/.claude/x.sh arg', ['/home/u/.claude/x.sh'], ['x.sh']],
    ['bash "${HOME}/.claude/a/b.sh"; true', ['bash'], ['a/b.sh']],
    ['bash ~/.claude/../.ssh/x', ['bash'], []],
    ['if [ -e x ]; then y; fi', [], []],
    ['', [], []],
    [7, [], []],
  ])('%j', (command, programs, scripts) => {
    const found = findCommands(hook(command), config('claude'), 'settings.json', place);
    expect(found.commands.map(({ program }) => program)).toEqual(programs);
    expect(found.scripts).toEqual(scripts);
  });

  it('lists, names and commands after an exclamation mark', () => {
    const value = { notify: ['notify-send', 'x'], mcp_servers: { a: { command: 'srv' }, b: { url: 'x' } } };
    expect(findCommands(value, config('codex'), 'config.toml', place).commands).toEqual([
      { file: 'config.toml', key: 'mcp_servers.a.command', program: 'srv' },
      { file: 'config.toml', key: 'notify', program: 'notify-send' },
    ]);
    const auth = { a: { key: '!op read x' }, b: { key: 'sk-1' } };
    expect(findCommands(auth, config('pi'), 'agent/auth.json', place).commands).toEqual([
      { file: 'agent/auth.json', key: 'a.key', program: 'op' },
    ]);
  });

  it('addresses without what logs in', () => {
    const env = { HTTP_PROXY: 'http://u:p@h:1/a?t=1#f', ANTHROPIC_BASE_URL: 'h.example', ALL_PROXY: '::', X: 'y' };
    expect(findAddresses({ env }, config('claude'), 'settings.json')).toEqual([
      { file: 'settings.json', key: 'env.ANTHROPIC_BASE_URL', address: 'http://h.example', host: 'h.example' },
      { file: 'settings.json', key: 'env.HTTP_PROXY', address: 'http://h:1/a', host: 'h' },
      { file: 'settings.json', key: 'env.ALL_PROXY', address: '(no URL)', host: null },
    ]);
  });
});
