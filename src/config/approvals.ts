import type { Approvals } from '../judge/approvals.ts';

/** What the user's configuration approves. Until configuration files are read, nothing. */
export const approvals: Approvals = { links: [], ancestors: [] };
