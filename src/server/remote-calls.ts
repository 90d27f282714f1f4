import type { Caller } from "../session/caller.js";

/** Who answers calls for phones that are elsewhere. */
export interface RemoteCalls {
  /** The result as the protocol has it; null for a call that is answered here. */
  answer(call: RemoteCall, signal: AbortSignal): Promise<Record<string, unknown> | null>;
}

export interface RemoteCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}
