/** The different certificates of PEM texts, in order, normalised to 64 columns; everything else is left out. Empty: none. */
export function uniteCertificates(texts: readonly string[]): string {
  const bodies = new Set<string>();
  for (const text of texts) {
    for (const match of text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)) {
      bodies.add((match[1] ?? '').replace(/\s+/g, ''));
    }
  }
  return [...bodies].map(pem).join('');
}

function pem(body: string): string {
  const lines = body.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
