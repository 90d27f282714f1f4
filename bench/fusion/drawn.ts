import type { Rect } from "../../src/base/geometry.js";
import type { DetectionKind } from "../../src/vision/detection.js";

/**
 * A part of a generated screen: what the hierarchy would have of it, what pixels show of it, and whether touching it
 * means something.
 */
export interface Part {
  readonly bounds: Rect;
  readonly className: string;
  readonly text?: string;
  readonly description?: string;
  readonly clickable?: boolean;
  readonly checkable?: boolean;
  readonly scrollable?: boolean;
  /** The role that a perfect detector would give; absent for what does not differ from the background. */
  readonly looks?: DetectionKind;
  /** What is drawn of it, where that is less than its bounds. */
  readonly drawnBounds?: Rect;
  /** Touching it does something of its own: one of the screen's targets, by this name. */
  readonly target?: string;
  /** Drawn by its parent: the hierarchy never lists it. */
  readonly isOnlyPixels?: boolean;
  readonly parts?: readonly Part[];
}

export interface DrawnScreen {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly root: Part;
}

/** All parts, parents first, with their parents' places. */
export function flatten(root: Part): readonly { readonly part: Part; readonly parent: number | null }[] {
  const found: { part: Part; parent: number | null }[] = [];
  const walk = (part: Part, parent: number | null) => {
    const place = found.length;
    found.push({ part, parent });
    for (const inner of part.parts ?? []) walk(inner, place);
  };
  walk(root, null);
  return found;
}
