import type { Size } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import type { ActiveWindow, Ime } from "./facts.js";
import type { ViewHierarchy } from "./hierarchy.js";
import type { HierarchySource } from "./observation.js";

/** What a condition is judged on: part of an observation. */
export interface MatchSource {
  readonly hierarchySource: HierarchySource;
  readonly elements: readonly UiElement[];
  readonly activeWindow: ActiveWindow | null;
  readonly ime: Ime | null;
  /** What queries and stored selectors ask for besides. */
  readonly viewHierarchy?: ViewHierarchy | null;
  readonly screenSize?: Size | null;
  /** The least score of what a query or a stored selector is taken for, 0 to 1; that of the grammar if absent. */
  readonly leastScore?: number;
  /** Texts of the toasts since the last action; null or absent if nothing heard of them. */
  readonly toasts?: readonly string[] | null;
  /** Texts of toasts that were seen where nothing hears of all; that another is not among them proves nothing. */
  readonly toastsSeen?: readonly string[];
  /** Whether it differs from an earlier screen; null or absent if it is compared with none. */
  readonly changed?: boolean | null;
}
