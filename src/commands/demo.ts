import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { modelAgents } from '../model/agents/index.ts';
import { escapeText } from '../ui/escape.ts';
import { describeFinding } from './check.ts';
import type { Deps, Invocation } from './command.ts';
import { session } from './launch.ts';

const PROMPT = 'Look around: what can you see and do here?';

/**
 * A real agent in a real session without network, talking to the embedded scripted model: no account, nothing of the
 * user's. Home, project and state are throwaway directories under /var/tmp (codex behaves differently below /tmp).
 */
export async function demo({ positionals, flags, command }: Invocation, deps: Deps): Promise<number> {
  const agent = positionals[0] ?? 'codex';
  const args = modelAgents.find(({ name }) => name === agent)?.promptArguments(PROMPT);
  if (args === undefined) {
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
      args,
      flags: { ...flags, network: 'none', unattended: true, noTty: true },
    };
    const { result } = await session(asked, { ...deps, env, stdin: Readable.from([]) }, 'end', (options) => ({
      ...options,
      model: { bundle: join(deps.programDir, 'dist/model'), script: 'demo.yaml', record: null },
    }));
    if (result.findings.length > 0) {
      deps.stdout.write('\nWhat was checked before the agent ran:\n');
      for (const finding of result.findings) {
        for (const line of describeFinding(finding)) deps.stdout.write(`  ${escapeText(line, { max: 1000 })}\n`);
      }
    }
    return result.code;
  } finally {
    process.chdir(back.cwd);
    process.env['HOME'] = back.home;
    rmSync(place, { recursive: true, force: true });
  }
}

function withoutXdg(env: Deps['env']): Deps['env'] {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('XDG_') || name === 'XDG_RUNTIME_DIR'),
  );
}
