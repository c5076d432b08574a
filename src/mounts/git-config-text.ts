export interface GitSection {
  /** With a subsection as in the file: `url "https://example.org/"`. Not escaped: only ours. */
  readonly name: string;
  /** Several values of one key are several lines. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Text of a git configuration file. Every value is quoted, so that spaces, `#`, `;` and quotes mean themselves; only
 * `\\`, `\"`, `\n`, `\t` and `\b` are escapes git knows ("Syntax" in git-config(1)). Values must not hold NUL.
 */
export function gitConfigText(sections: readonly GitSection[]): string {
  return sections
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ name, values }) => `[${name}]\n${Object.entries(values).flatMap(lines).join('')}`)
    .join('');
}

function lines([key, values]: [string, string | readonly string[]]): readonly string[] {
  return (typeof values === 'string' ? [values] : values).map((value) => line(key, value));
}

function line(key: string, value: string): string {
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t', '\b': '\\b' };
  return `\t${key} = "${value.replace(/[\\"\n\t\u0008]/g, (character) => escapes[character] ?? '')}"\n`;
}
