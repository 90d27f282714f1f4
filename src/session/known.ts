import type { Size } from "../base/geometry.js";
import type { TreeNode } from "../devices/companion/tree.js";
import type { ElementDraft } from "../screen/element.js";
import type { ActiveWindow } from "../screen/facts.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";

/** The window in front as the window manager reported it; only the window manager knows its activity. */
export interface KnownFront {
  /** The epoch of the companion that reported the window. */
  readonly epoch: string;
  /** The window's id in observations. */
  readonly windowId: string;
  /** The window's id in dumps; null if they do not have it. */
  readonly dumpId: string | null;
  readonly active: ActiveWindow;
  /** The last event before the window manager was asked. */
  readonly seq: number;
  /** Whether only dumps report the system bars around it, so that they have to be read each time. */
  readonly needsDumps: boolean;
  /** performance.now() when the window manager answered. */
  readonly takenAt: number;
}

/** The hierarchy of the companion's last snapshot, and the nodes it was made from. */
export interface KnownTrees {
  readonly hierarchy: ViewHierarchy;
  /** The nodes as they were received, in the order of the hierarchy's nodes. */
  readonly nodes: readonly TreeNode[];
  readonly screenSize: Size;
  /** The hierarchy's elements, for a screen of that size. */
  readonly elements: readonly ElementDraft[];
}
