import { expect, test } from 'vitest';
import { findAgent } from '../../../src/agents/index.ts';
import { AppError } from '../../../src/errors.ts';

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'Codex', 'codex ', '../codex'])(
  'refuses %j',
  (name) => {
    let caught: unknown;
    try {
      findAgent(name);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(AppError);
    const error = caught as AppError;
    expect(error.code).toBe('UNKNOWN_AGENT');
    expect(error.exitCode).toBe(64);
    expect(error.hint).toBe('Known agents: codex, claude, pi, shell.');
  },
);
