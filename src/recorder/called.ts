import type { Rect } from "../base/geometry.js";
import type { Interaction } from "./interaction.js";

/** A call of a tool, as the recorder gets it. */
export interface Called {
  readonly tool: string;
  /** `read` or `act`. */
  readonly kind: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What a guard decided about an action of a call, in plain data without secrets. */
export type Decided = Readonly<Record<string, unknown>>;

/** The result of a call, in words. */
export type CallResult = { readonly text: string } | { readonly error: NonNullable<Interaction["error"]> };

/** What a recorder is opened with. */
export interface RecorderOptions {
  readonly tracePictures: "on" | "off";
  readonly traceCapMb: number;
  readonly redact: readonly string[];
  readonly redactRegions: readonly Rect[];
  /** Folder in which failed calls are kept; none if absent. */
  readonly failures?: string | undefined;
}
