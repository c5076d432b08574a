/** What one agent's own configuration directory looks like on the host: gathered by src/own-config, judged by checks 60–67. */
export interface ConfigFacts {
  /** Name of the agent. */
  readonly agent: string;
  /** Absolute path of the directory as the user knows it. */
  readonly directory: string;
}
