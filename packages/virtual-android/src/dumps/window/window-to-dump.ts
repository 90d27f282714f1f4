import type { PhoneState, WindowState } from "../../phone-state.js";
import type { DisplayView } from "../display-views.js";

export interface WindowBlock {
  readonly state: PhoneState;
  readonly view: DisplayView;
  readonly window: WindowState;
  /** False for the short form, which `dumpsys window` without arguments and Android 11's insets providers print. */
  readonly isFull: boolean;
}
