import type { Dialect, Reply } from './dialect.ts';
import { readTools } from './read-tools.ts';

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

/** OpenAI Responses, as codex reads it: only `output_item.done` and `completed` carry what it keeps. */
export const responses: Dialect = {
  name: 'responses',
  path: '/responses',
  read: (body) => ({
    model: typeof body['model'] === 'string' ? body['model'] : 'scripted',
    stream: body['stream'] === true,
    tools: readTools(body['tools']),
  }),
  whole: (reply) => ({ ...envelope(reply, 'completed'), output: items(reply), usage }),
  events: (reply) => {
    const output = items(reply);
    const list: { type: string; [key: string]: unknown }[] = [
      { type: 'response.created', response: { ...envelope(reply, 'in_progress'), output: [] } },
    ];
    output.forEach((item, index) => {
      list.push({ type: 'response.output_item.added', output_index: index, item: opening(item) });
      if (item.type === 'message') {
        const place = { item_id: item.id, output_index: index, content_index: 0 };
        list.push({ type: 'response.output_text.delta', ...place, delta: reply.text ?? '' });
        list.push({ type: 'response.output_text.done', ...place, text: reply.text ?? '' });
      }
      list.push({ type: 'response.output_item.done', output_index: index, item });
    });
    list.push({ type: 'response.completed', response: { ...envelope(reply, 'completed'), output, usage } });
    return list.map((data, number) => ({ event: data.type, data: { ...data, sequence_number: number } }));
  },
};

const envelope = ({ id, model, time }: Reply, status: string) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: time,
  status,
  model,
});

function items(reply: Reply) {
  const message = {
    type: 'message' as const,
    id: `msg_${reply.id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: reply.text, annotations: [] }],
  };
  const call = {
    type: 'function_call' as const,
    id: `fc_${reply.id}`,
    call_id: `call_${reply.id}`,
    name: reply.call?.tool,
    arguments: JSON.stringify(reply.call?.arguments),
    status: 'completed',
  };
  return [...(reply.text === null ? [] : [message]), ...(reply.call === null ? [] : [call])];
}

/** The item as it is announced, still empty. */
const opening = (item: ReturnType<typeof items>[number]) =>
  item.type === 'message'
    ? { ...item, status: 'in_progress', content: [] }
    : { ...item, status: 'in_progress', arguments: '' };
