/** One thing that was done to a device, or was to be done. */
export interface Interaction {
  /** When it began, ISO 8601. */
  readonly timestamp: string;
  /** The tool that was called. */
  readonly tool: string;
  /** In the past tense; null if nothing was done. */
  readonly did: string | null;
  /** The result, for example `changed`; null if the call failed. */
  readonly verdict: string | null;
  /** Null if the call did not fail. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly durationMs: number;
}
