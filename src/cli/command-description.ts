/** What help, completion and sentences in a shell say of one command. */
export interface CommandDescription {
  /** What follows its name. */
  readonly words: string;
  readonly about: string;
  /** One way to call it, as typed in a shell. */
  readonly example: string;
  /** The tools that it runs: what sentences about tools say in a shell. None if absent. */
  readonly tools?: readonly string[];
}
