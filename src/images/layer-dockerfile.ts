import type { ImageLayer } from '../plan/launch-options.ts';

/** Registry and certificates of the host, for the programs a script runs; not kept in the image's environment. */
const NETWORK = `if [ -n "\${NPM_REGISTRY:-}" ]; then export npm_config_registry="$NPM_REGISTRY"; fi
if [ -s /etc/ssl/certs/ca-certificates.crt ]; then export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt; fi
`;

/**
 * Dockerfile of the user's own layer. Scripts are given as JSON, so that nothing in them is Dockerfile syntax; each ends at
 * its first failing command. Nobody becomes anybody else afterwards either: set-uid bits of new packages go.
 */
export function layerDockerfile({ apt, run }: ImageLayer): string {
  const scripts = [
    ...(apt.length === 0 ? [] : [install(apt)]),
    ...run.map((script) => `${NETWORK}${script}`),
    'find / -xdev -perm /6000 ! -type l -exec chmod ug-s {} +',
  ];
  return ['ARG BASE', 'FROM ${BASE}', 'USER 0', 'ARG NPM_REGISTRY', ...scripts.map(instruction), ''].join('\n');
}

function install(packages: readonly string[]): string {
  return [
    'export DEBIAN_FRONTEND=noninteractive',
    'apt-get update',
    `apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    'rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb',
  ].join('\n');
}

function instruction(script: string): string {
  return `RUN ${JSON.stringify(['/bin/sh', '-e', '-c', script])}`;
}
