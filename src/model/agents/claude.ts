import type { ModelAgent } from './model-agent.ts';

/** Everything through the environment; the last variable keeps it from asking other servers. */
export const claude: ModelAgent = {
  name: 'claude',
  shellTool: {
    name: 'Bash',
    arguments: (command) => ({ command, description: 'Step of the scripted model' }),
  },
  connect: (argv, { url }) => ({
    argv,
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    files: {},
  }),
};
