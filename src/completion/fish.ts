import type { CompletedCommand, Option } from './model.ts';

/** A completion script for fish 3 or newer. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const firsts = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ');
    firsts.set(first, second === undefined ? summary : `${firsts.get(first) ?? 'commands:'} ${second}`);
  }
  return `# fish completion for sandbox. Load it: sandbox completion fish | source
# What has been typed so far: every word that is no flag, without flags' values; after -- nothing is ours.
function __sandbox_words
  set -l words
  set -l skip 0
  for word in (commandline --tokenize --cut-at-cursor --current-process)[2..-1]
    if test "$word" = --
      return 1
    else if test $skip = 1
      set skip 0
    else if string match -q -- '-*' $word
      contains -- $word $__sandbox_valued; and set skip 1
    else
      set -a words $word
    end
  end
  # Its own status says whether it joined anything.
  string join \\n -- $words
  return 0
end
function __sandbox_at
  set -l words (__sandbox_words); or return 1
  set -l wanted (string split ' ' -- $argv[1])
  set -l count (count $wanted)
  test (count $words) -ge $count; or return 1
  test "$words[1..$count]" = "$wanted"; or return 1
  test (count $argv) = 1; or test (math (count $words) - $count) = $argv[2]
end
function __sandbox_none
  set -l words (__sandbox_words); or return 1
  test (count $words) = 0
end
set -g __sandbox_valued ${[...new Set(commands.flatMap(({ options }) => options.flatMap(({ spelling, takes }) => (takes === null ? [] : [spelling]))))].join(' ')}
complete -c sandbox -f
complete -c sandbox -n 'not __sandbox_words >/dev/null' -F
complete -c sandbox -n __sandbox_none -s h -l help -d 'print the help'
complete -c sandbox -n __sandbox_none -s V -l version -d 'print the version'
${[...firsts].map(([first, text]) => `complete -c sandbox -n __sandbox_none -a ${first} -d ${quoted(text)}`).join('\n')}
${commands.map(linesOf).join('\n')}
`;
}

function linesOf({ name, summary, options, positionals }: CompletedCommand): string {
  const [group, second] = name.split(' ');
  const here = quoted(`__sandbox_at ${quoted(name)}`);
  return [
    ...(second === undefined
      ? []
      : [`complete -c sandbox -n ${quoted(`__sandbox_at ${group} 0`)} -a ${second} -d ${quoted(summary)}`]),
    ...options.map((option) => `complete -c sandbox -n ${here} ${optionText(option)}`),
    ...positionals.flatMap((words, at) =>
      typeof words === 'string'
        ? []
        : [`complete -c sandbox -n ${quoted(`__sandbox_at ${quoted(name)} ${at}`)} -a ${quoted(words.join(' '))}`],
    ),
  ].join('\n');
}

function optionText({ spelling, help, takes }: Option): string {
  const flag = spelling.startsWith('--') ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`;
  return `${flag}${argument(takes)} -d ${quoted(help)}`;
}

function argument(takes: Option['takes']): string {
  if (takes === null) return '';
  if (takes === 'file') return ' -r -F';
  if (takes === 'directory') return " -x -a '(__fish_complete_directories)'";
  return takes === 'unknown' ? ' -x' : ` -x -a ${quoted(takes.join(' '))}`;
}

/** fish knows two escapes within single quotes. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
