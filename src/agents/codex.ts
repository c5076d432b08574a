import type { Agent } from './agent.ts';

const BYPASS = '--dangerously-bypass-approvals-and-sandbox';

/** Its settings, and its profiles: `codex -p work` reads `work.config.toml`. */
const SETTINGS_FILES = ['config.toml', '*.config.toml'];
/** Settings that only say how it looks and which model answers. Every other one is compared: new versions bring new ones. */
const HARMLESS = (
  'model model_reasoning_effort model_reasoning_summary model_verbosity model_supports_reasoning_summaries personality ' +
  'service_tier review_model plan_mode_reasoning_effort notice tui hide_agent_reasoning show_raw_agent_reasoning ' +
  'file_opener history check_for_update_on_startup disable_paste_burst'
).split(' ');
/** Of the system skills that the pinned version writes at its first start. A test with the real agent compares. */
const SYSTEM_SKILLS = '1ad4096182b48cb89583a40c278e9933bf601700a4250112fe67801215ec4426';

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
      ...SETTINGS_FILES.map((path) => ({ path, keys: ['*'], harmless: HARMLESS })),
      // Programs it starts to work in, without asking.
      { path: 'environments.toml', keys: ['*'] },
      { path: 'hooks.json', keys: ['*'] },
      // Read as variables of its own process.
      { path: '.env', keys: null },
      { path: 'hooks', keys: null },
      { path: 'plugins', keys: null },
      { path: 'skills', keys: null, made: { path: 'skills/.system', digest: SYSTEM_SKILLS } },
      { path: 'rules', keys: null },
      { path: 'automations', keys: null },
      { path: '.tmp', keys: null },
      { path: 'agents', keys: null },
      // Instructions, which the agent on the host obeys too.
      { path: 'AGENTS.md', keys: null },
      { path: 'AGENTS.override.md', keys: null },
      { path: 'prompts', keys: null },
    ],
    commands: [
      ...SETTINGS_FILES.flatMap((path) => [
        { path, keys: ['mcp_servers.*.command', 'js_repl_node_path'], form: 'program' as const },
        { path, keys: ['notify', 'profiles.*.notify'], form: 'argv' as const },
        { path, keys: ['hooks.*.*.hooks.*.command'], form: 'shell' as const },
      ]),
      { path: 'environments.toml', keys: ['environments.*.program'], form: 'program' },
      { path: 'hooks.json', keys: ['hooks.*.*.hooks.*.command'], form: 'shell' },
    ],
    addresses: SETTINGS_FILES.map((path) => ({
      path,
      keys: [
        'model_providers.*.base_url',
        'openai_base_url',
        'chatgpt_base_url',
        'profiles.*.openai_base_url',
        'profiles.*.chatgpt_base_url',
        'otel.exporter.*.endpoint',
      ],
    })),
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
  login: {
    args: ['login', '--device-auth'],
    terminal: false,
    steps: 'Codex prints an address and a code: open the address in a browser and enter the code there',
  },
};
