import type { EventRing } from "../event-ring.js";
import type { Capability, Field, Flag } from "../vocabulary.js";
import type { Method, ParamsOf } from "./requests.js";

/** A running request. */
export interface Call {
  /** The version of the protocol that its client agreed on. */
  readonly version: number;
  /** Aborts when no caller waits for it any more: it was cancelled, its time is over, the client is gone. */
  readonly signal: AbortSignal;
  /** From here on the device may have done something of what was asked. */
  begin(): void;
}

/** What a request gives. */
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

/** One life of the process that serves the protocol. */
export interface Host {
  readonly facts: HostFacts;
  readonly clock: HostClock;
  readonly events: EventRing;
  readonly methods: MethodTable;
  /** The uid of the process itself: it may connect to its own socket. */
  readonly ownUid: number;
  /** The newest version of the protocol that it speaks: an older build speaks fewer. */
  newestVersion(): number;
  /** Whether there is an accessibility connection. */
  isAttached(): boolean;
  /** What goes wrong with this request or hello, if anything; see the faults of the virtual device. */
  strike(what: Method | "hello"): WireFault | null;
}

/** What a fault does to one answer. */
export type WireFault =
  | { readonly kind: "silence"; readonly forMs?: number | undefined }
  | { readonly kind: "error"; readonly message: string }
  | { readonly kind: "spoil"; readonly spoil: (frame: Uint8Array) => Uint8Array; readonly closes: boolean }
  | { readonly kind: "close" }
  | { readonly kind: "crash"; readonly afterMs: number; readonly crash: () => void };
