import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { readSmallFile } from '../host/read-small-file.ts';
import { modelAgents } from '../model/agents/index.ts';
import { printFindings } from '../ui/print-findings.ts';
import { escapeText } from '../ui/escape.ts';
import type { Deps, Invocation } from './command.ts';
import { session } from './launch.ts';

const PROMPT = 'Look around: what can you see and do here?';

/**
 * A real agent in a real session without network, talking to the embedded scripted model: no account, nothing of the
 * user's. Home, project and state are throwaway directories under /var/tmp (codex behaves differently below /tmp).
 */
export async function demo({ positionals, flags, command }: Invocation, deps: Deps): Promise<number> {
  const agent = positionals[0] ?? 'codex';
  const model = modelAgents.find(({ name }) => name === agent);
  if (model === undefined) {
    const known = modelAgents.map(({ name }) => name).join(', ');
    throw new AppError('UNKNOWN_AGENT', `there is no demo of ${agent}`, `There is one of ${known}.`);
  }
  const place = mkdtempSync('/var/tmp/sandbox-demo-');
  const back = { cwd: process.cwd(), home: process.env['HOME'] };
  try {
    const home = join(place, 'home');
    const project = join(place, 'project');
    for (const directory of [home, project]) mkdirSync(directory, { mode: 0o700 });
    process.chdir(project);
    process.env['HOME'] = home;
    const env = withoutXdg({ ...deps.env, HOME: home });
    const asked: Invocation = {
      command,
      positionals: [agent],
      args: model.promptArguments(PROMPT),
      flags: { ...flags, network: 'none', unattended: true, noTty: true },
    };
    const { result } = await session(asked, { ...deps, env, stdin: Readable.from([]) }, 'end', (options) => ({
      ...options,
      model: { bundle: join(deps.programDir, 'dist/model'), script: 'demo.yaml', record: null },
    }));
    tell(deps.stdout, 'What the agent found:', readFound(project));
    if (result.findings.length > 0) {
      deps.stdout.write('\nWhat was checked before the agent ran:\n');
      printFindings(deps.stdout, result.findings, '  ');
    }
    return result.code;
  } finally {
    process.chdir(back.cwd);
    process.env['HOME'] = back.home;
    rmSync(place, { recursive: true, force: true });
  }
}

/** What the script's commands printed: a file the agent could write, so nothing is followed and every line is escaped. */
function readFound(project: string): readonly string[] {
  const read = readSmallFile(join(project, 'found.txt'), 64 * 1024);
  return read.kind === 'bytes' ? read.bytes.toString('utf8').trimEnd().split('\n') : [];
}

function tell(stdout: Deps['stdout'], title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  stdout.write(`\n${title}\n`);
  for (const line of lines) stdout.write(`  ${escapeText(line, { max: 1000 })}\n`);
}

function withoutXdg(env: Deps['env']): Deps['env'] {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('XDG_') || name === 'XDG_RUNTIME_DIR'),
  );
}
