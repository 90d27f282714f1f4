import type { ErrorCode } from "../../base/errors.js";
import { lookUp } from "../../base/word-table.js";

/** The only line that the shell host prints. */
export type HostLine =
  | { readonly kind: "ready" | "running"; readonly socket: string; readonly epoch: string }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string }
  /** The program is not a shell host, or has another version. */
  | { readonly kind: "other"; readonly text: string };

/** The error codes for the host's failures. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  UIAUTOMATION_BUSY: "UIAUTOMATION_BUSY",
  SOCKET: "ON_DEVICE_UNTRUSTED",
  UNSUPPORTED: "UNSUPPORTED_ON_DEVICE",
  INTERNAL: "ON_DEVICE_FAILED",
};

/** Reads `READY SOCKET EPOCH`, `RUNNING SOCKET EPOCH` and `FAILED CODE MESSAGE`. */
export function parseHostLine(text: string): HostLine {
  const [, word, socket, epoch] = /^(READY|RUNNING) (\S+) ([0-9a-f]{16})$/.exec(text) ?? [];
  if (socket !== undefined && epoch !== undefined)
    return { kind: word === "READY" ? "ready" : "running", socket, epoch };
  const [, name = "", message = ""] = /^FAILED ([A-Z_]+) (.*)$/.exec(text) ?? [];
  const code = lookUp(CODES, name);
  return code === undefined ? { kind: "other", text } : { kind: "failed", code, message };
}
