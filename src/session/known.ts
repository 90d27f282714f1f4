import type { Size } from "../base/geometry.js";
import type { TreeNode } from "../devices/companion/tree.js";
import type { ElementDraft } from "../screen/element.js";
import type { ActiveWindow } from "../screen/facts.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";

/** What the window manager said of the window in front, which it alone knows the activity of. */
export interface KnownFront {
  /** The epoch of the companion that saw the window. */
  readonly epoch: string;
  /** As observations name the window. */
  readonly windowId: string;
  /** As dumps name the same window; null if they do not. */
  readonly dumpId: string | null;
  readonly active: ActiveWindow;
  /** The last event that was heard of before it was asked. */
  readonly seq: number;
  /** Whether only dumps report the bars around it, so that they have to be asked each time. */
  readonly needsDumps: boolean;
  /** performance.now() at the answer. */
  readonly takenAt: number;
}

/** The hierarchy of the last snapshot of the companion, and what it was read from. */
export interface KnownTrees {
  readonly hierarchy: ViewHierarchy;
  /** As they came over the wire, in the order of the hierarchy's nodes. */
  readonly nodes: readonly TreeNode[];
  readonly screenSize: Size;
  /** The hierarchy's elements on a screen of that size. */
  readonly elements: readonly ElementDraft[];
}
