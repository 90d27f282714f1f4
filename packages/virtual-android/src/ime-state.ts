import type { Rect } from "../../../src/base/geometry.js";

export interface ImeState {
  readonly isVisible: boolean;
  /** Whether it was shown since boot: before, API 36 prints no insets source. */
  readonly wasShown: boolean;
  readonly frame: Rect | null;
  readonly height: number;
  readonly currentMethod: string;
  /** The window that gets typed text. */
  readonly targetWindowHash: string | null;
  readonly inputPackage: string | null;
  /** The InputType flags of the field with the focus; plain text if absent. */
  readonly inputType?: number;
  /** The view with the input focus in the window with the focus; absent if no field has it. */
  readonly served?: ServedView;
  /** All input methods on the phone, `package/class`; the secure settings list the enabled ones. */
  readonly installedMethods?: readonly string[];
}

/**
 * A view in the form in which its app's input method manager serves it; for a field of a web page, the view of the
 * page.
 */
export interface ServedView {
  readonly className: string;
  /** A number that is different for each view of the window. */
  readonly number: number;
  readonly bounds: Rect;
  /** The entry name of its id. */
  readonly entry: string | null;
}
