/** What the scripted model must know of one agent. Facts and their sources: docs/agents.md. */
export interface ModelAgent {
  /** Base name of its executable. */
  readonly name: string;
  /** Its tool that runs a shell command, and the arguments that tool takes. */
  readonly shellTool: {
    readonly name: string;
    arguments(command: string): Readonly<Record<string, unknown>>;
  };
  /** Its arguments for one prompt without a terminal, as in `sandbox demo`. */
  promptArguments(prompt: string): readonly string[];
  /** The command line and the variables with which it talks to the model and to nobody else. */
  connect(argv: readonly string[], context: ConnectContext): Connection;
}

interface ConnectContext {
  /** Of the server, without a trailing slash or path: `http://127.0.0.1:4711`. */
  readonly url: string;
  /** A private directory that lives as long as the agent runs, for an agent that takes its settings from a file. */
  readonly directory: string;
}

interface Connection {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files to write before it starts: path below `directory` → content. */
  readonly files: Readonly<Record<string, string>>;
}
