/** The defaults of DESIGN's section 3, in one place. Configuration files and variables will be layered over these. */
export const defaults = {
  skills: 'rw',
  network: 'internet',
  memory: { share: 0.5 },
  cpus: null,
  pids: 4096,
  homeSize: 2 * 1024 ** 3,
} as const;
