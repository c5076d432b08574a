import type { core } from 'zod';
import { agents } from '../agents/index.ts';
import { AppError } from '../errors.ts';
import { nearestWord } from './nearest-word.ts';
import { settingKeys, settings } from './settings.ts';
import type { SettingKey } from './setting.ts';

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One complaint about a place in a file. */
export interface Complaint {
  readonly path: Path;
  readonly message: string;
  readonly remedy: string;
}

/** An issue of the schema → complaints in our words, each with a remedy. `value` is what the file has at the issue's path. */
export function explainIssue(issue: Issue, value: (path: Path) => unknown): readonly Complaint[] {
  const { path } = issue;
  const name = path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...path, key], knownKeys(path)));
  if (issue.code === 'custom') {
    const remedy: unknown = issue.params?.['remedy'];
    return [{ path, message: issue.message, remedy: typeof remedy === 'string' ? remedy : '' }];
  }
  if (issue.code === 'invalid_key')
    return issue.issues.flatMap((inner) => explainIssue({ ...inner, path } as Issue, value));
  if (issue.code === 'invalid_union') {
    // The branch that got further is the one that was meant: an object where a text or an object may stand.
    const meant = issue.errors.find((errors) =>
      errors.some((inner) => inner.code !== 'invalid_type' || inner.path.length > 0),
    );
    if (meant !== undefined)
      return meant.flatMap((inner) => explainIssue({ ...inner, path: [...path, ...inner.path] } as Issue, value));
  }
  const found = value(path);
  if (found === null) return [{ path, message: `${name} has no value`, remedy: 'Give it one, or leave the key out.' }];
  const wantsList = issue.code === 'invalid_type' && issue.expected === 'array';
  const message = `${name} does not understand ${JSON.stringify(found) ?? 'this'}`;
  return [{ path, message, remedy: wantsList ? expectation(issue) : (remedyFor(path, found) ?? expectation(issue)) }];
}

function unknownKey(path: Path, known: readonly string[]): Complaint {
  const typed = String(path.at(-1));
  const meant = nearestWord(typed, known);
  const remedy = meant === null ? `Known here: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  return { path, message: `unknown key ${path.map(String).join('.')}`, remedy };
}

const imageKeys = ['base', 'apt', 'run'];
const sessionKeys = [
  ...settingKeys.map((key) => settings[key].path).filter((path) => !path.includes('.')),
  'mount+',
  'env+',
];

function knownKeys(path: Path): readonly string[] {
  const last = path.at(-1);
  const inProject = path[0] === 'projects' && path.length === 2;
  if (path.length === 0) return [...sessionKeys, 'image', 'agents', 'approvals', 'projects'];
  if (inProject) return [...sessionKeys, 'image', 'agents'];
  if (path.at(-2) === 'agents') return [...sessionKeys, 'version'];
  if (last === 'image') return imageKeys;
  if (last === 'agents') return agents.map(({ name }) => name);
  if (last === 'approvals') return ['links', 'ancestors'];
  return ['path', 'target'];
}

/** The setting's own words about what it takes. */
function remedyFor(path: Path, found: unknown): string | null {
  const key = settingKeys.find((candidate) => isPathOf(candidate, path));
  if (key === undefined) return null;
  try {
    settings[key].parse(found, { name: settings[key].path, home: '/', cwd: null });
    return null;
  } catch (error) {
    return error instanceof AppError ? error.hint : null;
  }
}

function isPathOf(key: SettingKey, path: Path): boolean {
  const names = path.filter((part) => typeof part === 'string');
  const name = names.at(-1)?.replace(/\+$/, '');
  return settings[key].path === name || settings[key].path === `image.${name ?? ''}`;
}

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') {
    const kinds: Readonly<Record<string, string>> = {
      array: 'a list',
      object: 'keys with values',
      record: 'keys with values',
      boolean: 'true or false',
      string: 'a text',
      number: 'a number',
    };
    return `Give ${kinds[issue.expected] ?? issue.expected}.`;
  }
  return 'See sandbox config schema.';
}
