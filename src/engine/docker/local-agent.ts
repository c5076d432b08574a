import { Agent } from 'node:http';
import type { AgentOptions } from 'node:http';

/**
 * Node's own settings for connections that are kept, and an empty server name, which a local socket has: without one Node
 * works out whether the host is an address, and compiles its pattern of IPv6 for that, which takes 5 ms.
 */
export const localAgent = new Agent({ keepAlive: true, timeout: 5000, servername: '' } as AgentOptions);
