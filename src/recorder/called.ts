import type { Rect } from "../base/geometry.js";
import type { Interaction } from "./interaction.js";

/** A call of a tool, in the form in which the recorder gets it. */
export interface Called {
  readonly tool: string;
  /** `read` or `act`. */
  readonly kind: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The decision of the guard about an action of a call, as plain data without secrets. */
export type Decided = Readonly<Record<string, unknown>>;

/** The result of a call, in words. */
export type CallResult = { readonly text: string } | { readonly error: NonNullable<Interaction["error"]> };

/** The options of a recorder. */
export interface RecorderOptions {
  readonly tracePictures: "on" | "off";
  readonly traceCapMb: number;
  readonly redact: readonly string[];
  readonly redactRegions: readonly Rect[];
  /** The folder in which failed calls are kept; if absent, none are kept. */
  readonly failures?: string | undefined;
}
