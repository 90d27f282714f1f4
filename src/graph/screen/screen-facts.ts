import type { Rect } from "../../base/geometry.js";

/** What kind of window it is for a user; a keyboard over the screen does not matter. */
export const SCREEN_KINDS = ["screen", "dialog", "permission", "chooser", "system"] as const;
export type ScreenKind = (typeof SCREEN_KINDS)[number];

/** One element, read from an observation or from a step of a trace. */
export interface SeenElement {
  /** The name of the element in its source: a ref or an `element_id`. */
  readonly name: string;
  readonly parent: string | null;
  readonly role: string;
  readonly labels: readonly string[];
  /** Null if it is not a field, or if the entered text is unknown. */
  readonly value: string | null;
  readonly resourceId: string | null;
  readonly package: string | null;
  /** In device pixels; null if no part of it is visible. */
  readonly bounds: Rect | null;
  readonly actions: readonly string[];
  readonly enabled: boolean;
  readonly checked: boolean | "partial" | null;
  readonly selected: boolean;
  readonly password: boolean;
  readonly scrollable: boolean;
  /** Whether it is part of the system bars or the keyboard. */
  readonly systemBar: boolean;
}

/** A screen, read from an observation or from a step of a trace. */
export interface SeenScreen {
  /** Null if it is unknown: then the packages of the elements decide. */
  readonly app: string | null;
  readonly activity: string | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly elements: readonly SeenElement[];
}

/** One element of a screen in the form of graphs: without pixel positions, figures, entered text and passwords. */
export interface Part {
  readonly name: string;
  readonly role: string;
  /** The part of its resource id after the slash; empty if it has none. */
  readonly idTail: string;
  /** Its own words, not masked, without line ends; empty for passwords and fields, whose words may be entered text. */
  readonly words: string;
  /** The {@link maskWords} of its words. */
  readonly label: string;
  readonly terms: readonly string[];
  /** `filled` (for a field), `checked`, `unchecked`, `selected`, `disabled`, joined by blanks; usually empty. */
  readonly state: string;
  /** The row and column of its centre, in a grid of 16 rows and 8 columns. */
  readonly row: number;
  readonly column: number;
  readonly actions: readonly string[];
  readonly bounds: Rect;
  /** The place of its parent in the list of parts. */
  readonly parent: number | null;
  /** The place of the innermost scroll container around it. */
  readonly scroller: number | null;
  readonly scrolls: boolean;
  readonly isSelected: boolean;
  readonly isField: boolean;
  /** Whether it is in a scroll container with others of its kind: a row of a list, whose words are data. */
  readonly isListed: boolean;
}

/** The facts of a screen that are used to recognise it and to predict from it. */
export interface ScreenFacts {
  readonly app: string;
  /** The full class name; empty if it is unknown. */
  readonly activity: string;
  readonly kind: ScreenKind;
  /** The text at its top, or the first text of a dialog, not masked; empty if there is none. */
  readonly title: string;
  /** Whether the title is in a bar or a dialog, and so names the screen; else it may be any line of text. */
  readonly isTitled: boolean;
  /** The labels of the selected tabs. */
  readonly tabs: readonly string[];
  readonly parts: readonly Part[];
}
