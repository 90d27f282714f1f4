import { FoveaError } from "../../base/errors.js";
import type { AnyTool, DataOutcome } from "../../tool-contract/tool.js";
import type { Fields } from "../fields.js";

/** A call for a phone that is elsewhere. */
export interface RemoteRequest {
  readonly tool: Pick<AnyTool, "name" | "kind" | "actsWith" | "deadlineMs">;
  readonly fields: Fields;
  /** What the program allows it; what the tool has, if absent. */
  readonly deadlineMs?: number | undefined;
}

/** Gives what the tool gave there. Errors: those of the tool; LEASE_LOST; those of the way. */
export type RemoteCalls = (request: RemoteRequest, signal: AbortSignal) => Promise<DataOutcome<unknown>>;

/** The error for a function that needs the phone on the machine of the program. */
export function notThere(what: string): FoveaError {
  return new FoveaError("FARM_UNUSABLE", `${what} is not there on a phone of a farm; nothing was done`, {
    hint: "Do it in a program on the phone's host, or on a phone of this host.",
  });
}
