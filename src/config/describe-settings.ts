import { planFlags } from '../flags/launch-flags.ts';
import { settingKeys, settings } from './settings.ts';

/** The table of docs/configuration.md: every setting with its spellings and default. */
export function describeSettings(): string {
  const rows = settingKeys.map((key) => {
    const { path, variable, flag, description, fallback } = settings[key];
    const long = planFlags.find((candidate) => candidate.key === flag)?.long;
    return [`\`${path}\``, `\`${variable}\``, long === undefined ? '' : `\`--${long}\``, fallback, description];
  });
  return table(['key', 'variable', 'flag', 'default', 'meaning'], rows);
}

/** As prettier writes it: columns padded to their longest cell. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n');
}
