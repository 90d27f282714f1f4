import type { Caller } from "../session/caller.js";

/** Answers calls for phones on other hosts. */
export interface RemoteCalls {
  /** The result in the form of the protocol; null for a call that this process answers. */
  answer(call: RemoteCall, signal: AbortSignal): Promise<Record<string, unknown> | null>;
}

export interface RemoteCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}
