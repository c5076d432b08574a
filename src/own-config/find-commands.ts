import type { ConfigCommand } from '../../battery/config-facts.ts';
import type { Agent } from '../agents/agent.ts';
import { isListed } from './is-listed.ts';
import { keyName, matches } from './select-keys.ts';

/** The shell's own words, which are no programs. */
const SHELL_WORDS = new Set(
  (
    '. : [ [[ { ( ! alias bg break case cd command continue declare dirs do echo eval exec exit export false fg for ' +
    'function getopts hash if jobs kill let local printf pwd read readonly return select set shift source test time ' +
    'times trap true type ulimit umask unset until wait while'
  ).split(' '),
);

/**
 * The programs that a settings file names, and those of its commands' words that are files below the config directory
 * (`scripts`, relative to it). Of a command line the first word counts; what the shell would have to expand is passed over. Pure.
 */
export function findCommands(
  value: unknown,
  { commands }: Pick<NonNullable<Agent['config']>, 'commands'>,
  file: string,
  place: { readonly directory: string; readonly home: string },
): { readonly commands: readonly ConfigCommand[]; readonly scripts: readonly string[] } {
  const found: ConfigCommand[] = [];
  const scripts: string[] = [];
  for (const { keys, form } of commands.filter(({ path }) => isListed(path, file))) {
    for (const leaf of keys.flatMap((key) => matches(value, key))) {
      const words = wordsOf(leaf.value, form);
      scripts.push(...words.flatMap((word) => below(word, place)));
      const program = form === 'shell' || form === 'bang' ? words.find((word) => !/^\w+=/.test(word)) : words[0];
      if (program === undefined || program === '' || (form !== 'program' && SHELL_WORDS.has(program))) continue;
      found.push({ file, key: keyName(leaf.path), program: unfold(program, place.home) });
    }
  }
  return { commands: found, scripts };
}

function wordsOf(value: unknown, form: 'program' | 'argv' | 'shell' | 'bang'): readonly string[] {
  if (form === 'argv' && Array.isArray(value)) return value.filter((word) => typeof word === 'string');
  if (typeof value !== 'string') return [];
  if (form === 'program') return [value];
  if (form === 'bang' && !value.startsWith('!')) return [];
  const line = form === 'bang' ? value.slice(1) : value;
  // Good enough for words without quotes or with quotes around the whole of it.
  return line.split(/[\s"';|&()<>]+/).filter((word) => word !== '');
}

function unfold(word: string, home: string): string {
  return word.replace(/^(~|\$HOME|\$\{HOME\})\//, `${home}/`);
}

function below(word: string, { directory, home }: { readonly directory: string; readonly home: string }) {
  const path = unfold(word, home);
  const rest = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : '';
  const plain = rest !== '' && rest.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return plain ? [rest] : [];
}
