import type { Size } from "../../base/geometry.js";
import type { ElementDraft } from "../../screen/element.js";
import { elementsOf } from "../../screen/elements.js";
import { type ViewHierarchy, viewHierarchySchema } from "../../screen/hierarchy.js";
import { parseHierarchy } from "../parse/hierarchy.js";
import { decodeText } from "../parse/text.js";

/** A dump as it was sent, and the screen that it is of, where that is known. */
export interface SentTree {
  readonly bytes: Uint8Array;
  readonly screenSize: Size | null;
  /** Of the device; absent and null as long as it is not known. */
  readonly apiLevel?: number | null;
}

/** A tree and the elements on it. */
export interface ReadTree {
  readonly hierarchy: ViewHierarchy;
  readonly drafts: { readonly screenSize: Size | null; readonly elements: readonly ElementDraft[] };
}

/** Null where there is no document. Errors: HIERARCHY_MALFORMED. */
export function readTree({ bytes, screenSize, apiLevel = null }: SentTree): ReadTree | null {
  const parsed = parseHierarchy(decodeText(bytes), apiLevel);
  const hierarchy = parsed && viewHierarchySchema.parse(parsed);
  return hierarchy ? { hierarchy, drafts: { screenSize, elements: elementsOf(hierarchy, screenSize) } } : null;
}
