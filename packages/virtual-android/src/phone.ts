import type { Point } from "../../../src/base/geometry.js";
import type { AccessibilityWindowState } from "./accessibility-state.js";
import type { ActiveNotification } from "./active-notification.js";
import type { ApkFacts } from "./apk/apk-facts.js";
import type { OnDevice } from "./companion/on-device.js";
import type { DeviceParts } from "./device-parts.js";
import type { Managers } from "./framework/managers.js";
import type { TouchPanel } from "./framework/touch-panel.js";
import type { LaunchOptions, LaunchResult, PhoneIntent } from "./intent.js";
import type { KeyName } from "./key-name.js";
import type { AppOpMode } from "./package-state.js";
import type { PhoneFiles } from "./phone-files.js";
import type { BuildState, PhoneState, Rotation } from "./phone-state.js";
import type { ScreenPixels } from "./screen-pixels.js";

/**
 * The phone behind the protocol: one state from which pixels, hierarchy and dumps all follow. Everything here is
 * synchronous except what really takes time on a phone.
 */
export interface Phone {
  /** Which phone it is: another one after a reboot, else the same. */
  readonly build: BuildState;
  /** Everything a dump prints, at this moment: who needs the build alone asks for that. */
  state(): PhoneState;
  /** The screen's pixels now; null while the screen is off. */
  pixels(): ScreenPixels | null;
  /** The accessibility windows now, top first. */
  accessibilityWindows(): readonly AccessibilityWindowState[];
  /**
   * Milliseconds since boot, and since the last change that an accessibility event would have announced: of one moment.
   */
  stillness(): { readonly uptimeMs: number; readonly quietMs: number };
  /** The in-memory files of the device. */
  readonly files: PhoneFiles;

  touchDown(point: Point): void;
  touchMove(point: Point): void;
  touchUp(point: Point): void;
  touchCancel(): void;
  key(name: KeyName, press: "down-up" | "long"): void;
  /** Types into the focused field as the key path does; characters outside printable ASCII throw. */
  typeText(text: string): void;

  /** Milliseconds until the window in front will have taken the events injected so far; 0 for an app that responds. */
  inputLagMs(): number;

  /** Starts an activity; an error text as `am start` prints it, or null on success. */
  startActivity(intent: PhoneIntent): string | null;
  /** Starts an activity and says everything that `am start [-S] [-W]` prints about it. */
  launch(intent: PhoneIntent, options?: LaunchOptions): LaunchResult;
  /** Puts another user in front; false if there is none of that id. */
  switchUser?(id: number): boolean;
  /** Starts an activity on the second display; its component, or null if there is no such display or activity. */
  launchOnSecondDisplay?(intent: PhoneIntent): string | null;
  /** A tap on the second display. */
  touchSecondDisplay?(point: Point): void;
  forceStop(packageName: string): void;
  setRotation(mode: "free" | "lock", rotation: Rotation): void;
  setSizeOverride(size: { readonly width: number; readonly height: number } | null): void;
  setDensityOverride(density: number | null): void;
  putSetting(namespace: "system" | "secure" | "global", key: string, value: string | null): void;
  resetFrameStats(packageName: string): void;
  /** `suppresses`, unless false: it unbinds all accessibility services while it is connected. */
  setUiAutomationConnected(connected: boolean, suppresses?: boolean): void;
  /** `cmd statusbar expand-notifications|expand-settings|collapse`. */
  setShade(panel: "notifications" | "settings" | null): void;
  /** `wm dismiss-keyguard`: a swipe lock goes away, a secure one asks for its PIN. */
  dismissKeyguard(): void;

  /** Turns a mouse wheel at a point, or for the view with the focus; positive moves the content down or right. */
  turnWheel?(point: Point | null, notches: { readonly horizontal: number; readonly vertical: number }): void;

  /* Optional, because a phone may lack them: `pm` and `setprop` then report a failure, never a success. */
  /** Sets a system property; which names the shell may set is the command's business. */
  setProperty?(name: string, value: string): void;
  /**
   * Installs or replaces a package; an `INSTALL_FAILED_…` text as the package manager prints it, or null. `file` is
   * kept as its base.apk.
   */
  installPackage?(apk: ApkFacts, file?: Uint8Array): string | null;
  /** Sets an app-op of a package and lets it act; null sets it back to its default. */
  setAppOp?(packageName: string, op: string, mode: AppOpMode | null): void;
  /** Gives an app languages of its own for one user; none for those of the system. */
  setAppLocales?(packageName: string, user: number, tags: readonly string[]): void;
  /** Posts a notification, or replaces the one of the same package, id and tag. */
  postNotification?(notification: ActiveNotification): void;
  /** Services of the system that draw nothing themselves. */
  readonly managers?: Managers;
  /** Logs a line to the main buffer, at this moment. */
  log?(line: { readonly pid: number; readonly level: string; readonly tag: string; readonly message: string }): void;
  /** Gives a runtime permission to a package, or takes it away, which ends its processes. */
  setPermission?(packageName: string, name: string, isGranted: boolean): void;
  /** Lets the app ask again for what its user refused. */
  forgetRefusals?(packageName: string, name: string): void;
  /** What a vendor's system keeps the shell from. */
  readonly vendor?: VendorBlocks;
  /** False if no such package is installed, or it belongs to the system and is not to go for the user alone. */
  uninstallPackage?(packageName: string, forUser?: boolean): boolean;
  /** Stops the package and deletes its data; false if no such package is installed. */
  clearPackage?(packageName: string): boolean;
  /** The device that the phone is in, once. */
  joinDevice?(device: DeviceParts): void;
  /** What `getevent` listens to; without it the phone has no touch screen. */
  readonly hooks?: { readonly panel: TouchPanel };
  /** The companion of Fovea on this phone. */
  readonly onDevice?: OnDevice;
}

/** Blocks of MIUI, ColorOS and their kin; all off unless a test sets them. */
export interface VendorBlocks {
  /** "Install via USB" is off. */
  refusesInstalls: boolean;
  /** "USB debugging (Security settings)" is off: no secure settings, no app-ops. */
  refusesSecureSettings: boolean;
  /** It has no encoder for videos. */
  hasNoVideoEncoder: boolean;
}
