import { readFileSync, statSync } from 'node:fs';
import { uniteCertificates } from './certificates.ts';

/** Bytes; a bundle of all public authorities has 0.3 MB. */
const MAX_BUNDLE = 4 * 1024 * 1024;
/** The machine's own trust stores, of Debian's and of Fedora's family. */
const systemBundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'];

/**
 * The authorities this machine trusts, PEM: what SSL_CERT_FILE and NODE_EXTRA_CA_CERTS name, and the machine's own store. A
 * build needs them to fetch, and its image trusts them. They are no part of an image's digest: otherwise the same launch under
 * another environment (sudo, cron) would want another image.
 */
export function readCertificates(
  env: Readonly<Record<string, string | undefined>>,
  stores: readonly string[] = systemBundles,
): string {
  const paths = new Set([env['SSL_CERT_FILE'], env['NODE_EXTRA_CA_CERTS'], ...stores]);
  const texts: string[] = [];
  for (const path of paths) {
    if (path === undefined || !path.startsWith('/')) continue;
    try {
      if (statSync(path).isFile() && statSync(path).size <= MAX_BUNDLE) texts.push(readFileSync(path, 'utf8'));
    } catch {
      // A variable that names no readable file is the business of the programs it is meant for.
      continue;
    }
  }
  return uniteCertificates(texts);
}
