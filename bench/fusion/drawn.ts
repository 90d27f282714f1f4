import type { Rect } from "../../src/base/geometry.js";
import type { DetectionKind } from "../../src/vision/detection.js";

/**
 * A part of a generated screen: its node in the hierarchy, its look in the pixels, and whether it is a touch target.
 */
export interface Part {
  readonly bounds: Rect;
  readonly className: string;
  readonly text?: string;
  readonly description?: string;
  readonly clickable?: boolean;
  readonly checkable?: boolean;
  readonly scrollable?: boolean;
  /** The kind that a perfect detector would report; absent if the part looks like the background. */
  readonly looks?: DetectionKind;
  /** The drawn part of its bounds, if smaller than the bounds. */
  readonly drawnBounds?: Rect;
  /** The name of the target, if a touch of this part has its own effect. */
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

/** All parts, parents first, each with the index of its parent. */
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
