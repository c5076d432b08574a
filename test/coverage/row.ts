import { existsSync, readFileSync } from 'node:fs';
import type { Case } from './case.ts';

const path = (name: string): string => new URL(`../../${name}`, import.meta.url).pathname;

const texts = new Map<string, string>();
function textOf(file: string): string {
  const known = texts.get(file) ?? (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : '');
  texts.set(file, known);
  return known;
}

export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What stands in the last column. */
export function evidence(each: Case): string {
  if ('notCovered' in each) return `**not covered:** ${each.notCovered}`;
  if ('notApplicable' in each) return `**does not apply:** ${each.notApplicable}`;
  if ('limit' in each) return `**a limit:** told in \`${each.limit.file}\``;
  const files = [...new Set(each.tests.map(({ file }) => file))];
  const titles = (wanted: string): string =>
    each.tests.flatMap(({ file, title }) => (file === wanted ? [`“${title}”`] : [])).join(', ');
  const named = files.map((file) => `\`${file}\` ${titles(file)}`);
  return [...named, ...(each.open === undefined ? [] : [`**open:** ${each.open}`])].join('<br>');
}

/** What is wrong with a row; null: nothing. A row names tests that are there, a page that says so, or a reason. */
export function fault(each: Case): string | null {
  if (!/^[^\n]{10,120}\.$/.test(each.says)) return `says: ${each.says}`;
  if ('notCovered' in each) return each.notCovered.length > 10 ? null : 'no reason';
  if ('notApplicable' in each) return each.notApplicable.length > 10 ? null : 'no reason';
  if ('limit' in each) {
    const { file, phrase } = each.limit;
    return textOf(file).includes(phrase) ? null : `“${phrase}” is not in ${file}`;
  }
  if (each.tests.length === 0) return 'no test';
  const missing = each.tests.find(({ file, title }) => !textOf(file).includes(title));
  return missing === undefined ? null : `“${missing.title}” is not in ${missing.file}`;
}
