import type { Agent } from './agent.ts';

/**
 * No agent: a shell, or any command, in the same container. With arguments the first one is the program and is executed
 * directly, without a shell in between.
 */
export const shell: Agent = {
  name: 'shell',
  displayName: 'Shell',
  install: null,
  command: '/bin/bash',
  config: null,
  credentialFiles: [],
  env: () => ({}),
  ownKeys: [],
  hosts: [],
  argv: ({ tty, args }) => (args.length > 0 ? args : tty ? ['/bin/bash', '-i'] : ['/bin/bash']),
  notes: () => [],
  logins: [],
  login: null,
};
