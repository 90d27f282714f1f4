import type { EventType, GlobalAction, NodeAction, NodeField } from "./words.js";

/** A node of a tree that was sent: by its window, the tree's name and its place in the tree. */
export interface NodeAddress {
  readonly window: number;
  readonly tree: string;
  readonly node: number;
}

export interface SnapshotRequest {
  readonly windows?: readonly number[];
  readonly display?: number;
  /** Optional fields of nodes to be sent; all where absent. */
  readonly fields?: readonly NodeField[];
  readonly budget?: {
    readonly ms?: number;
    /** For each window; they are walked at the same time. */
    readonly windowMs?: number;
    readonly nodes?: number;
    readonly depth?: number;
  };
  /** `events` lets a window that no event called changed stand as it was walked last; `walk` where absent. */
  readonly basis?: "walk" | "events";
  /** Drops the framework's cache even where that is costly (below API 33). */
  readonly forced?: boolean;
  /** Trees that the caller has: the same ones are not sent again. */
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
  /** Acts even where the node shows something else than in the tree. */
  readonly mayDiffer?: boolean;
  /** Places of other nodes in the target's tree that have to show what they showed; at most 16. */
  readonly alongside?: readonly number[];
}

interface At {
  readonly display?: number;
  readonly x: number;
  readonly y: number;
}

/** Corners of one finger's path: x, y, and milliseconds from the gesture's begin. */
export type StrokeCorners = readonly (readonly [x: number, y: number, timeMs: number])[];

/** Pixels of the display as it is turned. */
export type GestureRequest =
  | (At & { readonly kind: "tap" })
  | (At & { readonly kind: "doubleTap"; readonly gapMs?: number })
  | (At & { readonly kind: "longPress"; readonly durationMs?: number })
  | (At & {
      readonly kind: "swipe";
      readonly toX: number;
      readonly toY: number;
      /** How long the movement takes; not together with `velocity`, in pixels per second. */
      readonly durationMs?: number;
      readonly velocity?: number;
      /** How long the finger rests before it lifts, so that nothing flings. */
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
    /** Scaled down to it on the device; asked for only where SIZES_SINCE_VERSION was agreed on. */
    readonly longestSidePx?: number;
    /** A picture up to so old will do. */
    readonly maxAgeMs?: number;
  };
  readonly health: Readonly<Record<string, never>>;
  readonly subscribe: { readonly types?: readonly EventType[]; readonly after?: number };
  readonly unsubscribe: Readonly<Record<string, never>>;
}
