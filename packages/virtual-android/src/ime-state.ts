import type { Rect } from "../../../src/base/geometry.js";

export interface ImeState {
  readonly isVisible: boolean;
  /** Was shown at least once since boot: API 36 prints no insets source before. */
  readonly wasShown: boolean;
  readonly frame: Rect | null;
  readonly height: number;
  readonly currentMethod: string;
  /** The window that types go to. */
  readonly targetWindowHash: string | null;
  readonly inputPackage: string | null;
  /** InputType flags of the field that it types into; plain text if absent. */
  readonly inputType?: number;
  /** The view that takes the keys in the window with the focus; absent if no field has it. */
  readonly served?: ServedView;
  /** Every input method on the phone, `package/class`; the enabled ones are in the secure settings. */
  readonly installedMethods?: readonly string[];
}

/** A view as its app's input method manager serves it: the whole page for a field of a web page. */
export interface ServedView {
  readonly className: string;
  /** Distinguishes it from other views of its window. */
  readonly number: number;
  readonly bounds: Rect;
  /** Entry name of its id. */
  readonly entry: string | null;
}
