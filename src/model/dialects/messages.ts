import type { Dialect, Reply, ServerEvent } from './dialect.ts';
import { readTools } from './read-tools.ts';

/** Anthropic Messages, as claude reads it: content blocks, a tool's input as JSON in one delta. */
export const messages: Dialect = {
  name: 'messages',
  path: '/messages',
  read: (body) => ({
    model: typeof body['model'] === 'string' ? body['model'] : 'scripted',
    stream: body['stream'] === true,
    tools: readTools(body['tools']),
  }),
  whole: (reply) => ({
    ...envelope(reply),
    content: blocks(reply),
    stop_reason: stopReason(reply),
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  events: (reply) => {
    const list: { type: string; [key: string]: unknown }[] = [
      {
        type: 'message_start',
        message: {
          ...envelope(reply),
          content: [],
          stop_reason: null,
          usage: { input_tokens: 1, output_tokens: 0 },
        },
      },
    ];
    blocks(reply).forEach((block, index) => {
      const [opening, delta] =
        block.type === 'text'
          ? [
              { ...block, text: '' },
              { type: 'text_delta', text: block.text },
            ]
          : [
              { ...block, input: {} },
              { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
            ];
      list.push({ type: 'content_block_start', index, content_block: opening });
      list.push({ type: 'content_block_delta', index, delta });
      list.push({ type: 'content_block_stop', index });
    });
    list.push({
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: 1 },
    });
    list.push({ type: 'message_stop' });
    return list.map((data): ServerEvent => ({ event: data.type, data }));
  },
};

const envelope = ({ id, model }: Reply) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
});

const stopReason = (reply: Reply): string => (reply.call === null ? 'end_turn' : 'tool_use');

const blocks = ({ id, text, call }: Reply) => [
  ...(text === null ? [] : [{ type: 'text' as const, text }]),
  ...(call === null ? [] : [{ type: 'tool_use' as const, id: `toolu_${id}`, name: call.tool, input: call.arguments }]),
];
