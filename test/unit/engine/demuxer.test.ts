import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Demuxer } from '../../../src/engine/docker/demuxer.ts';
import { collect } from '../../support/collect.ts';

const frame = (stream: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([stream, 0, 0, 0, 0, 0, 0, Buffer.byteLength(text)]), Buffer.from(text)]);

async function demux(chunks: readonly Buffer[]): Promise<[string, string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const demuxer = new Demuxer(stdout, stderr);
  demuxer.once('finish', () => [stdout, stderr].forEach((stream) => stream.end()));
  const read = Promise.all([collect(stdout), collect(stderr)]);
  for (const chunk of chunks) demuxer.write(chunk);
  demuxer.end();
  return read;
}

const whole = Buffer.concat([frame(1, 'a'), frame(2, 'B'), frame(1, ''), frame(0, 'c'), frame(2, 'DÄ')]);

test('frames in one piece', async () => {
  expect(await demux([whole])).toEqual(['ac', 'BDÄ']);
});

test('frames cut at every possible place', async () => {
  for (let at = 0; at <= whole.length; at += 1) {
    expect(await demux([whole.subarray(0, at), whole.subarray(at)])).toEqual(['ac', 'BDÄ']);
  }
  expect(await demux([...whole].map((byte) => Buffer.from([byte])))).toEqual(['ac', 'BDÄ']);
});

test('a full reader is waited for', async () => {
  const [stdout, stderr] = [new PassThrough({ highWaterMark: 10 }), new PassThrough()];
  const demuxer = new Demuxer(stdout, stderr);
  let taken = 0;
  for (let index = 0; index < 5; index += 1) demuxer.write(frame(1, 'x'.repeat(100)), () => (taken += 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(taken).toBe(0);
  stdout.resume();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(taken).toBe(5);
});

test('a stream that is none is an error', async () => {
  const demuxer = new Demuxer(new PassThrough(), new PassThrough());
  const error = new Promise((resolve) => demuxer.once('error', resolve));
  demuxer.write(Buffer.from('HTTP/1.1 '));
  expect(String(await error)).toContain('unknown stream');
});
