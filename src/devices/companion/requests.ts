import type { EventType, GlobalAction, NodeAction, NodeField } from "./words.js";

/** Identifies a node of a tree that the device sent: by its window, the tree's name and its index in the tree. */
export interface NodeAddress {
  readonly window: number;
  readonly tree: string;
  readonly node: number;
}

export interface SnapshotRequest {
  readonly windows?: readonly number[];
  readonly display?: number;
  /** Optional fields of nodes to be sent; all if absent. */
  readonly fields?: readonly NodeField[];
  readonly budget?: {
    readonly ms?: number;
    /** The budget of each window; all windows are walked at the same time. */
    readonly windowMs?: number;
    readonly nodes?: number;
    readonly depth?: number;
  };
  /** `events` reuses the last walk of a window if no event reported a change of it; `walk`, the default, does not. */
  readonly basis?: "walk" | "events";
  /** Clears the framework's cache even if that is costly (below API 33). */
  readonly forced?: boolean;
  /** Trees that the caller has: unchanged ones are not sent again. */
  readonly since?: readonly { readonly window: number; readonly tree: string }[];
  readonly facts?: boolean;
}

export interface WaitIdleRequest {
  readonly quietMs?: number;
  readonly timeoutMs?: number;
  /** With `after`: how long to wait for a first change. */
  readonly reactMs?: number;
  readonly after?: number;
}

export interface NodeActionRequest {
  readonly target: NodeAddress | { readonly focus: "input" | "accessibility" };
  readonly action: NodeAction | number;
  readonly text?: string;
  readonly start?: number;
  readonly end?: number;
  readonly value?: number;
  readonly row?: number;
  readonly column?: number;
  readonly granularity?: number;
  readonly extend?: boolean;
  /** Acts even if the node shows something else than in the tree. */
  readonly mayDiffer?: boolean;
  /** Indices of other nodes in the target's tree that have to be unchanged; at most 16. */
  readonly alongside?: readonly number[];
}

interface At {
  readonly display?: number;
  readonly x: number;
  readonly y: number;
}

/** Corners of one finger's path: x, y, and milliseconds from the start of the gesture. */
export type StrokeCorners = readonly (readonly [x: number, y: number, timeMs: number])[];

/** Positions are in pixels of the display in its current rotation. */
export type GestureRequest =
  | (At & { readonly kind: "tap" })
  | (At & { readonly kind: "doubleTap"; readonly gapMs?: number })
  | (At & { readonly kind: "longPress"; readonly durationMs?: number })
  | (At & {
      readonly kind: "swipe";
      readonly toX: number;
      readonly toY: number;
      /** The time of the movement; not together with `velocity`, which is in pixels per second. */
      readonly durationMs?: number;
      readonly velocity?: number;
      /** How long the finger rests before it lifts, so that the content does not fling. */
      readonly holdMs?: number;
    })
  | (At & {
      readonly kind: "pinch";
      readonly fromSpan: number;
      readonly toSpan: number;
      readonly angle?: number;
      readonly durationMs?: number;
    })
  | { readonly kind: "strokes"; readonly display?: number; readonly strokes: readonly StrokeCorners[] };

/** The parameters of each method. */
export interface Requests {
  readonly snapshot: SnapshotRequest;
  readonly facts: Readonly<Record<string, never>>;
  readonly waitIdle: WaitIdleRequest;
  readonly nodeAction: NodeActionRequest;
  readonly gesture: GestureRequest;
  readonly commitText: { readonly text: string; readonly mode?: "insert" | "replace" };
  readonly getClipboard: Readonly<Record<string, never>>;
  readonly setClipboard: { readonly text: string };
  readonly globalAction: { readonly action: GlobalAction };
  readonly screenshot: {
    readonly display?: number;
    readonly window?: number;
    readonly format?: "jpeg" | "png" | "webp";
    readonly quality?: number;
    /** The device scales the image down to this size; only if the agreed version is SIZES_SINCE_VERSION or later. */
    readonly longestSidePx?: number;
    /** An image of up to this age is accepted. */
    readonly maxAgeMs?: number;
  };
  readonly health: Readonly<Record<string, never>>;
  readonly subscribe: { readonly types?: readonly EventType[]; readonly after?: number };
  readonly unsubscribe: Readonly<Record<string, never>>;
}
