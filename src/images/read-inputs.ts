import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import type { ImageInputs } from './chain.ts';

/** Reads what images are made of: our own files. */
export function readImageInputs(programDir: string): ImageInputs {
  return {
    base: readFolder(join(programDir, 'images', 'base')),
    agent: readFolder(join(programDir, 'images', 'agent')),
  };
}

function readFolder(path: string): Record<string, string> {
  try {
    return Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]));
  } catch (cause) {
    throw new AppError(
      'IMAGE_BASE_MISSING',
      `The image files of this program are missing: ${path}`,
      'Install it again',
      {
        cause,
      },
    );
  }
}
