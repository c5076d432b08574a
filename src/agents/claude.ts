import type { Agent } from './agent.ts';
import { claudeSeed } from './claude-seed.ts';

/** The answer to “are you sure to skip permissions?”, as a setting of one invocation. */
const BYPASS_ACCEPTED = JSON.stringify({ skipDangerousModePermissionPrompt: true });

/** Settings that only say how it looks and which model answers. Every other one is compared: new versions bring new ones. */
const HARMLESS = (
  '$schema theme model effortLevel alwaysThinkingEnabled verbose outputStyle language editorMode autoUpdatesChannel ' +
  'cleanupPeriodDays includeCoAuthoredBy attribution spinnerTipsEnabled spinnerVerbs prefersReducedMotion syntaxHighlightingDisabled ' +
  'terminalProgressBarEnabled showTurnDuration feedbackSurveyState tipsHistory companyAnnouncements fastMode'
).split(' ');
/** Command lines among the others. */
const SHELL_COMMANDS = [
  'hooks.*.*.hooks.*.command',
  'statusLine.command',
  'subagentStatusLine.command',
  'fileSuggestion.command',
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'processWrapper',
  'proxyAuthHelper',
  'policyHelper',
];
const ADDRESSES = [
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_BEDROCK_BASE_URL',
  'ANTHROPIC_VERTEX_BASE_URL',
  'ANTHROPIC_FOUNDRY_BASE_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
].map((name) => `env.${name}`);
/**
 * The user's; those of the home directory's own project, which `claude` reads when it is started there; and what it keeps of
 * settings that a company manages, which it obeys without asking for trust.
 */
const SETTINGS_FILES = ['settings.json', 'settings.local.json', 'remote-settings.json', 'managed-settings.json'];
/** Its state. Where `.config.json` exists, it is read instead. */
const STATE_FILES = ['.claude.json', '.config.json'];

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
      ...SETTINGS_FILES.map((path) => ({ path, keys: ['*'], harmless: HARMLESS })),
      ...STATE_FILES.map((path) => ({
        path,
        keys: [
          'mcpServers',
          'projects.*.mcpServers',
          'projects.*.hasTrustDialogAccepted',
          'bypassPermissionsModeAccepted',
        ],
      })),
      { path: 'remote-settings-*', keys: null },
      { path: 'policy-limits.json', keys: null },
      { path: 'scheduled_tasks.json', keys: null },
      // Instructions, which the agent on the host obeys too.
      { path: 'CLAUDE.md', keys: null },
      { path: 'rules', keys: null },
      { path: 'output-styles', keys: null },
      { path: 'hooks', keys: null },
      { path: 'plugins', keys: null, except: ['plugins/store'] },
      { path: 'skills', keys: null },
      { path: 'agents', keys: null },
      { path: 'commands', keys: null },
      { path: 'workflows', keys: null },
      { path: 'chrome', keys: null },
    ],
    commands: [
      ...SETTINGS_FILES.map((path) => ({ path, keys: SHELL_COMMANDS, form: 'shell' as const })),
      ...STATE_FILES.map((path) => ({
        path,
        keys: ['mcpServers.*.command', 'projects.*.mcpServers.*.command'],
        form: 'program' as const,
      })),
    ],
    addresses: SETTINGS_FILES.map((path) => ({ path, keys: ADDRESSES })),
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
  login: {
    args: ['auth', 'login'],
    terminal: true,
    steps: 'Claude Code prints an address: open it in a browser, sign in, and paste the code you get there here',
  },
};
