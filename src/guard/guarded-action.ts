import type { Point } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";

/** The part of a device that an action changes, or reads if it is private. */
export type DeviceChangeKind =
  | "orientation"
  | "display"
  | "setting"
  | "setBack"
  | "grant"
  | "revoke"
  | "clipboard"
  | "readClipboard"
  | "location"
  | "network"
  | "recordScreen"
  | "openShade"
  | "postNotification"
  | "measure"
  | "fingerprint"
  | "pushFile"
  | "replaceFile"
  | "pullFile"
  | "scanFile"
  | "bootEmulator"
  | "stopEmulator";

/** Where one of several fingers touches the screen, and where it is lifted. */
export interface FingerPath {
  readonly from: Point;
  readonly to: Point;
}

/**
 * An action before it is sent, from any kind of caller. `on` is the element of a ref, selector, mark or box, or the
 * known control under a point. If it is null and there is a point, the guard searches the screen for the control under
 * the point.
 */
export type GuardedAction =
  | { readonly kind: "tap"; readonly on: UiElement | null; readonly point: Point | null; readonly holdMs: number }
  | { readonly kind: "swipe"; readonly on: UiElement | null; readonly from: Point; readonly to: Point }
  | {
      readonly kind: "drag";
      readonly on: UiElement | null;
      readonly from: Point;
      readonly to: Point;
      readonly over: UiElement | null;
    }
  | { readonly kind: "pinch"; readonly on: UiElement | null; readonly fingers: readonly FingerPath[] }
  /** `into` is null if the field is unknown: then it is the focused field. */
  | { readonly kind: "type"; readonly into: UiElement | null; readonly text: string; readonly submits: boolean }
  /** The name of a KEYCODE without its prefix: `ENTER`, `BACK`, `POWER`. */
  | { readonly kind: "key"; readonly key: string; readonly long: boolean }
  | { readonly kind: "openApp"; readonly package: string; readonly activity: string | null }
  | { readonly kind: "closeApp"; readonly package: string }
  /** Opening an address is an intent with the action VIEW. */
  | { readonly kind: "intent"; readonly action: string; readonly data: string | null }
  /** A program that is run on the device. */
  | { readonly kind: "shell"; readonly argv: readonly string[] }
  /** A change of the device itself, or reading its private data; `detail` describes it in a few words. */
  | {
      readonly kind: "device";
      readonly change: DeviceChangeKind;
      readonly detail: string;
      readonly package: string | null;
    }
  /** A command to the device's package manager. */
  | {
      readonly kind: "command";
      readonly command: "install" | "uninstall" | "clearData";
      readonly package: string | null;
    };

/**
 * The parts of a screen that the guard reads. An observation has all of them, a quick check before a touch only the
 * first three.
 */
export type GuardedScreen = Pick<Observation, "elements" | "activeWindow" | "viewHierarchy"> &
  Partial<Pick<Observation, "ime" | "keyguard" | "screenSize" | "focusedElement" | "intentChooserDetected">>;

/** The app that receives an action, if it is not the app of the active window. */
export interface GuardedApp {
  readonly package: string | null;
  readonly activity: string | null;
}
