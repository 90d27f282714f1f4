import type { Point, Rect } from "../../../src/base/geometry.js";
import type { OnDevice } from "./companion/on-device.js";
import type { FaultScript } from "./fault-script.js";
import type { ActiveNotification } from "./framework/active-notifications.js";
import type { Managers } from "./framework/managers.js";
import type { TouchPanel } from "./input/touch-panel.js";
import type { BuildState, PhoneState, Rotation } from "./phone-state.js";
import type { Listeners } from "./system/listeners.js";

/** A key of the device, as `input keyevent` names it without the KEYCODE_ prefix, for example "BACK". */
export type KeyName = string;

/** RGBA_8888 pixels of the screen in the current rotation, rows tightly packed. */
export interface ScreenPixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** True if a secure window was blanked out. */
  readonly hasSecureContent: boolean;
}

/** One node as the accessibility framework would report it, in drawing order. */
export interface AccessibilityNodeState {
  readonly className: string;
  readonly packageName: string;
  readonly text: string;
  readonly contentDescription: string;
  readonly hint: string;
  readonly resourceId: string;
  readonly bounds: Rect;
  readonly isCheckable: boolean;
  readonly isChecked: boolean;
  readonly isClickable: boolean;
  readonly isEnabled: boolean;
  readonly isFocusable: boolean;
  readonly isFocused: boolean;
  readonly isScrollable: boolean;
  readonly isLongClickable: boolean;
  readonly isPassword: boolean;
  readonly isSelected: boolean;
  readonly isVisibleToUser: boolean;
  /** False for layout wrappers that `uiautomator dump --compressed` leaves out. */
  readonly isImportant: boolean;
  /** Reported from API 30 on; empty if the app sets none. */
  readonly stateDescription?: string;
  /** True while `text` is the hint of an empty field (API 26 on). */
  readonly isShowingHint?: boolean;
  readonly children: readonly AccessibilityNodeState[];
}

export interface AccessibilityWindowState {
  readonly windowHash: string;
  readonly title: string;
  readonly kind: "application" | "inputMethod" | "system";
  readonly isActive: boolean;
  readonly bounds: Rect;
  readonly root: AccessibilityNodeState | null;
}

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

/** AppOpsManager.MODE_NAMES, without those that `appops` does not take. */
export type AppOpMode = "allow" | "ignore" | "deny" | "foreground";

/** Blocks of MIUI, ColorOS and their kin; all off unless a test sets them. */
export interface VendorBlocks {
  /** "Install via USB" is off. */
  refusesInstalls: boolean;
  /** "USB debugging (Security settings)" is off: no secure settings, no app-ops. */
  refusesSecureSettings: boolean;
  /** It has no encoder for videos. */
  hasNoVideoEncoder: boolean;
}

/** What a phone gets from the device around it: programs of the phone can listen, and their work costs time. */
export interface DeviceParts {
  readonly listeners: Listeners;
  readonly faults: FaultScript;
  readonly seed: number;
  costs(): { roundTripMs(): number; screenshotMs(): number };
}

export interface LaunchOptions {
  /** `-S`: force-stop the target first. */
  readonly stopFirst?: boolean;
  /** The `flg=` value that was asked for, 0 without. */
  readonly flags?: number;
}

export interface LaunchResult {
  /** `delivered`: the activity was already on top and got the intent; `brought-to-front`: its task came forward. */
  readonly outcome: "started" | "delivered" | "brought-to-front" | "unresolved" | "no-such-activity" | "not-exported";
  /** `package/full.Class` that was started or asked for; null if nothing resolved. */
  readonly component: string | null;
  readonly launchState: "COLD" | "WARM" | "HOT" | "UNKNOWN";
  /** Time until the first frame. */
  readonly totalTimeMs: number;
}

/** What the package manager reads from the manifest of an APK. */
export interface ApkFacts {
  readonly packageName: string;
  readonly versionCode: number;
  readonly versionName: string;
  /** Null if the manifest only refers to a resource. */
  readonly label: string | null;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly isTestOnly: boolean;
  /** Full class name of the first activity with a MAIN/LAUNCHER filter. */
  readonly launcherActivity: string | null;
  /** Full class names of its accessibility services. */
  readonly accessibilityServices?: readonly string[];
  /** Full class names of its activities. */
  readonly activities?: readonly string[];
  /** SHA-256 of its certificate, in hex; null if it has no v2 signature. */
  readonly certificate?: string | null;
}

export interface PhoneIntent {
  readonly action: string | null;
  readonly data: string | null;
  /** `package/class` or `package/.Class`. */
  readonly component: string | null;
  readonly packageName: string | null;
  readonly categories: readonly string[];
  /** MIME type, `-t`. */
  readonly type?: string | null;
  readonly extras?: ReadonlyMap<string, string>;
  /** EXTRA_INTENT: what a chooser or resolver is to open. */
  readonly inner?: PhoneIntent | null;
}

/** Files of the virtual phone: a flat map of absolute paths; folders exist by their files and by `mkdir`. */
export interface PhoneFiles {
  /** Whether the storage has no room for more. */
  readonly isFull?: boolean;
  read(path: string): Uint8Array | undefined;
  write(path: string, bytes: Uint8Array, mode?: number): void;
  append(path: string, bytes: Uint8Array): void;
  remove(path: string): boolean;
  makeFolder(path: string): void;
  isFolder(path: string): boolean;
  list(path: string): readonly string[];
  stat(path: string): { readonly mode: number; readonly size: number; readonly mtimeSeconds: number } | undefined;
}
