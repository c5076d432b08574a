import type { ModelAgent } from './model-agent.ts';

/**
 * Pi takes a provider from `models.json` in its own directory, or from an extension named on the command line. The second
 * leaves the user's directory alone and always has this run's port.
 */
export const pi: ModelAgent = {
  name: 'pi',
  shellTool: { name: 'bash', arguments: (command) => ({ command }) },
  promptArguments: (prompt) => ['-p', prompt],
  connect: ([program = 'pi', ...rest], { url, directory }) => ({
    argv: [program, '-e', `${directory}/provider.js`, '--provider', 'scripted', '--model', 'scripted', ...rest],
    env: { PI_OFFLINE: '1' },
    files: { 'provider.js': extension(url) },
  }),
};

const extension = (url: string): string => {
  const provider = {
    name: 'scripted model',
    baseUrl: `${url}/v1`,
    apiKey: 'scripted',
    api: 'openai-completions',
    models: [
      {
        id: 'scripted',
        name: 'scripted',
        reasoning: false,
        input: ['text'],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 200_000,
        maxTokens: 8192,
      },
    ],
  };
  return `export default (pi) => pi.registerProvider('scripted', ${JSON.stringify(provider)});\n`;
};
