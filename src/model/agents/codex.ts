import type { ModelAgent } from './model-agent.ts';

/** A provider given by `-c` overrides before any subcommand; one the user gives later wins. Retries off: nothing is lost. */
export const codex: ModelAgent = {
  name: 'codex',
  shellTool: { name: 'exec_command', arguments: (command) => ({ cmd: command }) },
  promptArguments: (prompt) => ['exec', '--skip-git-repo-check', prompt],
  connect: ([program = 'codex', ...rest], { url }) => {
    const provider = [
      'name="scripted model"',
      `base_url=${JSON.stringify(`${url}/v1`)}`,
      'env_key="SANDBOX_MODEL_KEY"',
      'wire_api="responses"',
      'request_max_retries=0',
      'stream_max_retries=0',
    ];
    return {
      argv: [
        program,
        ...['-c', 'model_provider="scripted"'],
        ...['-c', `model_providers.scripted={${provider.join(',')}}`],
        ...['-c', 'model="scripted"'],
        // Without network, codex would wait five seconds at its end for its analytics to be delivered.
        ...['-c', 'analytics.enabled=false'],
        ...rest,
      ],
      env: { SANDBOX_MODEL_KEY: 'scripted' },
      files: {},
    };
  },
};
