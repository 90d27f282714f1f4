import { FoveaError } from "../../base/errors.js";
import type { AnyTool, DataOutcome } from "../../tool-contract/tool.js";
import type { Fields } from "../fields.js";

/** A call for a phone on another host. */
export interface RemoteRequest {
  readonly tool: Pick<AnyTool, "name" | "kind" | "actsWith" | "deadlineMs">;
  readonly fields: Fields;
  /** The time limit that the program set; the tool's own if absent. */
  readonly deadlineMs?: number | undefined;
}

/**
 * Gives the outcome of the tool on the phone's host. Errors: those of the tool; LEASE_LOST; those of the connection to
 * the host.
 */
export type RemoteCalls = (request: RemoteRequest, signal: AbortSignal) => Promise<DataOutcome<unknown>>;

/** The error of a function that works only on the machine that has the phone. */
export function needsLocalPhone(what: string): FoveaError {
  return new FoveaError("FARM_UNUSABLE", `${what} is not there on a phone of a farm; nothing was done`, {
    hint: "Do it in a program on the phone's host, or on a phone of this host.",
  });
}
