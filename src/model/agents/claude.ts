import type { ModelAgent } from './model-agent.ts';

/**
 * Everything through the environment; the last variable keeps it from asking other servers. A token, because the terminal
 * program asks whether a key (ANTHROPIC_API_KEY) is to be used.
 */
export const claude: ModelAgent = {
  name: 'claude',
  shellTool: {
    name: 'Bash',
    arguments: (command) => ({ command, description: 'Step of the scripted model' }),
  },
  promptArguments: (prompt) => ['-p', prompt],
  connect: (argv, { url }) => ({
    argv,
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    files: {},
  }),
};
