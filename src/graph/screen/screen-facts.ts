import type { Rect } from "../../base/geometry.js";

/** What a window is to a user; a keyboard over a screen changes nothing of it. */
export const SCREEN_KINDS = ["screen", "dialog", "permission", "chooser", "system"] as const;
export type ScreenKind = (typeof SCREEN_KINDS)[number];

/** One element as it was read, written down by an observation or a step of a trace. */
export interface SeenElement {
  /** Its name in what it was read from: a ref, an `element_id`. */
  readonly name: string;
  readonly parent: string | null;
  readonly role: string;
  readonly labels: readonly string[];
  /** Null if it is not a field, or where it is not known what was entered. */
  readonly value: string | null;
  readonly resourceId: string | null;
  readonly package: string | null;
  /** Device pixels; null if nothing of it is in sight. */
  readonly bounds: Rect | null;
  readonly actions: readonly string[];
  readonly enabled: boolean;
  readonly checked: boolean | "partial" | null;
  readonly selected: boolean;
  readonly password: boolean;
  readonly scrollable: boolean;
  /** Part of the system's bars or of the keyboard. */
  readonly systemBar: boolean;
}

/** A screen as it was read. */
export interface SeenScreen {
  /** Null if it was not said: then the elements' packages decide. */
  readonly app: string | null;
  readonly activity: string | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly elements: readonly SeenElement[];
}

/** One element of a screen as graphs know it: without places of pixels, figures, entered text and passwords. */
export interface Part {
  readonly name: string;
  readonly role: string;
  /** What follows the slash of its resource id; empty without one. */
  readonly idTail: string;
  /** Its own words as they are read, without line ends; empty for passwords and fields, whose words may be typed. */
  readonly words: string;
  /** {@link maskWords} of them. */
  readonly label: string;
  readonly terms: readonly string[];
  /** `filled` (of a field), `checked`, `unchecked`, `selected`, `disabled`, joined by blanks; mostly empty. */
  readonly state: string;
  /** Its middle on a grid of 16 rows and 8 columns. */
  readonly row: number;
  readonly column: number;
  readonly actions: readonly string[];
  readonly bounds: Rect;
  /** Place of its parent in the list of parts, and of the innermost of those around it that scrolls. */
  readonly parent: number | null;
  readonly scroller: number | null;
  readonly scrolls: boolean;
  readonly isSelected: boolean;
  readonly isField: boolean;
  /** It is in a scroller with others of its kind: a row of a list, whose words are data. */
  readonly isListed: boolean;
}

/** What is known of a screen to recognise it and to reason about it. */
export interface ScreenFacts {
  readonly app: string;
  /** Full class name; empty if it is unknown. */
  readonly activity: string;
  readonly kind: ScreenKind;
  /** What is at its top, or first in a dialog, as it is read; empty if nothing does. */
  readonly title: string;
  /** The title is in a bar or a dialog, which names what is shown; else it may be any line of text. */
  readonly isTitled: boolean;
  /** Labels of what is selected in strips of tabs. */
  readonly tabs: readonly string[];
  readonly parts: readonly Part[];
}
