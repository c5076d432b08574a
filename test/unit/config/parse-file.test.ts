import { describe, expect, it } from 'vitest';
import { parseConfigFile } from '../../../src/config/parse-file.ts';

const parse = (text: string) => parseConfigFile('/c.yaml', text, '/home/ada');
const complaints = (text: string) =>
  parse(text).problems.map(({ source, message, remedy }) => ({
    line: source.kind === 'file' ? source.line : null,
    text: `${message} | ${remedy}`,
  }));

describe('a valid file', () => {
  it('may be empty', () => {
    for (const text of ['', '\n', '# nothing\n', '---\n', '{}'])
      expect(parse(text)).toMatchObject({ file: { scope: { layer: [] }, projects: [] }, problems: [] });
  });

  it('gives final values with their lines', () => {
    const { file, problems } = parse(
      [
        'memory: 4g',
        'homeSize: 1073741824',
        'mount: ["~/data:/data:rw", /srv/a\\:b]',
        'env:',
        '  - TOKEN',
        '  - A=b=c',
        'env+: [B=]',
        'image: debian:12',
        'agents:',
        '  codex: { version: 1.2.3, skills: ro }',
        'projects:',
        '  ~/work/: { network: none, image: { apt: [jq], run: ["true"] } }',
        'approvals:',
        '  links: [{ path: ~/.codex, target: ~/x/../y }]',
        '  ancestors: [/data/]',
      ].join('\n'),
    );
    expect(problems).toEqual([]);
    const at = (line: number) => ({ kind: 'file', file: '/c.yaml', line });
    expect(file?.scope.layer).toEqual([
      { key: 'memory', value: 4 * 1024 ** 3, append: false, source: at(1) },
      { key: 'homeSize', value: 1024 ** 3, append: false, source: at(2) },
      {
        key: 'mount',
        value: [
          { source: '/home/ada/data', target: '/data', mode: 'rw' },
          { source: '/srv/a:b', target: '/srv/a:b', mode: 'ro' },
        ],
        append: false,
        source: at(3),
      },
      {
        key: 'env',
        value: [
          { name: 'TOKEN', optional: true },
          { name: 'A', value: 'b=c' },
        ],
        append: false,
        source: at(4),
      },
      { key: 'env', value: [{ name: 'B', value: '' }], append: true, source: at(7) },
      { key: 'imageBase', value: 'debian:12', append: false, source: at(8) },
    ]);
    expect(file?.scope.agents['codex']?.map(({ key, value }) => [key, value])).toEqual([
      ['skills', 'ro'],
      ['agentVersion', '1.2.3'],
    ]);
    expect(file?.projects).toMatchObject([
      { path: '/home/ada/work', scope: { layer: [{ key: 'network' }, { key: 'imageApt' }, { key: 'imageRun' }] } },
    ]);
    expect(file?.links?.value).toEqual([{ path: '/home/ada/.codex', target: '/home/ada/x/../y' }]);
    expect(file?.ancestors).toEqual({ value: ['/data'], source: at(15) });
  });
});

describe('a wrong value', () => {
  it.each([
    ['memroy: 4g', 1, 'unknown key memroy | Did you mean memory?'],
    ['read-only: true', 1, 'unknown key read-only | Did you mean readOnly?'],
    ['xyzzy: 1', 1, 'unknown key xyzzy | Known here: skills'],
    ['\nskills: maybe', 2, 'skills does not understand "maybe" | Give rw, ro or off.'],
    ['network: [none]', 1, 'network does not understand ["none"] | Give internet or none.'],
    ['readOnly: "true"', 1, 'readOnly does not understand "true" | Give true or false.'],
    ['unattended: yes', 1, 'unattended does not understand "yes" | Give true or false.'],
    ['memory: lots', 1, 'memory does not understand “lots” | Give a size'],
    ['memory: 1k', 1, 'memory is too small for any session | Give at least 64m.'],
    ['memory:', 1, 'memory has no value | Give it one'],
    ['memory: .inf', 1, 'memory does not understand'],
    ['cpus: 0', 1, 'cpus does not understand “0”'],
    ['pids: 1.5', 1, 'pids does not understand “1.5”'],
    ['mount: /a', 1, 'mount does not understand "/a" | Give a list.'],
    ['mount: [a]', 1, 'mount does not understand “a”'],
    ['mount: [~root/x]', 1, 'mount does not understand “~root/x”'],
    ['env: {A: b}', 1, 'env does not understand {"A":"b"} | Give a list.'],
    ['env: [1]', 1, 'env.0 does not understand 1 | Give'],
    ['env:\n  - A\n  - LD_PRELOAD', 3, 'LD_PRELOAD makes programs load'],
    ['image: Debian', 1, 'image.base does not understand “Debian”'],
    ['image: { bsae: x }', 1, 'unknown key image.bsae | Did you mean base?'],
    ['image: { apt: ["jq; reboot"] }', 1, 'image.apt does not understand'],
    ['image: { apt: ["--allow-unauthenticated"] }', 1, 'image.apt does not understand'],
    ['image: { run: [""] }', 1, 'image.run does not understand'],
    ['agents: { cluade: {} }', 1, 'unknown key agents.cluade | Did you mean claude?'],
    ['agents: { codex: { version: latest } }', 1, 'does not understand “latest” | Give a whole version'],
    ['agents: { shell: { version: 1.2.3 } }', 1, 'unknown key agents.shell.version'],
    ['agents: { codex: { image: x } }', 1, 'unknown key agents.codex.image'],
    ['agents:', 1, 'agents has no value'],
    ['projects: { rel: {} }', 1, '“rel” is not an absolute path'],
    ['projects:\n  /a:\n    approvals: {}', 3, 'unknown key projects./a.approvals'],
    ['projects:\n  /a:\n    projects: {}', 3, 'unknown key projects./a.projects'],
    ['approvals: { ancestors: [x] }', 1, '“x” is not an absolute path'],
    ['approvals: { links: [{ path: /a }] }', 1, 'approvals.links.0.target'],
    ['- a', 1, ''],
    ['just text', 1, ''],
    ['memory: 4g\nmemory: 5g', 2, 'Map keys must be unique | Leave one of them out.'],
    ['a: [', 1, 'Mend the YAML here.'],
    ['\tmemory: 4g', 1, 'Mend the YAML here.'],
    ['memory: 4g\n---\nmemory: 5g', 2, 'Mend the YAML here.'],
    ['memory: !!js/function "x"', 1, 'Mend the YAML here.'],
    ['env: &x [A]\nmount: *x', 2, 'aliases such as *x are not allowed'],
    ['__proto__: { memory: 4g }', 1, 'unknown key __proto__'],
    ['agents: { constructor: {} }', 1, 'unknown key agents.constructor'],
  ])('%j', (text, line, said) => {
    const all = complaints(text);
    expect(all.map((one) => one.text).join('\n')).toContain(said);
    expect(all[0]?.line).toBe(line);
    expect(all).toHaveLength(1);
    expect(parse(text).file).toBeNull();
  });

  it('does not grow with aliases', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghij'.split('').map((name, at) => `${name}: &${name} [*${'abcdefghij'[at]}, *${'abcdefghij'[at]}]`),
    ];
    const started = performance.now();
    expect(complaints(bomb.join('\n')).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('is told together with all others, in the order of lines', () => {
    const text = 'a: 1\nskills: x\nb: 2\nprojects:\n  /p: { cpus: x }\n  q: {}\nagents: { pi: { pids: 0 } }';
    expect(complaints(text).map(({ line }) => line)).toEqual([1, 2, 3, 5, 6, 7]);
  });
});
