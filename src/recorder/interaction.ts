/** One action on a device, or an attempt at one. */
export interface Interaction {
  /** The time when it began, ISO 8601. */
  readonly timestamp: string;
  /** The tool that was called. */
  readonly tool: string;
  /** The action in the past tense; null if nothing was done. */
  readonly did: string | null;
  /** The result, for example `changed`; null if the call failed. */
  readonly verdict: string | null;
  /** The error; null if the call did not fail. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly durationMs: number;
}
