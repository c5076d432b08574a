import type { Agent } from './agent.ts';
import { claudeSeed } from './claude-seed.ts';

/** The answer to “are you sure to skip permissions?”, as a setting of one invocation. */
const BYPASS_ACCEPTED = JSON.stringify({ skipDangerousModePermissionPrompt: true });

/**
 * Claude Code. With CLAUDE_CONFIG_DIR everything it keeps, `.claude.json` included, lies inside the config directory, so
 * that binding that one directory keeps the user signed in. Skipping permissions as root needs IS_SANDBOX=1, which every
 * session has. In a terminal it then asks two questions, whether to trust the folder and whether permissions are really to
 * be skipped: both answers are given for this session only, since recorded ones would hold for the host's program too.
 */
export const claude: Agent = {
  name: 'claude',
  displayName: 'Claude Code',
  install: {
    npmPackage: '@anthropic-ai/claude-code',
    version: '2.1.332',
    node: '22.0.0',
    allowScripts: ['@anthropic-ai/claude-code'],
  },
  command: 'claude',
  config: {
    dir: '.claude',
    ownSkills: '.claude/skills',
    masks: ['local', 'shell-snapshots', 'session-env', 'jobs', 'daemon'],
    managed: 'claude-code',
    executables: [
      {
        path: 'settings.json',
        keys: [
          'hooks',
          'statusLine',
          'subagentStatusLine',
          'fileSuggestion',
          'apiKeyHelper',
          'awsAuthRefresh',
          'awsCredentialExport',
          'gcpAuthRefresh',
          'otelHeadersHelper',
          'env',
          'permissions',
          'sandbox',
          'enabledPlugins',
          'extraKnownMarketplaces',
          'skipDangerousModePermissionPrompt',
        ],
      },
      { path: '.claude.json', keys: ['mcpServers', 'projects.*.mcpServers', 'projects.*.hasTrustDialogAccepted'] },
      { path: 'plugins', keys: null },
      { path: 'skills', keys: null },
      { path: 'agents', keys: null },
      { path: 'commands', keys: null },
      { path: 'workflows', keys: null },
      { path: 'chrome', keys: null },
    ],
    seed: claudeSeed,
  },
  credentialFiles: ['.claude.json'],
  env: (home, { unattended, tty }) => ({
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    DISABLE_AUTOUPDATER: '1',
    ...(unattended && tty ? { CLAUDE_CODE_SANDBOXED: '1' } : {}),
  }),
  ownKeys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  hosts: ['api.anthropic.com', 'claude.ai', 'platform.claude.com'],
  argv: ({ unattended, tty, args }) => [
    'claude',
    '--no-chrome',
    ...(unattended ? ['--dangerously-skip-permissions'] : []),
    ...(unattended && tty && !args.includes('--settings') ? ['--settings', BYPASS_ACCEPTED] : []),
    ...args,
  ],
  notes: ({ unattended }) => (unattended ? ['claude runs unattended: it will not ask before running a command'] : []),
  logins: [
    { file: '.credentials.json', keys: null },
    { file: '.claude.json', keys: ['primaryApiKey'] },
    { file: 'settings.json', keys: ['apiKeyHelper'] },
  ],
};
