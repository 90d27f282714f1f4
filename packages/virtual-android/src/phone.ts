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
 * The phone that the protocols present: pixels, hierarchy and dumps are all computed from its one state. All methods
 * are synchronous, except those that take time on a real phone.
 */
export interface Phone {
  /** The build and boot of the phone: a new object after a reboot, else the same one. */
  readonly build: BuildState;
  /** Everything that a dump prints, at this moment. Code that needs only the build reads `build`, which is faster. */
  state(): PhoneState;
  /** The current pixels of the screen; null while the screen is off. */
  pixels(): ScreenPixels | null;
  /** The current accessibility windows, top first. */
  accessibilityWindows(): readonly AccessibilityWindowState[];
  /**
   * The milliseconds since boot, and since the last change that sends an accessibility event; both at the same moment.
   */
  stillness(): { readonly uptimeMs: number; readonly quietMs: number };
  /** The device's files, which are in memory. */
  readonly files: PhoneFiles;

  /** Runs several inputs at one moment of the phone's time, however long this process takes. */
  atOneMoment(run: () => void): void;
  touchDown(point: Point): void;
  touchMove(point: Point): void;
  touchUp(point: Point): void;
  touchCancel(): void;
  key(name: KeyName, press: "down-up" | "long"): void;
  /** Types into the focused field as keys do; throws for characters other than printable ASCII. */
  typeText(text: string): void;

  /** Milliseconds until the window in front will have handled the injected events; 0 for an app that responds. */
  inputLagMs(): number;

  /** Starts an activity; gives null, or an error text as `am start` prints it. */
  startActivity(intent: PhoneIntent): string | null;
  /** Starts an activity; gives everything that `am start [-S] [-W]` prints about it. */
  launch(intent: PhoneIntent, options?: LaunchOptions): LaunchResult;
  /** Switches to another user; false if there is no user with this id. */
  switchUser?(id: number): boolean;
  /**
   * Starts an activity on the second display; gives its component, or null if the display or activity does not exist.
   */
  launchOnSecondDisplay?(intent: PhoneIntent): string | null;
  /** Taps the second display. */
  touchSecondDisplay?(point: Point): void;
  forceStop(packageName: string): void;
  setRotation(mode: "free" | "lock", rotation: Rotation): void;
  setSizeOverride(size: { readonly width: number; readonly height: number } | null): void;
  setDensityOverride(density: number | null): void;
  putSetting(namespace: "system" | "secure" | "global", key: string, value: string | null): void;
  resetFrameStats(packageName: string): void;
  /** `suppresses`: whether it unbinds all accessibility services while it is connected; true if absent. */
  setUiAutomationConnected(connected: boolean, suppresses?: boolean): void;
  /** `cmd statusbar expand-notifications|expand-settings|collapse`. */
  setShade(panel: "notifications" | "settings" | null): void;
  /** `wm dismiss-keyguard`: unlocks a swipe lock; a secure lock asks for its PIN. */
  dismissKeyguard(): void;

  /**
   * Turns a mouse wheel at a point, or at the view with the focus; a positive number moves the content down or right.
   */
  turnWheel?(point: Point | null, notches: { readonly horizontal: number; readonly vertical: number }): void;

  /* Optional, because a phone may lack them: `pm` and `setprop` then report a failure, and do nothing. */
  /** Sets a system property; the command checks whether the shell may set this name. */
  setProperty?(name: string, value: string): void;
  /**
   * Installs or replaces a package; gives null, or the `INSTALL_FAILED_…` text that the package manager prints. `file`
   * becomes its base.apk.
   */
  installPackage?(apk: ApkFacts, file?: Uint8Array): string | null;
  /** Sets an app-op of a package, and applies it; null resets it to its default. */
  setAppOp?(packageName: string, op: string, mode: AppOpMode | null): void;
  /** Sets the languages of an app for one user; an empty list means the system's languages. */
  setAppLocales?(packageName: string, user: number, tags: readonly string[]): void;
  /** Posts a notification, or replaces the one with the same package, id and tag. */
  postNotification?(notification: ActiveNotification): void;
  /** The system's services without a user interface. */
  readonly managers?: Managers;
  /** Logs a line to the main buffer with the current time. */
  log?(line: { readonly pid: number; readonly level: string; readonly tag: string; readonly message: string }): void;
  /** Grants a runtime permission to a package, or revokes it, which ends the package's processes. */
  setPermission?(packageName: string, name: string, isGranted: boolean): void;
  /** Resets the user's refusals of a permission, so that the app can ask again. */
  forgetRefusals?(packageName: string, name: string): void;
  /** What a vendor's system forbids to the shell. */
  readonly vendor?: VendorBlocks;
  /** False if no such package is installed, or if it is a system package and `forUser` is not set. */
  uninstallPackage?(packageName: string, forUser?: boolean): boolean;
  /** Stops the package and deletes its data; false if no such package is installed. */
  clearPackage?(packageName: string): boolean;
  /** Connects the phone to its device; called once. */
  joinDevice?(device: DeviceParts): void;
  /** The touch screen, whose events `getevent` reads; absent if the phone has none. */
  readonly hooks?: { readonly panel: TouchPanel };
  /** The companion of Fovea on this phone. */
  readonly onDevice?: OnDevice;
}

/** Restrictions of MIUI, ColorOS and similar systems; all off unless a test sets them. */
export interface VendorBlocks {
  /** Whether "Install via USB" is off. */
  refusesInstalls: boolean;
  /** Whether "USB debugging (Security settings)" is off: no changes of secure settings and app-ops. */
  refusesSecureSettings: boolean;
  /** Whether it has no video encoder. */
  hasNoVideoEncoder: boolean;
}
