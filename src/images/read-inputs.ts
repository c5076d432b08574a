import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { uniteCertificates } from './certificates.ts';
import type { ImageInputs } from './chain.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Bytes; a bundle of all public authorities has 0.3 MB. */
const MAX_BUNDLE = 4 * 1024 * 1024;

/** Reads what images are made of: our own files, and the certificates the host's environment names. */
export function readImageInputs(programDir: string, env: Env): ImageInputs {
  return {
    base: readFolder(join(programDir, 'images', 'base')),
    agent: readFolder(join(programDir, 'images', 'agent')),
    certificates: readCertificates(env),
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

/** A variable that names no readable file is the business of the programs it is meant for. */
function readCertificates(env: Env): string {
  const paths = new Set([env['SSL_CERT_FILE'], env['NODE_EXTRA_CA_CERTS']]);
  const texts: string[] = [];
  for (const path of paths) {
    if (path === undefined || !path.startsWith('/')) continue;
    try {
      if (statSync(path).isFile() && statSync(path).size <= MAX_BUNDLE) texts.push(readFileSync(path, 'utf8'));
    } catch {
      continue;
    }
  }
  return uniteCertificates(texts);
}
