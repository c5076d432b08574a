import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { modelAgents } from './agents/index.ts';
import { runAgent } from './run-agent.ts';

/**
 * Runs an agent connected to the model at that address. A program that is no known agent runs unchanged and finds the
 * address in SANDBOX_MODEL_URL.
 * @returns the exit code
 */
export async function withModel(argv: readonly string[], url: string): Promise<number> {
  const agent = modelAgents.find(({ name }) => name === basename(argv[0] ?? ''));
  if (agent === undefined) return runAgent(argv, { SANDBOX_MODEL_URL: url });
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-model-'));
  try {
    const connection = agent.connect(argv, { url, directory });
    for (const [name, content] of Object.entries(connection.files)) {
      writeFileSync(join(directory, name), content, { mode: 0o600, flag: 'wx' });
    }
    return await runAgent(connection.argv, connection.env);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
