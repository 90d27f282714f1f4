import type { Size } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import type { ActiveWindow, Ime } from "./facts.js";
import type { ViewHierarchy } from "./hierarchy.js";
import type { HierarchySource } from "./observation.js";

/** The part of an observation on which a condition is judged. */
export interface MatchSource {
  readonly hierarchySource: HierarchySource;
  readonly elements: readonly UiElement[];
  readonly activeWindow: ActiveWindow | null;
  readonly ime: Ime | null;
  /** Further facts for queries and stored selectors. */
  readonly viewHierarchy?: ViewHierarchy | null;
  readonly screenSize?: Size | null;
  /** The least score for matches of queries and stored selectors, 0 to 1; the default of the grammar if absent. */
  readonly leastScore?: number;
  /** The texts of all toasts since the last action; null or absent if no source reports every toast. */
  readonly toasts?: readonly string[] | null;
  /** The texts of the toasts that were seen, without a source that reports all: a missing toast proves nothing. */
  readonly toastsSeen?: readonly string[];
  /** Whether the screen differs from an earlier one; null or absent if there is none to compare with. */
  readonly changed?: boolean | null;
}
