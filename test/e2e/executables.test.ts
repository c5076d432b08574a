import {
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  closeSync,
  readdirSync,
  readlinkSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAgent } from '../../src/agents/index.ts';
import { modelAgents } from '../../src/model/agents/index.ts';
import { bundleModel } from '../support/model-bundle.ts';
import { agentEnvironment, agentHome, realAgents } from '../support/real-agents.ts';
import { runProgram } from '../support/shell.ts';

/**
 * What the real agents leave below their own directory that a program on the host would execute: everything like that must
 * be covered by a mask, or be on the agent file's list, which is compared between sessions.
 */
let bin: string;
let bundle: string;
let model: string;

beforeAll(async () => {
  bin = realAgents();
  bundle = mkdtempSync('/var/tmp/sandbox-model-bundle-');
  model = await bundleModel(bundle);
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

const CODE = /\.(sh|bash|zsh|js|mjs|cjs|ts|mts|py|pl|rb|ps1|node|so|wasm|exe)$/;

/** Paths below `directory` (relative) that are programs, code, or links to something outside. */
function codeBelow(directory: string, path = ''): readonly string[] {
  return readdirSync(join(directory, path)).flatMap((name) => {
    const relative = path === '' ? name : `${path}/${name}`;
    const full = join(directory, relative);
    const stat = lstatSync(full);
    if (stat.isDirectory()) return codeBelow(directory, relative);
    if (stat.isSymbolicLink()) return readlinkSync(full).startsWith('/') ? [relative] : [];
    if (!stat.isFile()) return [];
    const executable = (stat.mode & 0o111) !== 0;
    return executable || CODE.test(name) || /^(#!|\x7fELF)/.test(head(full)) ? [relative] : [];
  });
}

function head(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4);
    return bytes.subarray(0, readSync(fd, bytes, 0, 4, 0)).toString('latin1');
  } finally {
    closeSync(fd);
  }
}

describe.each(modelAgents.map(({ name }) => name))('%s', (name) => {
  const { config, env, argv } = findAgent(name);
  const masks = config?.masks ?? [];
  const listed = (config?.executables ?? []).filter(({ keys }) => keys === null).map(({ path }) => path);
  const isBelow = (path: string, places: readonly string[]) =>
    places.some((place) => path === place || path.startsWith(`${place}/`));

  it('executes nothing below its directory that is neither masked nor listed', () => {
    const place = agentHome();
    try {
      const directory = join(place.home, config?.dir ?? '');
      mkdirSync(directory, { recursive: true });
      const script = join(place.home, '..', 'script.yaml');
      writeFileSync(script, 'steps:\n  - run: ls\n  - run: alias; cd /; pwd\n  - say: done\n');
      const environment = {
        ...agentEnvironment(place.home, bin),
        ...env(place.home, { unattended: true, tty: false }),
      };
      const run = (args: readonly string[]) =>
        runProgram(['node', model, '--script', script, '--', ...argv({ unattended: true, tty: false, args })], {
          env: environment,
          cwd: place.workspace,
        });
      const prompt = modelAgents.find((agent) => agent.name === name)?.promptArguments('go') ?? [];
      const result = run(prompt);
      expect(result.code, result.stderr).toBe(0);
      for (const args of more[name] ?? []) run(args);

      const code = codeBelow(directory);
      expect(code.filter((path) => !isBelow(path, [...masks, ...listed]))).toEqual([]);
      // The search finds what is known to be there: the skills codex brings hold programs.
      if (name === 'codex') expect(code.some((path) => path.startsWith('skills/.system/'))).toBe(true);
    } finally {
      place.remove();
    }
  });

  it('runs what is planted in a listed place: the list is about something', () => {
    const place = agentHome();
    try {
      const directory = join(place.home, config?.dir ?? '');
      const proof = join(place.workspace, 'ran');
      for (const [path, text] of Object.entries(planted(proof)[name] ?? {})) {
        expect(config?.executables.map((one) => one.path).some((one) => isBelow(path, [one]))).toBe(true);
        mkdirSync(join(directory, path, '..'), { recursive: true });
        writeFileSync(join(directory, path), text);
      }
      const script = join(place.home, '..', 'script.yaml');
      writeFileSync(script, 'steps:\n  - run: ls\n  - say: done\n');
      const prompt = modelAgents.find((agent) => agent.name === name)?.promptArguments('go') ?? [];
      runProgram(['node', model, '--script', script, '--', ...argv({ unattended: true, tty: false, args: prompt })], {
        env: { ...agentEnvironment(place.home, bin), ...env(place.home, { unattended: true, tty: false }) },
        cwd: place.workspace,
      });
      expect(readdirSync(place.workspace)).toContain('ran');
    } finally {
      place.remove();
    }
  });
});

/** Other commands that are known to put things there. */
const more: Readonly<Record<string, readonly (readonly string[])[]>> = {
  codex: [
    ['plugin', 'marketplace', 'list'],
    ['mcp', 'add', 'x', '--', 'true'],
    ['login', 'status'],
  ],
  claude: [['mcp', 'add', 'x', '--', 'true'], ['plugin', 'list'], ['doctor']],
  pi: [['list'], ['mcp', 'list']],
};

/** One way in for each agent, through a path of its list. */
const planted = (proof: string): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  codex: { 'config.toml': `notify = ["touch", ${JSON.stringify(proof)}]\n` },
  claude: {
    'settings.json': JSON.stringify({
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${proof}` }] }] },
    }),
  },
  pi: {
    'agent/extensions/plant.ts': `import { writeFileSync } from 'node:fs';\nexport default () => writeFileSync(${JSON.stringify(proof)}, '');\n`,
  },
});
