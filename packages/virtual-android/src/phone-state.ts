import type { Rect, Size } from "../../../src/base/geometry.js";
import type { ActiveNotification } from "./active-notification.js";
import type { ImeState } from "./ime-state.js";
import type { PackageState } from "./package-state.js";
import type { ToastState } from "./toast-state.js";

/*
 * The state of the virtual phone at one moment, for its dumps. `Phone.state()` gives a frozen copy; the dumps
 * (`dumpsys …`, `wm`, `settings`…) are pure functions of it and of the API level. All rectangles are device pixels of
 * the current rotation.
 */

/** The API levels with a dump format; other levels use the format of the nearest one. */
export type FormatFamily = 24 | 28 | 30 | 33 | 36;

export interface BuildState {
  readonly apiLevel: number;
  readonly family: FormatFamily;
  /** For example "13". */
  readonly release: string;
  readonly model: string;
  readonly manufacturer: string;
  readonly device: string;
  /** ro.serialno; the serial that adb shows may differ. */
  readonly serialNumber: string;
  /** /proc/sys/kernel/random/boot_id. */
  readonly bootId: string;
  readonly fingerprint: string;
}

export type Rotation = 0 | 1 | 2 | 3;

export interface DisplayState {
  readonly displayId: number;
  /** The physical id for `screencap -d` and SurfaceFlinger, decimal. */
  readonly physicalId: string;
  readonly name: string;
  readonly uniqueId: string;
  /** The panel size at rotation 0. */
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  /** The overrides of `wm size` and `wm density`, at rotation 0. */
  readonly overrideSize: Size | null;
  readonly overrideDensity: number | null;
  /** The logical size in the current rotation, with overrides. */
  readonly size: Size;
  readonly density: number;
  readonly rotation: Rotation;
  /** The area for apps after the non-decor insets. */
  readonly appSize: Size;
  readonly refreshRate: number;
  /** The cutout's insets in the current rotation; null without a cutout. */
  readonly cutout: { readonly insets: Rect; readonly bounds: readonly Rect[] } | null;
  readonly isOn: boolean;
  readonly userRotationLocked: boolean;
  readonly userRotation: Rotation;
}

/** The canonical names of WindowInsets.Type; each release prints them differently. */
export type InsetsKind =
  | "statusBars"
  | "navigationBars"
  | "ime"
  | "systemGesturesLeft"
  | "systemGesturesRight"
  | "mandatorySystemGesturesTop"
  | "mandatorySystemGesturesBottom"
  | "tappableElementTop"
  | "tappableElementBottom"
  | "displayCutout";

export interface InsetsSourceState {
  readonly kind: InsetsKind;
  readonly frame: Rect;
  readonly visible: boolean;
}

export type WindowKind =
  | "application"
  | "dialog"
  | "popup"
  | "inputMethod"
  | "statusBar"
  | "notificationShade"
  | "navigationBar"
  | "wallpaper"
  | "toast"
  | "systemDialog"
  | "systemOverlay";

export interface WindowState {
  /** The identity hash in lower-case hex, as in Window{285e842 u0 StatusBar}. */
  readonly hash: string;
  readonly userId: number;
  readonly title: string;
  readonly kind: WindowKind;
  /** WindowManager.LayoutParams.type, for example 1 (BASE_APPLICATION), 2011 (INPUT_METHOD). */
  readonly layoutType: number;
  readonly ownerPackage: string;
  readonly ownerUid: number;
  readonly ownerPid: number;
  /** The hash of its ActivityRecord; null without one. */
  readonly activityHash: string | null;
  readonly frame: Rect;
  readonly isVisible: boolean;
  readonly hasSurface: boolean;
  readonly isFocusable: boolean;
  readonly isSecure: boolean;
  readonly isExiting: boolean;
  readonly hidesStatusBar: boolean;
  readonly hidesNavigationBar: boolean;
}

export interface ActivityState {
  readonly hash: string;
  readonly userId: number;
  readonly packageName: string;
  /** The full class name. */
  readonly className: string;
  readonly taskId: number;
  readonly state: "RESUMED" | "PAUSED" | "STOPPED" | "INITIALIZING";
  readonly orientation: "unspecified" | "portrait" | "landscape";
}

export interface TaskState {
  readonly taskId: number;
  readonly hash: string;
  readonly kind: "home" | "standard" | "recents";
  readonly affinity: string;
  /** The activities, the top of the back stack first. */
  readonly activities: readonly ActivityState[];
  readonly isVisible: boolean;
}

export interface PowerState {
  readonly wakefulness: "Awake" | "Asleep" | "Dozing" | "Dreaming";
  readonly isInteractive: boolean;
  readonly batteryLevel: number;
  readonly isPlugged: boolean;
  /** The time of the last input event that counted as use of the device, in ms of uptime; 0 before the first event. */
  readonly lastUseMs: number;
}

export interface KeyguardState {
  readonly isShowing: boolean;
  readonly isSecure: boolean;
  readonly isOccluded: boolean;
}

export interface FrameRow {
  readonly intendedVsyncNs: bigint;
  readonly durationNs: bigint;
  readonly flags: number;
  /** The id of the last input event that the window got before it drew this frame; absent if there was none. */
  readonly inputEventId?: number;
}

