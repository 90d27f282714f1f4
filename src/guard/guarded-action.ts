import type { Point } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";

/** The part of a device that is changed, or read if it is private. */
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

/** Where one of several fingers comes down, and where it is lifted. */
export interface FingerPath {
  readonly from: Point;
  readonly to: Point;
}

/**
 * One action as it is about to be sent, whatever its way in. `on` is the element that a ref, selector, mark or box was
 * resolved to, or the control known to lie under a point; where it is null and a point is given, the guard looks on the
 * screen for what lies there.
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
  /** `into` is null if the field is not known; the focused one is looked for then. */
  | { readonly kind: "type"; readonly into: UiElement | null; readonly text: string; readonly submits: boolean }
  /** The name of a KEYCODE without its prefix: `ENTER`, `BACK`, `POWER`. */
  | { readonly kind: "key"; readonly key: string; readonly long: boolean }
  | { readonly kind: "openApp"; readonly package: string; readonly activity: string | null }
  | { readonly kind: "closeApp"; readonly package: string }
  /** An address is an intent to view it. */
  | { readonly kind: "intent"; readonly action: string; readonly data: string | null }
  /** A program that is run on the device. */
  | { readonly kind: "shell"; readonly argv: readonly string[] }
  /** A change of the device itself, or reading what is private on it: `detail` is what to, in few words. */
  | {
      readonly kind: "device";
      readonly change: DeviceChangeKind;
      readonly detail: string;
      readonly package: string | null;
    }
  /** What a device's package manager is asked to do. */
  | {
      readonly kind: "command";
      readonly command: "install" | "uninstall" | "clearData";
      readonly package: string | null;
    };

/** What the guard reads of a screen: an observation has it all, a quick check before a touch the first three. */
export type GuardedScreen = Pick<Observation, "elements" | "activeWindow" | "viewHierarchy"> &
  Partial<Pick<Observation, "ime" | "keyguard" | "screenSize" | "focusedElement" | "intentChooserDetected">>;

/** The app that an action goes to, where it is not the one of the active window. */
export interface GuardedApp {
  readonly package: string | null;
  readonly activity: string | null;
}
