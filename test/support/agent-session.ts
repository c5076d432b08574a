import { modelAgents } from '../../src/model/agents/index.ts';
import type { Person, RunResult } from './person.ts';
import type { Product } from './product.ts';
import { scriptedModel } from './scripted.ts';

export interface AgentRun extends RunResult {
  /** Bodies of the requests of the main conversation, as JSON texts, in order. */
  readonly requests: readonly string[];
}

/** One unattended turn of the real agent in a real session without network, its model played from the script. */
export async function runAgentSession(
  product: Product,
  person: Person,
  agent: string,
  steps: readonly unknown[],
  options: { readonly flags?: readonly string[]; readonly prompt?: string; readonly cwd?: string } = {},
): Promise<AgentRun> {
  const model = scriptedModel(product, person, { steps });
  const args = modelAgents.find(({ name }) => name === agent)?.promptArguments(options.prompt ?? 'go') ?? [];
  const result = await person.run(
    [
      process.execPath,
      product.hookedCli,
      ...['launch', agent, '-T', '--unattended', '--network', 'none'],
      ...(options.flags ?? []),
      '--',
      ...args,
    ],
    { env: model.env, ...(options.cwd === undefined ? {} : { cwd: options.cwd }) },
  );
  const conversation = /\/(responses|messages|completions)$/;
  const requests = model.requests().filter(({ path }) => conversation.test(path.split('?')[0] ?? ''));
  return { ...result, requests: requests.map(({ body }) => JSON.stringify(body)) };
}
