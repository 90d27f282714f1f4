/** A point in device pixels from the upper left corner of the screen in its present rotation. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box in device pixels; `right` and `bottom` are exclusive. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One element of the screen that means something to a user. Null means that the source does not report the value. */
export interface Element {
  /**
   * Names the element in later calls. A call with a ref whose element has changed is refused; no other element is
   * guessed.
   */
  readonly ref: string;
  /** Role: button, field, checkbox, switch, radio, row, list, text … */
  readonly type: string;
  /** The labels, joined by spaces. */
  readonly content: string;
  /** The labels in reading order, the element's own first. */
  readonly labels: readonly string[];
  /** The text that was entered into a field, or the position of a slider. */
  readonly value: string | null;
  /** The app's message about a wrong value. */
  readonly error: string | null;
  readonly bounds: Bounds;
  /** The resource id, for example `com.example:id/save`. */
  readonly id: string | null;
  readonly className: string | null;
  readonly package: string | null;
  /** The ref of the element that contains this one. */
  readonly parent: string | null;
  /** The possible actions: `click`, `longClick`, `check`, `edit`, `scroll`. */
  readonly actions: readonly string[];
  readonly enabled: boolean | null;
  readonly checked: boolean | "partial" | null;
  readonly selected: boolean | null;
  readonly focused: boolean | null;
  readonly expanded: boolean | null;
  readonly password: boolean | null;
  readonly scrollable: boolean | null;
  /** Whether it is a part of the status bar, the navigation bar or the keyboard. */
  readonly systemBar: boolean;
  /** The sources that reported the element: `hierarchy`, `vision`, `ocr`. */
  readonly sources: readonly string[];
  /** 0 to 1 for an element that only a detector saw; null if the hierarchy has it. */
  readonly confidence: number | null;
}

/** A part of the observation that could not be read, or may be wrong. */
export interface Gap {
  /** The part, for example `hierarchy`. */
  readonly part: string;
  /** A code of docs/errors.md. */
  readonly code: string;
  readonly message: string;
}

/** One reading of a phone's screen. Null means unknown, and `gaps` gives the reason. */
export interface Screen {
  /** The id of the observation, for example `o12`. */
  readonly id: string;
  readonly device: string;
  /** The time by the host's clock, ISO 8601. */
  readonly takenAt: string;
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The rotation in quarter turns. */
  readonly rotation: 0 | 1 | 2 | 3 | null;
  /** The app of the focused window. */
  readonly app: { readonly package: string | null; readonly activity: string | null } | null;
  readonly isKeyboardShown: boolean | null;
  readonly isLocked: boolean | null;
  readonly isOn: boolean | null;
  /** The source of the elements (`a11y-service`, `uiautomator`, `vision` …), and their age in ms at `takenAt`. */
  readonly source: { readonly name: string; readonly ageMs: number | null };
  /** The elements in reading order; a container comes before its contents. */
  readonly elements: readonly Element[];
  readonly gaps: readonly Gap[];
  /** The outline that models read: facts, then a line for each element. */
  readonly text: string;
}
