import { statSync } from 'node:fs';

/** Programs of every kind look at these for authorities beyond their own. */
const variables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
const MAX_BUNDLE = 4 * 1024 * 1024;

/** Which certificate files the environment names: variable → path. What is no readable file is left out. */
export function findCertificates(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap((name) => {
      const path = env[name];
      return path !== undefined && path.startsWith('/') && isBundle(path) ? [[name, path]] : [];
    }),
  );
}

function isBundle(path: string): boolean {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_BUNDLE;
  } catch {
    return false;
  }
}
