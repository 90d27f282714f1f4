import type { Size } from "../../base/geometry.js";
import type { ElementDraft } from "../../screen/element.js";
import { elementsOf } from "../../screen/elements.js";
import { type ViewHierarchy, viewHierarchySchema } from "../../screen/hierarchy.js";
import { parseWithin, type TreeBounds } from "../parse/hierarchy.js";
import { decodeText } from "../parse/text.js";

/** A dump as it was received, and its screen size if known. */
export interface SentTree {
  readonly bytes: Uint8Array;
  readonly screenSize: Size | null;
  /** The API level of the device; absent or null while it is unknown. */
  readonly apiLevel?: number | null;
}

/** A hierarchy and its elements. */
export interface ReadTree {
  readonly hierarchy: ViewHierarchy;
  readonly drafts: { readonly screenSize: Size | null; readonly elements: readonly ElementDraft[] };
  /** How many nodes were not read because of {@link MOST_READ}. */
  readonly leftOut: number;
}

/**
 * A real screen shows a few hundred nodes in some twenty levels. The nodes get refs, are compared and are stored in the
 * event loop, where each of these steps has to be short.
 */
export const MOST_READ: TreeBounds = Object.freeze({ nodes: 2_000, levels: 120 });

/** Reads a dump; null if there is no document. Errors: HIERARCHY_MALFORMED, OUTPUT_TOO_LARGE. */
export function readTree({ bytes, screenSize, apiLevel = null }: SentTree): ReadTree | null {
  const parsed = parseWithin(decodeText(bytes), apiLevel, MOST_READ);
  if (!parsed) return null;
  const hierarchy = viewHierarchySchema.parse(parsed.hierarchy);
  const drafts = { screenSize, elements: elementsOf(hierarchy, screenSize) };
  return { hierarchy, drafts, leftOut: parsed.leftOut };
}
