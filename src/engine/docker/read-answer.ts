import { engineFailed } from './translate-error.ts';

/** Reads an answer of the engine; one of another shape is the engine's failure (ENGINE_FAILED), not a bug of ours. */
export function readAnswer<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw engineFailed('its answer has an unexpected shape', what, error);
  }
}
