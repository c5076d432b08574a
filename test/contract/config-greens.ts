import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { currentOwner } from '../../src/state/owner.ts';
import type { TempWorld } from '../support/temp-world.ts';
import type { Example } from './config-trees.ts';
import { hook, journal, json, nothing } from './config-trees.ts';

/** What looks alike and must not. */
export const greens: Readonly<Record<string, readonly Example[]>> = {
  '60': [
    { name: 'nothing at all', make: nothing },
    { name: 'a link within', make: (w) => (w.file('.codex/a', 'x'), w.link('.codex/b', 'a')) },
    {
      name: 'own skills that are the shared ones',
      make: (w) => (w.directory('.agents/skills'), w.link('.codex/skills', '../.agents/skills')),
    },
    {
      name: 'a shared skill',
      make: (w) => (w.file('.agents/skills/x/SKILL.md'), w.link('.codex/skills/x', '../../.agents/skills/x')),
    },
    {
      name: 'dotfiles',
      make: (w) => (w.file('dotfiles/config.toml'), w.link('.codex/config.toml', '../dotfiles/config.toml')),
    },
    { name: 'a missing file in the home', make: (w) => w.link('.codex/x', '../nothing-here') },
    { name: 'a name that begins alike', make: (w) => (w.directory('.ssh-notes'), w.link('.codex/x', '../.ssh-notes')) },
    { name: 'a file switched off', make: (w) => w.link('.codex/history.jsonl', '/dev/null') },
    { name: 'a program of the system', make: (w) => w.link('.codex/python', '/usr/bin/env') },
    {
      name: 'claude’s own login beside its directory',
      agent: 'claude',
      make: (w) => (w.file('.claude.json', '{}'), w.link('.claude/.claude.json', '../.claude.json')),
    },
    {
      name: 'what a session does not see',
      make: (w) => (w.directory('.ssh'), w.link('.codex/tmp/x', `${w.home}/.ssh`)),
    },
    { name: 'a circle', make: (w) => w.link('.codex/a', 'a') },
  ],
  '61': [
    { name: 'a link within', make: (w) => (w.file('.codex/a', 'x'), w.link('.codex/b', './a')) },
    {
      name: 'a shared skill',
      make: (w) => (w.file('.agents/skills/x/SKILL.md'), w.link('.codex/skills/x', `${w.home}/.agents/skills/x`)),
    },
    {
      name: 'by way of a link within',
      make: (w) => (w.file('.codex/v2/a', 'x'), w.link('.codex/current', 'v2'), w.link('.codex/b', 'current/a')),
    },
    { name: 'what the image has', make: (w) => w.link('.codex/python', '/usr/bin/python3') },
  ],
  '62': [
    {
      name: 'the usual modes',
      make: (w) => (
        chmodSync(w.directory('.codex'), 0o755),
        chmodSync(w.file('.codex/auth.json', '{}'), 0o600),
        w.file('.codex/config.toml')
      ),
    },
    { name: 'root’s own file', needsRoot: true, make: (w) => chownSync(w.file('.codex/config.toml'), 0, 0) },
    { name: 'others in what a session does not see', make: (w) => chmodSync(w.directory('.codex/tmp'), 0o777) },
  ],
  '63': [
    ...Object.entries({
      'claude: another theme and model': ['claude', '.claude/settings.json', '{"theme":"dark","model":"opus"}'],
      'codex: another model': ['codex', '.codex/config.toml', 'model = "x"\n[tui]\ntheme = "dark"\n'],
      'pi: another theme': ['pi', '.pi/agent/settings.json', '{"theme":"dark","lastChangelogVersion":"2"}'],
    }).map(([name, [agent = '', path = '', text = '']]) => ({
      name,
      agent,
      make: nothing,
      change: (w: TempWorld) => w.file(path, text),
    })),
    {
      name: 'unchanged',
      agent: 'claude',
      make: (w) => (json(w, '.claude/settings.json', hook('true')), w.file('.claude/plugins/x.js', 'x')),
      change: nothing,
    },
    {
      name: 'only written anew, in another order',
      agent: 'claude',
      make: (w) =>
        w.file('.claude/settings.json', '{"env":{"A":"1","B":"2"},"statusLine":{"type":"command","command":"x"}}'),
      change: (w) =>
        w.file('.claude/settings.json', '{\n "statusLine": {"command":"x","type":"command"}, "env":{"B":"2","A":"1"}}'),
    },
    {
      name: 'what runs nothing',
      agent: 'claude',
      make: (w) => json(w, '.claude/settings.json', { theme: 'dark' }),
      change: (w) => (
        json(w, '.claude/settings.json', { theme: 'light' }),
        w.file('.claude/history.jsonl', 'x'),
        w.file('.claude/projects/x/y.jsonl', 'y')
      ),
    },
    {
      name: 'a new login',
      agent: 'pi',
      make: (w) => json(w, '.pi/agent/auth.json', {}),
      change: (w) => json(w, '.pi/agent/auth.json', { a: { key: 'sk-1' } }),
    },
    { name: 'a marker without anything in it', make: nothing, change: (w) => w.file('.codex/.tmp/x.lock', '') },
    {
      name: 'code touched, not changed',
      agent: 'pi',
      make: (w) => w.file('.pi/agent/extensions/x.ts', 'a'),
      change: (w) => w.file('.pi/agent/extensions/x.ts', 'a'),
    },
    {
      name: 'what a plugin keeps',
      agent: 'claude',
      make: nothing,
      change: (w) => w.file('.claude/plugins/store/x.json', '1'),
    },
  ],
  '65': [
    { name: 'none', make: (w) => w.file('.codex/config.toml', 'model = "x"\n') },
    {
      name: 'its own',
      agent: 'claude',
      make: (w) => json(w, '.claude/settings.json', { env: { ANTHROPIC_BASE_URL: 'https://api.anthropic.com' } }),
    },
    {
      name: 'its own provider',
      make: (w) => w.file('.codex/config.toml', '[model_providers.x]\nbase_url = "https://api.openai.com/v1"\n'),
    },
    {
      name: 'an address that is none of its own settings',
      agent: 'claude',
      make: (w) => json(w, '.claude/settings.json', { env: { HOMEPAGE: 'http://evil.example' } }),
    },
  ],
  '66': [
    { name: 'a session that is gone', make: (w) => journal(w, { owner: { ...currentOwner(), start: '1' } }) },
    { name: 'of another boot', make: (w) => journal(w, { owner: { ...currentOwner(), bootId: 'x' } }) },
    { name: 'of another agent', make: (w) => journal(w, { agent: 'pi' }) },
    {
      name: 'on another directory',
      make: (w) => (w.directory('other/.codex'), journal(w, { config: join(w.home, 'other/.codex') })),
    },
    {
      name: 'our own',
      make: (w) => (
        journal(w),
        execFileSync('mv', [
          join(w.home, '.local/state/sandbox/sessions/other000'),
          join(w.home, '.local/state/sandbox/sessions/ours'),
        ])
      ),
    },
    { name: 'a damaged record', make: (w) => w.file('.local/state/sandbox/sessions/x/session.json', '{') },
  ],
  '67': [
    { name: 'JSON', agent: 'claude', make: (w) => w.file('.claude/settings.json', '{}') },
    { name: 'with a byte order mark', agent: 'claude', make: (w) => w.file('.claude/settings.json', '\uFEFF{}') },
    { name: 'TOML', make: (w) => w.file('.codex/config.toml', 'model = "x"\n[a."b.c"]\nd = 2026-01-01T00:00:00Z\n') },
    { name: 'numbers beyond a double', make: (w) => w.file('.codex/config.toml', 'a = 9223372036854775807\n') },
    { name: 'none', agent: 'pi', make: nothing },
    {
      name: 'deep, but not where it matters',
      agent: 'claude',
      make: (w) => w.file('.claude/settings.json', `{"theme":${'['.repeat(5000)}${']'.repeat(5000)}}`),
    },
  ],
};
