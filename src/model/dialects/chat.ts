import type { Dialect, Reply } from './dialect.ts';
import { readTools } from './read-tools.ts';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** OpenAI Chat Completions, as pi reads it. */
export const chat: Dialect = {
  name: 'chat',
  path: '/chat/completions',
  read: (body) => ({
    model: typeof body['model'] === 'string' ? body['model'] : 'scripted',
    stream: body['stream'] === true,
    tools: readTools(body['tools']),
  }),
  whole: (reply) => ({
    ...envelope(reply, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.text, ...calls(reply) },
        finish_reason: finishReason(reply),
      },
    ],
    usage,
  }),
  events: (reply) => {
    const chunk = (delta: unknown, finish: string | null) => ({
      event: null,
      data: {
        ...envelope(reply, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish }],
      },
    });
    return [
      chunk({ role: 'assistant', content: reply.text ?? '' }, null),
      ...(reply.call === null ? [] : [chunk(calls(reply), null)]),
      chunk({}, finishReason(reply)),
      { event: null, data: { ...envelope(reply, 'chat.completion.chunk'), choices: [], usage } },
      { event: null, data: '[DONE]' },
    ];
  },
};

const envelope = ({ id, model, time }: Reply, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: time,
  model,
});

const finishReason = (reply: Reply): string => (reply.call === null ? 'stop' : 'tool_calls');

const calls = ({ id, call }: Reply) =>
  call === null
    ? {}
    : {
        tool_calls: [
          {
            index: 0,
            id: `call_${id}`,
            type: 'function',
            function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
          },
        ],
      };
