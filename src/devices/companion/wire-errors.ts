import { type ErrorCode, FoveaError } from "../../base/errors.js";
import type { WireFailure } from "./messages.js";
import type { WireError } from "./words.js";

const CODES: Readonly<Record<WireError, ErrorCode>> = {
  BAD_FRAME: "ON_DEVICE_PROTOCOL",
  HELLO_REQUIRED: "ON_DEVICE_PROTOCOL",
  WRONG_VERSION: "ON_DEVICE_VERSION",
  BUSY: "ON_DEVICE_BUSY",
  INVALID_REQUEST: "INVALID_ARGUMENT",
  UNKNOWN_METHOD: "ON_DEVICE_PROTOCOL",
  CANCELLED: "CANCELLED",
  TIMEOUT: "TIMEOUT",
  SUPPRESSED: "ON_DEVICE_SUPPRESSED",
  UNSUPPORTED: "UNSUPPORTED_ON_DEVICE",
  STALE_NODE: "REF_STALE",
  NODE_CHANGED: "REF_STALE",
  NO_FOCUS: "NO_TEXT_FIELD",
  GESTURE_CANCELLED: "GESTURE_CANCELLED",
  SCREENSHOT_FAILED: "SCREENSHOT_FAILED",
  REPLY_TOO_LARGE: "OUTPUT_TOO_LARGE",
  INTERNAL: "ON_DEVICE_FAILED",
};

/** The companion's failure as an error of Fovea; `what` names the request and the device. */
export function foveaError(failure: WireFailure, what: string, device: string): FoveaError {
  const { code, message, mayHaveHappened } = failure;
  return new FoveaError(CODES[code], `${what}: ${message} (${code})`, { device, mayHaveHappened });
}
