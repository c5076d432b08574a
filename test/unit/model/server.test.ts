import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlayer } from '../../../src/model/player.ts';
import { createRecorder } from '../../../src/model/recorder.ts';
import type { ModelServer } from '../../../src/model/server.ts';
import { startModelServer } from '../../../src/model/server.ts';

let directory: string;
let server: ModelServer;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'model-server-'));
  const player = createPlayer({
    steps: [
      { kind: 'answer', text: 'first', command: 'ls "$HOME"' },
      { kind: 'answer', text: 'last', command: null },
    ],
    repeat: false,
    end: 'over',
  });
  const record = createRecorder(join(directory, 'record'));
  server = await startModelServer({ host: '127.0.0.1', port: 0, player, record });
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(server.url + path, { method: 'POST', body: JSON.stringify(body) });

/** The `data:` of every event. */
async function events(path: string, body: Record<string, unknown>): Promise<unknown[]> {
  const response = await post(path, { ...body, stream: true });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => (line === 'data: [DONE]' ? 'done' : (JSON.parse(line.slice(6)) as unknown)));
}

const types = (list: unknown[]): unknown[] => list.map((event) => (event as { type: unknown }).type);

describe('OpenAI Responses', () => {
  const body = { model: 'm', tools: [{ type: 'function', name: 'exec_command' }] };
  test('streams a tool call, then the closing text', async () => {
    const first = await events('/v1/responses', body);
    expect(types(first)).toEqual([
      'response.created',
      'response.output_item.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(first.at(-2)).toMatchObject({ item: { name: 'exec_command', arguments: '{"cmd":"ls \\"$HOME\\""}' } });
    expect((await events('/v1/responses', body)).at(-2)).toMatchObject({ item: { content: [{ text: 'last' }] } });
    expect((await events('/v1/responses', body)).at(-2)).toMatchObject({ item: { content: [{ text: 'over' }] } });
  });
  test('whole', async () => {
    const whole = (await (await post('/v1/responses', body)).json()) as unknown;
    expect(whole).toMatchObject({
      status: 'completed',
      output: [{ type: 'message' }, { type: 'function_call', name: 'exec_command' }],
    });
  });
});

describe('Anthropic Messages', () => {
  const body = { model: 'm', tools: [{ name: 'Agent' }, { name: 'Bash' }] };
  test('streams', async () => {
    const first = await events('/v1/messages', body);
    expect(types(first)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const delta = (first[5] as { delta: { partial_json: string } }).delta.partial_json;
    expect(JSON.parse(delta)).toMatchObject({ command: 'ls "$HOME"' });
    expect(first[7]).toMatchObject({ delta: { stop_reason: 'tool_use' } });
    expect((await events('/v1/messages', body)).at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' } });
  });
  test('whole', async () => {
    const whole = (await (await post('/v1/messages', body)).json()) as unknown;
    expect(whole).toMatchObject({
      role: 'assistant',
      stop_reason: 'tool_use',
      content: [{ text: 'first' }, { name: 'Bash' }],
    });
  });
});

describe('OpenAI Chat Completions', () => {
  const body = { model: 'm', tools: [{ type: 'function', function: { name: 'bash' } }] };
  test('streams', async () => {
    const first = await events('/v1/chat/completions', body);
    expect(first[1]).toMatchObject({ choices: [{ delta: { tool_calls: [{ function: { name: 'bash' } }] } }] });
    expect(first[2]).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(first.at(-1)).toBe('done');
    expect((await events('/v1/chat/completions', body))[1]).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  });
  test('whole', async () => {
    const whole = (await (await post('/v1/chat/completions', body)).json()) as unknown;
    expect(whole).toMatchObject({ choices: [{ message: { content: 'first' }, finish_reason: 'tool_calls' }] });
  });
});

test('a request without a shell tool does not consume a step', async () => {
  await post('/v1/messages', { model: 'small', messages: [] });
  await post('/v1/messages', { model: 'small', tools: [{ name: 'set_title' }] });
  const next = (await (await post('/v1/messages', { tools: [{ name: 'Bash' }] })).json()) as unknown;
  expect(next).toMatchObject({ content: [{ text: 'first' }, {}] });
});

test('everything else is answered harmlessly', async () => {
  expect(await (await fetch(`${server.url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'scripted' }] });
  expect(await (await post('/v1/messages/count_tokens?beta=true', {})).json()).toEqual({ input_tokens: 1 });
  expect((await post('/api/event_logging/batch', [])).status).toBe(200);
  expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${server.url}/api/else`)).status).toBe(404);
  expect((await fetch(`${server.url}/v1/responses`, { method: 'POST', body: 'not json' })).status).toBe(200);
});

test('every request is recorded before it is answered, in a private file', async () => {
  await post('/v1/responses?x=1', { a: 'ü' });
  await fetch(`${server.url}/v1/models`);
  const file = join(directory, 'record');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { method: 'POST', path: '/v1/responses', body: { a: 'ü' } },
    { method: 'GET', path: '/v1/models', body: '' },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
