import type { ConfigAddress } from '../../battery/config-facts.ts';
import type { Agent } from '../agents/agent.ts';
import { isListed } from './is-listed.ts';
import { keyName, matches } from './select-keys.ts';

/** Where a settings file sends the agent's requests, without what logs in there. Pure. */
export function findAddresses(
  value: unknown,
  { addresses }: Pick<NonNullable<Agent['config']>, 'addresses'>,
  file: string,
): readonly ConfigAddress[] {
  const keys = addresses.filter(({ path }) => isListed(path, file)).flatMap((one) => one.keys);
  return keys
    .flatMap((key) => matches(value, key))
    .filter((leaf) => typeof leaf.value === 'string' && leaf.value !== '')
    .map((leaf) => ({ file, key: keyName(leaf.path), ...readAddress(String(leaf.value)) }));
}

function readAddress(text: string): Pick<ConfigAddress, 'address' | 'host'> {
  // Proxies may be given without a scheme.
  const url = parseUrl(text) ?? parseUrl(`http://${text}`);
  if (url === null) return { address: '(no URL)', host: null };
  const path = url.pathname === '/' ? '' : url.pathname;
  return { address: `${url.protocol}//${url.host}${path}`, host: url.hostname };
}

function parseUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.hostname === '' ? null : url;
  } catch {
    return null;
  }
}
