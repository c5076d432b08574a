import type { Agent } from './agent.ts';

/** Settings that only say how it looks and which model answers. Every other one is compared: new versions bring new ones. */
const HARMLESS = (
  'theme defaultProvider defaultModel defaultThinkingLevel thinkingBudgets lastChangelogVersion quietStartup collapseChangelog ' +
  'hideThinkingBlock showImages terminal images compaction branchSummary retry enabledModels doubleEscapeAction steeringMode ' +
  'followUpMode editorPaddingX autocompleteMaxVisible showHardwareCursor markdown transport'
).split(' ');

/** Pi. It has no permission prompts at all, so `--unattended` changes nothing but is said. */
export const pi: Agent = {
  name: 'pi',
  displayName: 'Pi',
  install: { npmPackage: '@earendil-works/pi-coding-agent', version: '1.6.0', node: '22.19.0', allowScripts: [] },
  command: 'pi',
  config: {
    dir: '.pi',
    ownSkills: '.pi/agent/skills',
    masks: ['agent/bin'],
    managed: null,
    executables: [
      { path: 'agent/settings.json', keys: ['*'], harmless: HARMLESS },
      { path: 'agent/auth.json', keys: ['*'], only: 'commands' },
      { path: 'agent/models.json', keys: ['*'], only: 'commands' },
      { path: 'agent/models.json', keys: ['providers.*.baseUrl', 'providers.*.models.*.baseUrl'] },
      { path: 'agent/mcp.json', keys: ['*'] },
      { path: 'agent/trust.json', keys: ['*'] },
      { path: 'agent/extensions', keys: null },
      { path: 'agent/skills', keys: null },
      { path: 'agent/git', keys: null },
      { path: 'agent/npm', keys: null },
      { path: 'agent/tools', keys: null },
      // Instructions, which the agent on the host obeys too.
      ...['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'SYSTEM.md', 'APPEND_SYSTEM.md', 'prompts'].map((name) => ({
        path: `agent/${name}`,
        keys: null,
      })),
    ],
    commands: [
      { path: 'agent/mcp.json', keys: ['mcpServers.*.command'], form: 'program' },
      { path: 'agent/settings.json', keys: ['shellPath'], form: 'program' },
      { path: 'agent/settings.json', keys: ['npmCommand'], form: 'argv' },
      { path: 'agent/settings.json', keys: ['externalEditor', 'selfUpdateCommand'], form: 'shell' },
      { path: 'agent/auth.json', keys: ['*.key'], form: 'bang' },
      { path: 'agent/models.json', keys: ['providers.*.apiKey', 'providers.*.headers.*'], form: 'bang' },
    ],
    addresses: [
      { path: 'agent/models.json', keys: ['providers.*.baseUrl', 'providers.*.models.*.baseUrl'] },
      { path: 'agent/settings.json', keys: ['httpProxy', 'httpsProxy'] },
    ],
    seed: null,
  },
  credentialFiles: [],
  env: (home) => ({ PI_CODING_AGENT_DIR: `${home}/.pi/agent`, PI_SKIP_VERSION_CHECK: '1' }),
  // `pi --help` lists one key per provider; these are the providers most people have an account with.
  ownKeys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
  hosts: ['pi.dev', 'api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com', 'openrouter.ai'],
  argv: ({ args }) => ['pi', ...args],
  notes: () => ['pi never asks before running a command'],
  // `auth.json` is `{}` from the first start on; a provider of one's own may need no login at all.
  logins: [
    { file: 'agent/auth.json', keys: null },
    { file: 'agent/models.json', keys: ['providers'] },
  ],
  login: {
    args: [],
    terminal: true,
    steps:
      'Pi starts: type /login and follow it; paste a code where it asks for one; when it is done, leave with /quit',
  },
};
