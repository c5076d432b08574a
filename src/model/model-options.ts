import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';

export interface ModelOptions {
  readonly script: string;
  /** File for the requests, as JSON lines; null: not kept. */
  readonly record: string | null;
  /** Given: serve there and run no agent. */
  readonly listen: { readonly host: string; readonly port: number } | null;
  /** The agent's command line. */
  readonly argv: readonly string[];
}

const usage = 'Use: model --script FILE [--record FILE] (-- AGENT [ARG…] | --listen HOST:PORT)';

/** @throws AppError USAGE */
export function parseModelOptions(args: readonly string[]): ModelOptions {
  const end = args.indexOf('--');
  const argv = end < 0 ? [] : args.slice(end + 1);
  const { script, record, listen } = parse(end < 0 ? args : args.slice(0, end));
  if (script === undefined) throw new AppError('USAGE', '--script is missing', usage);
  if ((listen === undefined) === (argv.length === 0)) {
    throw new AppError('USAGE', 'exactly one of an agent and --listen is needed', usage);
  }
  return { script, record: record ?? null, listen: listen === undefined ? null : address(listen), argv };
}

function parse(args: readonly string[]): { script?: string; record?: string; listen?: string } {
  try {
    const text = { type: 'string' as const };
    return parseArgs({ args: [...args], options: { script: text, record: text, listen: text }, strict: true }).values;
  } catch (cause) {
    throw new AppError('USAGE', cause instanceof Error ? cause.message : 'bad arguments', usage, { cause });
  }
}

function address(text: string): { host: string; port: number } {
  const match = /^(?:\[(?<six>[0-9a-fA-F:]+)\]|(?<host>[^:[\]]+)):(?<port>\d{1,5})$/.exec(text)?.groups;
  const port = Number(match?.['port']);
  if (!match || port > 65_535)
    throw new AppError('USAGE', `not an address: ${text}`, 'Use HOST:PORT; port 0 is a free one.');
  return { host: match['six'] ?? match['host'] ?? '', port };
}
