import type { Agent } from './agent.ts';

const BYPASS = '--dangerously-bypass-approvals-and-sandbox';

/**
 * OpenAI Codex. Both `-c` overrides are accepted before every subcommand (`exec`, `login`, `debug`, `--version` …), so
 * they can always be passed. The bypass flag may be given only once, hence it is left out when the user gives it.
 */
export const codex: Agent = {
  name: 'codex',
  displayName: 'Codex',
  install: { npmPackage: '@openai/codex', version: '0.171.0', node: '16.0.0', allowScripts: [] },
  command: 'codex',
  config: {
    dir: '.codex',
    ownSkills: '.codex/skills',
    masks: ['packages', 'tmp', 'shell_snapshots', 'app-server-control'],
    managed: 'codex',
    executables: [
      {
        path: 'config.toml',
        keys: [
          'mcp_servers',
          'notify',
          'hooks',
          'plugins',
          'marketplaces',
          'model_providers',
          'shell_environment_policy',
          'sandbox_mode',
          'approval_policy',
          'projects',
          'profiles',
          'openai_base_url',
          'chatgpt_base_url',
        ],
      },
      { path: 'hooks.json', keys: ['*'] },
      // Read as variables of its own process.
      { path: '.env', keys: null },
      { path: 'hooks', keys: null },
      { path: 'plugins', keys: null },
      { path: 'skills', keys: null },
      { path: 'rules', keys: null },
      { path: 'automations', keys: null },
      { path: '.tmp', keys: null },
    ],
    commands: [
      { path: 'config.toml', keys: ['mcp_servers.*.command'], form: 'program' },
      { path: 'config.toml', keys: ['notify', 'profiles.*.notify'], form: 'argv' },
      { path: 'config.toml', keys: ['hooks.*.*.hooks.*.command'], form: 'shell' },
      { path: 'hooks.json', keys: ['hooks.*.*.hooks.*.command'], form: 'shell' },
    ],
    addresses: [
      {
        path: 'config.toml',
        keys: [
          'model_providers.*.base_url',
          'openai_base_url',
          'chatgpt_base_url',
          'profiles.*.openai_base_url',
          'profiles.*.chatgpt_base_url',
          'otel.exporter.*.endpoint',
        ],
      },
    ],
    seed: null,
  },
  credentialFiles: [],
  env: (home) => ({ CODEX_HOME: `${home}/.codex` }),
  ownKeys: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'],
  hosts: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
  argv: ({ unattended, args }) => [
    'codex',
    '-c',
    'sandbox_mode="danger-full-access"',
    '-c',
    'check_for_update_on_startup=false',
    ...(unattended && !args.includes(BYPASS) ? [BYPASS] : []),
    ...args,
  ],
  notes: ({ unattended }) => [
    "codex's own inner sandbox is off: it cannot start in a container, and the container takes its place",
    ...(unattended ? ['codex runs unattended: it will not ask before running a command'] : []),
  ],
  logins: [{ file: 'auth.json', keys: null }],
};
