/** Device pixels from the upper left corner of the screen in its present rotation. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Device pixels; `right` and `bottom` are exclusive. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One thing on the screen that means something to a user. Null means that the source does not report it. */
export interface Element {
  /** Names the element in later calls for as long as it means the same; refused after that, never guessed. */
  readonly ref: string;
  /** Role: button, field, checkbox, switch, radio, row, list, text … */
  readonly type: string;
  /** Its labels, joined by a space. */
  readonly content: string;
  /** Labels in reading order, its own first. */
  readonly labels: readonly string[];
  /** What was entered into a field, or where a slider stands. */
  readonly value: string | null;
  /** What the app says is wrong with the value. */
  readonly error: string | null;
  readonly bounds: Bounds;
  /** Resource id, for example `com.example:id/save`. */
  readonly id: string | null;
  readonly className: string | null;
  readonly package: string | null;
  /** Ref of the element that contains it. */
  readonly parent: string | null;
  /** `click`, `longClick`, `check`, `edit`, `scroll`. */
  readonly actions: readonly string[];
  readonly enabled: boolean | null;
  readonly checked: boolean | "partial" | null;
  readonly selected: boolean | null;
  readonly focused: boolean | null;
  readonly expanded: boolean | null;
  readonly password: boolean | null;
  readonly scrollable: boolean | null;
  /** Part of the status bar, the navigation bar or the keyboard. */
  readonly systemBar: boolean;
  /** Who saw it: `hierarchy`, `vision`, `ocr`. */
  readonly sources: readonly string[];
  /** 0 to 1 for what only a detector saw; null if the hierarchy has it. */
  readonly confidence: number | null;
}

/** Something that could not be read, or may not be as it seems. */
export interface Gap {
  /** What was asked, for example `hierarchy`. */
  readonly part: string;
  /** A code of docs/errors.md. */
  readonly code: string;
  readonly message: string;
}

/** A phone's screen as it was read once. Null means unknown, and `gaps` says why. */
export interface Screen {
  /** For example `o12`. */
  readonly id: string;
  readonly device: string;
  /** By the host's clock, ISO 8601. */
  readonly takenAt: string;
  readonly size: { readonly width: number; readonly height: number } | null;
  /** Quarter turns. */
  readonly rotation: 0 | 1 | 2 | 3 | null;
  /** The app of the window that has the focus. */
  readonly app: { readonly package: string | null; readonly activity: string | null } | null;
  readonly isKeyboardShown: boolean | null;
  readonly isLocked: boolean | null;
  readonly isOn: boolean | null;
  /** Where the elements come from (`a11y-service`, `uiautomator`, `vision` …), and their age in ms at `takenAt`. */
  readonly source: { readonly name: string; readonly ageMs: number | null };
  /** In reading order, containers before what they contain. */
  readonly elements: readonly Element[];
  readonly gaps: readonly Gap[];
  /** The outline that models read: facts, then a line for each element. */
  readonly text: string;
}
