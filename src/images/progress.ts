/** Where a build tells people how far it is. All texts may hold untrusted bytes: whoever prints them escapes them. */
export interface BuildProgress {
  /** Something that takes a while begins. */
  step(text: string): void;
  /** A line of a tool's output. */
  line(text: string): void;
  /** It is done. */
  done(text: string): void;
}
