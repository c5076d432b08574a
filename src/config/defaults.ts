/** The defaults of DESIGN's section 3, in one place. Configuration files, variables and flags are layered over these. */
export const defaults = {
  skills: 'rw',
  network: 'internet',
  readOnly: false,
  memory: { share: 0.5 },
  cpus: null,
  pids: 4096,
  homeSize: 2 * 1024 ** 3,
  imageBase: null,
  imageApt: [],
  imageRun: [],
  mount: [],
  env: [],
  unattended: false,
  cache: false,
  agentVersion: null,
  review: 'warn',
} as const;
