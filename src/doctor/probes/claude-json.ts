import { join } from 'node:path';
import { claudeSeed } from '../../agents/claude-seed.ts';
import { readSmallFile } from '../../host/read-small-file.ts';
import { probe } from '../probe.ts';

const LIMIT = 64 * 1024 ** 2;
type Values = Readonly<Record<string, unknown>>;

function read(path: string): Values | null {
  const file = readSmallFile(path, LIMIT);
  if (file.kind !== 'bytes') return null;
  try {
    const value: unknown = JSON.parse(file.bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : null;
  } catch {
    return null;
  }
}

/** Sessions have their own `.claude.json`, seeded once: what was seeded and has changed since is named, never its value. */
export const claudeJson = probe({
  id: 'claude-json',
  title: 'claude’s two states',
  why: 'account, servers and theme in ~/.claude.json are taken over once; later changes do not reach sessions',
  mend: 'mv ~/.claude/.claude.json ~/.claude/.claude.json.old: the next launch takes it over anew',
  gather({ user, workspace }) {
    const host = read(join(user.home, claudeSeed.from));
    const session = read(join(user.home, '.claude', claudeSeed.file));
    if (host === null || session === null) return null;
    const [here, inside] = [claudeSeed.select(host, [workspace]), claudeSeed.select(session, [workspace])];
    const keys = [...new Set([...Object.keys(here), ...Object.keys(inside)])].sort();
    return keys.filter((key) => JSON.stringify(here[key]) !== JSON.stringify(inside[key]));
  },
  judge(keys: readonly string[] | null) {
    if (keys === null) return { state: 'ok', found: 'at most one of them is there' };
    if (keys.length === 0) return { state: 'ok', found: 'they agree' };
    return { state: 'warn', found: `they differ in ${keys.join(', ')}` };
  },
});
