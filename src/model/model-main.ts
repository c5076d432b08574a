/**
 * Entry of the scripted model, bundled to one file. In a session it is the agent's parent:
 * `node model.mjs --script FILE [--record FILE] -- <agent argv…>`; on a host it can also serve alone with
 * `--listen HOST:PORT`, printing its address, until it is told to end.
 */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { AppError } from '../errors.ts';
import { escapeText } from '../ui/escape.ts';
import { parseModelOptions } from './model-options.ts';
import { parseScript } from './parse-script.ts';
import { createPlayer } from './player.ts';
import { createRecorder } from './recorder.ts';
import { startModelServer } from './server.ts';
import { withModel } from './with-model.ts';

async function main(args: readonly string[]): Promise<number> {
  const options = parseModelOptions(args);
  const player = createPlayer(parseScript(readScript(options.script), options.script));
  const record = createRecorder(options.record);
  const server = await startModelServer({ host: '127.0.0.1', port: 0, ...options.listen, player, record });
  try {
    if (options.listen === null) return await withModel(options.argv, server.url);
    process.stdout.write(`${server.url}\n`);
    const [signal] = (await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])) as [string];
    return signal === 'SIGINT' ? 130 : 143;
  } finally {
    await server.close();
  }
}

function readScript(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError('PATH_NOT_FOUND', `cannot read the script ${file}`, 'Does it exist?', { cause });
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof AppError ? error : null;
  const text = known ? `${known.message}\n${known.hint}` : error instanceof Error ? (error.stack ?? error.message) : '';
  // File names and lines of a script are somebody else's text.
  for (const line of text.split('\n')) process.stderr.write(`model: ${escapeText(line)}\n`);
  process.exitCode = known?.exitCode ?? 70;
}
