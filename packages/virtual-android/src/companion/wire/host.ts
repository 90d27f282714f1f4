import type { EventRing } from "../event-ring.js";
import type { Capability, Field, Flag } from "../vocabulary.js";
import type { Method, ParamsOf } from "./requests.js";

/** A running request. */
export interface Call {
  /** The version of the protocol that was agreed with its client. */
  readonly version: number;
  /** Aborts when no caller waits for it any more: cancelled, time limit reached, or client disconnected. */
  readonly signal: AbortSignal;
  /** Notes that from now on the request may have had an effect on the device. */
  begin(): void;
}

/** The answer to a request. */
export interface Answer {
  readonly result: object;
  readonly attachment?: Uint8Array;
}

export type MethodTable = {
  readonly [M in Exclude<Method, "subscribe" | "unsubscribe">]: (params: ParamsOf<M>, call: Call) => Promise<Answer>;
};

/** The time of the phone, in ms since boot. */
export interface HostClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface HostFacts {
  readonly host: "service" | "shell";
  readonly build: string;
  readonly apiLevel: number;
  readonly epoch: string;
  readonly capabilities: readonly Capability[];
  readonly knownFlags: readonly Flag[];
  readonly knownFields: readonly Field[];
  readonly strokes: number;
  readonly screenshotIntervalMs: number;
}

/** One process of the companion, which serves the protocol. */
export interface Host {
  readonly facts: HostFacts;
  readonly clock: HostClock;
  readonly events: EventRing;
  readonly methods: MethodTable;
  /** The uid of the process itself, which may connect to its own socket. */
  readonly ownUid: number;
  /** The newest supported version of the protocol: an older build supports fewer versions. */
  newestVersion(): number;
  /** Whether the accessibility connection exists. */
  isAttached(): boolean;
  /** The fault for this request or hello; null for none. See the faults of the virtual device. */
  faultFor(what: Method | "hello"): WireFault | null;
}

/** The effect of a fault on one answer. */
export type WireFault =
  | { readonly kind: "silence"; readonly forMs?: number | undefined }
  | { readonly kind: "error"; readonly message: string }
  | { readonly kind: "spoil"; readonly spoil: (frame: Uint8Array) => Uint8Array; readonly closes: boolean }
  | { readonly kind: "close" }
  | { readonly kind: "crash"; readonly afterMs: number; readonly crash: () => void };
