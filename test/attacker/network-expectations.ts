const route = 'the default bridge routes every IPv4 address';

/**
 * Network probe → why a session with `--network internet` gets through. That network is the engine's default bridge, which
 * filters nothing that leaves the container. A jail that closes one of these takes its line away.
 */
export const reachedThroughTheDefaultBridge: Readonly<Record<string, string>> = {
  'net-metadata': route,
  'net-metadata-alibaba': route,
  'net-metadata-volcano': route,
  'net-metadata-azure': route,
  'net-desktop-engine': route,
  'net-lan-a': route,
  'net-lan-b': route,
  'net-lan-c': route,
  'net-public': route,
  'net-resolver': 'names are looked up at the host’s own name servers',
  'net-gateway-listener': 'what the host serves on the bridge is open to its containers',
  'net-peer': 'containers of the default bridge reach each other',
  'net-interface': 'the session has an interface on the bridge',
  'net-neighbours': 'the gateway is a neighbour',
  'net-published': 'a session can listen there; the host and other sessions reach it',
};

/** Network probe → what decides it on a given machine. Either outcome is fine, and printed. */
export const decidedByTheHost: Readonly<Record<string, string>> = {
  'net-gateway-ssh': 'whether the host serves SSH on every address',
  'net-gateway-engine': 'whether the host’s engine listens on TCP, which Docker advises against',
  'net-metadata-ipv6': 'whether the bridge has IPv6',
  'net-public-ipv6': 'whether the bridge has IPv6',
};
