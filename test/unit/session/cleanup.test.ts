import { describe, expect, it } from 'vitest';
import { Cleanup } from '../../../src/session/cleanup.ts';

describe('Cleanup', () => {
  it('unwinds in reverse, goes on after a failure, and only once', async () => {
    const done: string[] = [];
    const failed: string[] = [];
    const cleanup = new Cleanup((what) => failed.push(what));
    cleanup.push('first', () => void done.push('first'));
    cleanup.push('second', () => {
      throw new Error('no');
    });
    cleanup.push('third', async () => {
      await Promise.resolve();
      done.push('third');
    });
    cleanup.pushFirst('last of all', () => void done.push('last of all'));
    await Promise.all([cleanup.unwind(), cleanup.unwind()]);
    expect(done).toEqual(['third', 'first', 'last of all']);
    expect(failed).toEqual(['second']);
  });

  it('what is pushed after the unwinding has begun is undone at once', async () => {
    const done: string[] = [];
    const cleanup = new Cleanup(() => undefined);
    cleanup.push('first', () => void done.push('first'));
    await cleanup.unwind();
    cleanup.push('late', () => void done.push('late'));
    await cleanup.unwind();
    expect(done).toEqual(['first', 'late']);
  });
});
