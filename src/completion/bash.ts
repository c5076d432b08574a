import type { Candidates, CompletedCommand } from './model.ts';

/**
 * A completion script for bash 4 or newer, without the package bash-completion. Its words are ours alone: names of commands,
 * flags and choices, none of which holds a blank or a quote.
 */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const groups = [...new Set(commands.filter(({ name }) => name.includes(' ')).map(({ name }) => name.split(' ')[0]))];
  return `# bash completion for sandbox. Load it: source <(sandbox completion bash)
_sandbox() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} name= positional=0 at word skip=
  COMPREPLY=()
  # bash takes a word apart at '='.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    # What comes after -- is the agent's.
    if [[ $word == -- ]]; then compopt -o default; return; fi
    if [[ $skip ]]; then
      [[ $word == = ]] || skip=
    elif [[ $name ]] && _sandbox_takes "$name" "$word" >/dev/null; then skip=yes
    elif [[ $word == -* || $word == = ]]; then :
    elif [[ -z $name ]]; then name=$word
    elif [[ " ${groups.join(' ')} " == *" $name "* ]]; then name="$name $word"
    else positional=$((positional + 1))
    fi
  done
  local offer
  if [[ -z $name ]]; then offer='${[...firsts, '--help', '--version'].join(' ')}'
  elif offer=$(_sandbox_takes "$name" "$prev"); then :
  elif [[ $cur == -* ]]; then offer=$(_sandbox_flags "$name")
  else offer=$(_sandbox_positional "$name:$positional")
  fi
  case $offer in
    @file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    @directory) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    @unknown) ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$offer" -- "$cur") ;;
  esac
}
_sandbox_takes() {
  case "$1:$2" in
${caseLines(
  commands.flatMap(({ name, options }) =>
    options.flatMap(({ spelling, takes }) => (takes === null ? [] : [[`${name}:${spelling}`, takes] as const])),
  ),
)}
    *) return 1 ;;
  esac
}
_sandbox_flags() {
  case "$1" in
${caseLines(commands.map(({ name, options }) => [name, options.map(({ spelling }) => spelling)] as const))}
  esac
}
_sandbox_positional() {
  case "$1" in
${caseLines([
  ...groups.map((group) => [`${group}:0`, seconds(commands, group ?? '')] as const),
  ...commands.flatMap(({ name, positionals }) => positionals.map((words, at) => [`${name}:${at}`, words] as const)),
])}
    *) echo @unknown ;;
  esac
}
complete -F _sandbox sandbox
`;
}

/** The second words of a group's commands. */
function seconds(commands: readonly CompletedCommand[], group: string): readonly string[] {
  return commands.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
}

/** Arms of a \`case\`: what to print for each pattern. */
function caseLines(arms: readonly (readonly [string, Candidates])[]): string {
  return arms
    .map(
      ([pattern, words]) => `    '${pattern}') echo '${typeof words === 'string' ? `@${words}` : words.join(' ')}' ;;`,
    )
    .join('\n');
}
