/**
 * Text of a git configuration file. Every value is quoted, so that spaces, `#`, `;` and quotes mean themselves; only
 * `\\`, `\"`, `\n`, `\t` and `\b` are escapes git knows ("Syntax" in git-config(1)). Values must not hold NUL.
 */
export function gitConfigText(
  sections: readonly { readonly name: string; readonly values: Readonly<Record<string, string>> }[],
): string {
  return sections
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ name, values }) => `[${name}]\n${Object.entries(values).map(line).join('')}`)
    .join('');
}

function line([key, value]: [string, string]): string {
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t', '\b': '\\b' };
  return `\t${key} = "${value.replace(/[\\"\n\t\u0008]/g, (character) => escapes[character] ?? '')}"\n`;
}
