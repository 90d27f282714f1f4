package dev.fovea.core.wire;

/** Every code that an error on the wire may have; the schema lists the same ones in the same order. */
public enum ErrorCode {
  /** A frame too long, empty, or no JSON object in UTF-8. Ends the connection. */
  BAD_FRAME,
  /** The first frame was no hello. Ends the connection. */
  HELLO_REQUIRED,
  /** None of the client's versions is spoken here. Ends the connection. */
  WRONG_VERSION,
  /** Too many clients (ends the connection), or too many requests of one client. */
  BUSY,
  /** A field that is unknown, missing, of the wrong type or out of range. */
  INVALID_REQUEST,
  UNKNOWN_METHOD,
  CANCELLED,
  TIMEOUT,
  /** No accessibility connection now: a UiAutomation holds the device, or the service is not bound. */
  SUPPRESSED,
  /** This Android version, or this host, cannot do it. */
  UNSUPPORTED,
  /** The node's tree is no longer kept, or the node is gone from the screen. */
  STALE_NODE,
  /** The node is there, but shows something else than in the tree that was sent. */
  NODE_CHANGED,
  /** Nothing, or nothing editable, has the input focus. */
  NO_FOCUS,
  /** A touch of the user or another gesture ended it half-way. */
  GESTURE_CANCELLED,
  SCREENSHOT_FAILED,
  REPLY_TOO_LARGE,
  /** A defect of this companion. */
  INTERNAL
}
