/** The words about one command for help, completion and hints in a shell. */
export interface CommandDescription {
  /** The arguments after its name. */
  readonly words: string;
  readonly about: string;
  /** One way to call it, as typed in a shell. */
  readonly example: string;
  /** The tools that it runs: hints that name these tools are translated to this command. None if absent. */
  readonly tools?: readonly string[];
}
