import type { SessionFacts } from './check.ts';

/**
 * One of the session's namespaces against the launcher's. Numbers of two kernels cannot be compared: then `known` is false
 * and only what a check sees otherwise counts.
 */
export function compareNamespace(
  name: 'pid' | 'ipc' | 'uts' | 'net',
  { attestation, hostBootId, hostNamespaces }: SessionFacts,
): { readonly known: boolean; readonly problems: string[] } {
  const inside = attestation.namespaces[name];
  const outside = hostNamespaces[name];
  const problems: string[] = [];
  if (inside === undefined || !new RegExp(`^${name}:\\[\\d+\\]$`).test(inside))
    problems.push(`its ${name} namespace is ${inside === undefined || inside === '' ? 'not reported' : inside}`);
  const known = attestation.bootId === hostBootId && outside !== undefined;
  if (known && inside === outside) problems.push(`the ${name} namespace is the launcher’s own, ${inside}`);
  return { known, problems };
}
