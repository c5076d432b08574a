import type { Agent } from './agent.ts';

/** Pi. It has no permission prompts at all, so `--unattended` changes nothing but is said. */
export const pi: Agent = {
  name: 'pi',
  displayName: 'Pi',
  install: { npmPackage: '@earendil-works/pi-coding-agent', version: '1.6.0', node: '22.19.0', allowScripts: [] },
  command: 'pi',
  config: { dir: '.pi', ownSkills: '.pi/agent/skills', masks: ['agent/bin'], managed: null },
  credentialFiles: [],
  env: (home) => ({ PI_CODING_AGENT_DIR: `${home}/.pi/agent`, PI_SKIP_VERSION_CHECK: '1' }),
  // `pi --help` lists one key per provider; these are the providers most people have an account with.
  ownKeys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
  hosts: ['pi.dev', 'api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com', 'openrouter.ai'],
  argv: ({ args }) => ['pi', ...args],
  notes: () => ['pi never asks before running a command'],
  loginFiles: ['agent/auth.json'],
};
