export type WireCode =
  | "BAD_FRAME"
  | "HELLO_REQUIRED"
  | "WRONG_VERSION"
  | "BUSY"
  | "INVALID_REQUEST"
  | "UNKNOWN_METHOD"
  | "CANCELLED"
  | "TIMEOUT"
  | "SUPPRESSED"
  | "UNSUPPORTED"
  | "STALE_NODE"
  | "NODE_CHANGED"
  | "NO_FOCUS"
  | "GESTURE_CANCELLED"
  | "SCREENSHOT_FAILED"
  | "REPLY_TOO_LARGE"
  | "INTERNAL";

/** A failure as the protocol reports it. Its message never contains text of the screen. */
export class WireError extends Error {
  readonly code: WireCode;
  /** Whether the request may have had an effect on the device; undefined: this follows from the request's progress. */
  readonly mayHaveHappened: boolean | undefined;
  readonly versions: readonly number[] | undefined;

  constructor(
    code: WireCode,
    message: string,
    more: { readonly mayHaveHappened?: boolean; readonly versions?: readonly number[] } = {},
  ) {
    super(message);
    this.name = "WireError";
    this.code = code;
    this.mayHaveHappened = more.mayHaveHappened;
    this.versions = more.versions;
  }
}
