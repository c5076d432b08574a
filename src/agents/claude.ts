import type { Agent } from './agent.ts';

/**
 * Claude Code. With CLAUDE_CONFIG_DIR everything it keeps, `.claude.json` included, lies inside the config directory, so
 * that binding that one directory keeps the user signed in. Skipping permissions as root needs IS_SANDBOX=1, which every
 * session has.
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
  },
  credentialFiles: ['.claude.json'],
  env: (home) => ({ CLAUDE_CONFIG_DIR: `${home}/.claude`, DISABLE_AUTOUPDATER: '1' }),
  ownKeys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  hosts: ['api.anthropic.com', 'claude.ai', 'platform.claude.com'],
  argv: ({ unattended, args }) => [
    'claude',
    '--no-chrome',
    ...(unattended ? ['--dangerously-skip-permissions'] : []),
    ...args,
  ],
  notes: ({ unattended }) => (unattended ? ['claude runs unattended: it will not ask before running a command'] : []),
  loginFiles: ['.credentials.json'],
};
