import { describe, expect, it } from 'vitest';
import type { AnyProbe, DoctorContext } from '../../../src/doctor/probe.ts';
import { runProbes } from '../../../src/doctor/run.ts';
import { AppError } from '../../../src/errors.ts';

const context = {} as DoctorContext;
const made = (look: AnyProbe['look']): AnyProbe => ({ id: 'x', title: 'X', why: 'because', mend: 'do it', look });
const one = async (look: AnyProbe['look']) => (await runProbes([made(look)], context, 50))[0];

describe('runProbes', () => {
  it('has nothing to mend where all is well', async () => {
    expect(await one(async () => ({ state: 'ok', found: 'fine' }))).toEqual({
      id: 'x',
      title: 'X',
      state: 'ok',
      found: 'fine',
      why: 'because',
      mend: null,
    });
  });
  it('does not wait for ever', async () => {
    expect(await one(() => new Promise(() => undefined))).toMatchObject({ state: 'not-available', mend: 'do it' });
  });
  it('says not available, never ok, of what could not be looked at', async () => {
    expect(await one(() => Promise.reject(new Error('EIO')))).toMatchObject({
      state: 'not-available',
      found: 'could not look: EIO',
    });
    expect(await one(() => Promise.reject(new AppError('ENGINE_NOT_RUNNING', 'm', 'h')))).toMatchObject({
      state: 'not-available',
      found: 'the engine was not asked (ENGINE_NOT_RUNNING)',
    });
  });
});
