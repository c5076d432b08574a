/** Labels of our images. Images built on one of them inherit its labels: a label alone never identifies an image. */
export const imageLabels = {
  /** `root`, `base`, `user`, `agent`, or `stage` for what builder stages leave behind. */
  kind: 'dev.sandbox.image',
  /** Content digest, 16 hex digits: the same as in the tag. A tag alone is not trusted. */
  digest: 'dev.sandbox.digest',
  agent: 'dev.sandbox.agent',
  version: 'dev.sandbox.agent-version',
  /** Id of the image it was built on. */
  parent: 'dev.sandbox.parent',
  /** On what builder stages leave behind: digest of the image they were for. */
  stage: 'dev.sandbox.stage',
} as const;
