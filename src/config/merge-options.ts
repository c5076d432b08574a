import { resolve } from 'node:path';
import { AppError } from '../errors.ts';
import type { FlagValues } from '../flags/flag.ts';
import { parseEnv } from '../flags/parse-env.ts';
import { parseMount } from '../flags/parse-mount.ts';
import { parseSize } from '../flags/parse-size.ts';
import type { LaunchOptions } from '../plan/launch-options.ts';
import { defaults } from './defaults.ts';

/** Flags over defaults → complete options. Pure; throws BAD_VALUE. `cwd` makes relative paths absolute. */
export function mergeOptions(agent: string, flags: FlagValues, args: readonly string[], cwd: string): LaunchOptions {
  if (flags['tty'] === true && flags['noTty'] === true) {
    throw new AppError('BAD_VALUE', '--tty and --no-tty exclude each other', 'Give one of them, or neither.');
  }
  const path = (key: string) => (typeof flags[key] === 'string' ? resolve(cwd, nonEmpty(flags[key], key)) : null);
  const size = (key: string, flag: string) => (typeof flags[key] === 'string' ? parseSize(flags[key], flag) : null);
  return {
    agent,
    workspace: path('workspace'),
    readOnly: flags['readOnly'] === true,
    skills: (flags['skills'] ?? defaults.skills) as LaunchOptions['skills'],
    mounts: list(flags['mount']).map((text) => parseMount(text, cwd)),
    env: lastWins(list(flags['env']).map(parseEnv)),
    network: (flags['network'] ?? defaults.network) as LaunchOptions['network'],
    memory: atLeast(size('memory', '--memory'), 64 * 1024 ** 2, '--memory') ?? defaults.memory,
    cpus: typeof flags['cpus'] === 'string' ? parseCpus(flags['cpus']) : defaults.cpus,
    pids: typeof flags['pids'] === 'string' ? parseCount(flags['pids'], '--pids') : defaults.pids,
    homeSize: atLeast(size('homeSize', '--home-size'), 1024 ** 2, '--home-size') ?? defaults.homeSize,
    image: typeof flags['image'] === 'string' ? parseReference(flags['image']) : null,
    unattended: flags['unattended'] === true,
    tty: flags['tty'] === true ? true : flags['noTty'] === true ? false : null,
    gitDir: path('gitDir'),
    allowNested: flags['allowNested'] === true,
    args,
    model: null,
  };
}

function list(value: FlagValues[string]): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function lastWins<T extends { readonly name: string }>(variables: readonly T[]): readonly T[] {
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()];
}

function nonEmpty(value: string, key: string): string {
  if (value !== '' && !value.includes('\0')) return value;
  throw new AppError('BAD_VALUE', `the value of ${key} is empty`, 'Name a directory.');
}

function atLeast(bytes: number | null, least: number, flag: string): number | null {
  if (bytes === null || bytes >= least) return bytes;
  throw new AppError('BAD_VALUE', `${flag} is too small for any session`, `Give at least ${least / 1024 ** 2}m.`);
}

function parseCpus(text: string): number {
  const value = Number(text);
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && value > 0) return value;
  throw new AppError('BAD_VALUE', `--cpus does not understand “${text}”`, 'Give a number such as 2 or 1.5.');
}

function parseCount(text: string, flag: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new AppError('BAD_VALUE', `${flag} does not understand “${text}”`, 'Give a whole number above 0.');
}

function parseReference(text: string): string {
  if (/^[a-z0-9][A-Za-z0-9._\-/:@]{0,254}$/.test(text)) return text;
  throw new AppError(
    'BAD_VALUE',
    `--image does not understand “${text}”`,
    'Give an image reference such as debian:bookworm-slim.',
  );
}