/** The frame statistics of one process since its last `gfxinfo reset`. Times in nanoseconds of CLOCK_MONOTONIC. */
export interface FrameState {
  readonly windowTitle: string;
  /** The time at which the count started. */
  readonly sinceNs: bigint;
  readonly totalFrames: number;
  readonly jankyFrames: number;
  readonly missedVsync: number;
  readonly slowUiThread: number;
  readonly frameDeadlineMissed: number;
  /**
   * The duration of each recorded frame in ms, oldest first; percentiles and histogram are computed from the durations.
   */
  readonly durationsMs: readonly number[];
  /** The intended vsync and the duration of each of the last frames (up to 120), for `framestats`. */
  readonly rows: readonly FrameRow[];
  readonly viewCount: number;
}

export interface ProcessState {
  readonly pid: number;
  readonly uid: number;
  readonly packageName: string;
  readonly processName: string;
  /** Null if the process never drew with HWUI (games with a SurfaceView, services). */
  readonly frames: FrameState | null;
  readonly isNotResponding: boolean;
  /** The CPU time since its start; 0 if absent. */
  readonly cpuMs?: number;
}

/** A running service of an app, as `dumpsys activity service` finds it. */
export interface RunningServiceState {
  /** `package/full.Class`. */
  readonly component: string;
  readonly pid: number;
  /** The lines that its own `dump()` prints. */
  readonly lines: readonly string[];
}

export interface AccessibilityState {
  /** Components as in the secure setting, `package/class`. */
  readonly enabled: readonly string[];
  readonly bound: readonly string[];
  /** Services that are being bound. */
  readonly binding?: readonly string[];
  /** The number of installed services that the settings could switch on. */
  readonly installedCount?: number;
  readonly crashed: readonly string[];
  readonly isUiAutomationConnected: boolean;
  /** Whether the connected UiAutomation keeps other services bound. */
  readonly isUiAutomationConsiderate?: boolean;
}

/** A display other than the default one: the second panel of a foldable, an overlay or an HDMI screen. */
export interface ExtraDisplayState {
  readonly display: DisplayState;
  readonly insets: readonly InsetsSourceState[];
  /** The windows, top of the z-order first. */
  readonly windows: readonly WindowState[];
  readonly focusedWindow: WindowState | null;
  readonly focusedActivity: ActivityState | null;
  readonly tasks: readonly TaskState[];
}

/** The last ANR (application not responding), which the window manager keeps for about two hours. */
export interface AnrState {
  readonly wallClockMs: number;
  readonly reason: string;
  readonly windowTitle: string;
  /** The state of the phone at the ANR; `dumpsys window` without arguments prints it first. */
  readonly snapshot: PhoneState;
}

/** A line of logd's main buffer. */
export interface LogState {
  readonly wallClockMs: number;
  readonly pid: number;
  /** The level: V, D, I, W, E or F. */
  readonly level: string;
  readonly tag: string;
  readonly message: string;
}

/** An app that crashed with an uncaught exception, as in logd's crash buffer. */
export interface CrashState {
  readonly wallClockMs: number;
  readonly pid: number;
  readonly processName: string;
  /** `java.lang.IllegalStateException: message`. */
  readonly exception: string;
}

export interface PhoneState {
  readonly build: BuildState;
  readonly uptimeMs: number;
  /** The device's wall clock, in ms since the epoch. */
  readonly wallClockMs: number;
  readonly display: DisplayState;
  readonly insets: readonly InsetsSourceState[];
  /** The windows, top of the z-order first. */
  readonly windows: readonly WindowState[];
  /** Null during a transition, or while no window can have the focus. */
  readonly focusedWindow: WindowState | null;
  readonly focusedActivity: ActivityState | null;
  /** The tasks, most recent first. */
  readonly tasks: readonly TaskState[];
  readonly ime: ImeState;
  readonly power: PowerState;
  readonly keyguard: KeyguardState;
  readonly processes: readonly ProcessState[];
  readonly packages: readonly PackageState[];
  readonly accessibility: AccessibilityState;
  readonly services?: readonly RunningServiceState[];
  readonly settings: Readonly<Record<"system" | "secure" | "global", ReadonlyMap<string, string>>>;
  readonly properties: ReadonlyMap<string, string>;
  readonly extraDisplays?: readonly ExtraDisplayState[];
  /** The id of the display that gets keys; 0 if absent. */
  readonly topFocusedDisplayId?: number;
  readonly lastAnr?: AnrState;
  /** The users; absent if there is only the owner. */
  readonly users?: {
    readonly current: number;
    readonly added: readonly { readonly id: number; readonly name: string }[];
  };
  /** The crashes, oldest first; absent if there were none. */
  readonly crashes?: readonly CrashState[];
  /** The counters of the fingerprint sensor; absent if it was never used. */
  readonly fingerprints?: { readonly accepted: number; readonly rejected: number };
  /** The notifications, newest first; absent if there are none. */
  readonly notifications?: readonly ActiveNotification[];
  /** The toast that is shown; absent if none is shown. */
  readonly toast?: ToastState;
  /** The languages of single apps for the current user, by package; absent if no app has its own. */
  readonly appLocales?: ReadonlyMap<string, readonly string[]>;
  /** The shell's test providers and the location of each; absent if there are none. */
  readonly testLocations?: ReadonlyMap<string, { readonly latitude: number; readonly longitude: number } | null>;
  /** The last fix of the GPS, and the packages that request it; absent if the GPS was never used. */
  readonly gps?: {
    readonly lastFix: { readonly latitude: number; readonly longitude: number } | null;
    readonly listeners: readonly string[];
  };
  /** The lines of the main log buffer, oldest first; absent if there are none. */
  readonly log?: readonly LogState[];
}
