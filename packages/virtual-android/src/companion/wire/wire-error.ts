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

/** A failure as the protocol reports it. What the screen shows is never part of its message. */
export class WireError extends Error {
  readonly code: WireCode;
  /** Whether the device may have done something of what was asked; undefined: as far as the request had come. */
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
