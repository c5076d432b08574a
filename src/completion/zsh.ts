import type { Candidates, CompletedCommand, Option } from './model.ts';

/** A completion function for zsh 5 or newer: loaded by `source`, or as a file `_sandbox` of a directory in `fpath`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const firsts = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ');
    firsts.set(first, second === undefined ? summary : `${firsts.get(first) ?? 'commands:'} ${second}`);
  }
  const groups = [...firsts.keys()].filter((first) => commands.some(({ name }) => name.startsWith(`${first} `)));
  return `#compdef sandbox
# zsh completion for sandbox. Load it after compinit: source <(sandbox completion zsh)
_sandbox() {
  local name
  # What comes after -- is the agent's.
  if (( \${words[(i)--]} < CURRENT )); then _default; return; fi
  if (( CURRENT == 2 )); then
    local -a commands=(
${[...firsts].map(([first, text]) => `      ${quoted(`${first}:${text}`)}`).join('\n')}
    )
    if [[ \${words[2]} == -* ]]; then compadd -- --help --version; else _describe command commands; fi
    return
  fi
  name=\${words[2]}
  shift words; (( CURRENT-- ))
  case $name in
${groups.map((group) => groupText(commands, group)).join('\n')}
  esac
  case $name in
${commands.map(commandText).join('\n')}
  esac
}
if [[ $funcstack[1] == _sandbox ]]; then _sandbox "$@"; else compdef _sandbox sandbox; fi
`;
}

function groupText(commands: readonly CompletedCommand[], group: string): string {
  const seconds = commands.filter(({ name }) => name.startsWith(`${group} `));
  return `    ${group})
      if (( CURRENT == 2 )); then
        local -a commands=(${seconds.map(({ name, summary }) => quoted(`${name.slice(group.length + 1)}:${summary}`)).join(' ')})
        _describe command commands
        return
      fi
      name="$name \${words[2]}"
      shift words; (( CURRENT-- ))
      ;;`;
}

function commandText({ name, options, positionals }: CompletedCommand): string {
  const specs = [
    ...options.map(optionText),
    ...positionals.map((words, at) => `${at + 1}:${name.split(' ').at(-1)}:${action(words)}`),
  ];
  return `    ${quoted(name)}) _arguments -S ${specs.map(quoted).join(' ')} ;;`;
}

/** `*`: may be given again; zsh would otherwise not offer it twice. */
function optionText({ spelling, help, takes }: Option): string {
  const text = help.replace(/[[\]:\\]/g, '\\$&');
  const long = spelling.startsWith('--');
  return takes === null ? `${spelling}[${text}]` : `*${spelling}${long ? '=' : '+'}[${text}]:value:${action(takes)}`;
}

function action(words: Candidates): string {
  if (words === 'file') return '_files';
  if (words === 'directory') return '_files -/';
  return words === 'unknown' ? ' ' : `(${words.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
