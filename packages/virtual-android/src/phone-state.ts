import type { Rect, Size } from "../../../src/base/geometry.js";
import type { ActiveNotification } from "./active-notification.js";
import type { ImeState } from "./ime-state.js";
import type { PackageState } from "./package-state.js";
import type { ToastState } from "./toast-state.js";

/*
 * What the framework of the virtual phone would print at one moment. `Phone.state()` gives a frozen copy; the dumps
 * (`dumpsys …`, `wm`, `settings`…) are pure functions of it and of the API level. All rectangles are device pixels of
 * the current rotation.
 */

/** The API levels whose dump formats exist; other levels use the nearest one. */
export type FormatFamily = 24 | 28 | 30 | 33 | 36;

export interface BuildState {
  readonly apiLevel: number;
  readonly family: FormatFamily;
  /** For example "13". */
  readonly release: string;
  readonly model: string;
  readonly manufacturer: string;
  readonly device: string;
  /** ro.serialno; what adb shows may differ. */
  readonly serialNumber: string;
  /** /proc/sys/kernel/random/boot_id. */
  readonly bootId: string;
  readonly fingerprint: string;
}

export type Rotation = 0 | 1 | 2 | 3;

export interface DisplayState {
  readonly displayId: number;
  /** The physical id that `screencap -d` and SurfaceFlinger use, decimal. */
  readonly physicalId: string;
  readonly name: string;
  readonly uniqueId: string;
  /** Panel size at rotation 0. */
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  /** `wm size` / `wm density` overrides, at rotation 0. */
  readonly overrideSize: Size | null;
  readonly overrideDensity: number | null;
  /** Logical size of the current rotation, overrides applied. */
  readonly size: Size;
  readonly density: number;
  readonly rotation: Rotation;
  /** Area that apps get after the non-decor insets. */
  readonly appSize: Size;
  readonly refreshRate: number;
  /** Cutout insets of the current rotation, null without a cutout. */
  readonly cutout: { readonly insets: Rect; readonly bounds: readonly Rect[] } | null;
  readonly isOn: boolean;
  readonly userRotationLocked: boolean;
  readonly userRotation: Rotation;
}

/** Canonical names of WindowInsets.Type; the dumps spell them per release. */
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
  /** Identity hash in lower-case hex, as in Window{285e842 u0 StatusBar}. */
  readonly hash: string;
  readonly userId: number;
  readonly title: string;
  readonly kind: WindowKind;
  /** WindowManager.LayoutParams.type, for example 1 (BASE_APPLICATION), 2011 (INPUT_METHOD). */
  readonly layoutType: number;
  readonly ownerPackage: string;
  readonly ownerUid: number;
  readonly ownerPid: number;
  /** Hash of the ActivityRecord it belongs to, if any. */
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
  /** Full class name. */
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
  /** Top of the back stack first. */
  readonly activities: readonly ActivityState[];
  readonly isVisible: boolean;
}

export interface PowerState {
  readonly wakefulness: "Awake" | "Asleep" | "Dozing" | "Dreaming";
  readonly isInteractive: boolean;
  readonly batteryLevel: number;
  readonly isPlugged: boolean;
  /** When an input event was last noted as use of the device, in ms of uptime; 0 before the first one. */
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
  /** The id of the last input event that the window took before it drew this; absent for none. */
  readonly inputEventId?: number;
}

/** Frame statistics of one process since its last `gfxinfo reset`. Times in nanoseconds of CLOCK_MONOTONIC. */
export interface FrameState {
  readonly windowTitle: string;
  /** When the count began. */
  readonly sinceNs: bigint;
  readonly totalFrames: number;
  readonly jankyFrames: number;
  readonly missedVsync: number;
  readonly slowUiThread: number;
  readonly frameDeadlineMissed: number;
  /** Duration of each recorded frame in ms, oldest first: percentiles and histogram are computed from it. */
  readonly durationsMs: readonly number[];
  /** Intended vsync of each of the last frames (up to 120), with its duration, for `framestats`. */
  readonly rows: readonly FrameRow[];
  readonly viewCount: number;
}

export interface ProcessState {
  readonly pid: number;
  readonly uid: number;
  readonly packageName: string;
  readonly processName: string;
  /** Null if the process never drew with HWUI (games on a SurfaceView, services). */
  readonly frames: FrameState | null;
  readonly isNotResponding: boolean;
  /** What it computed since it began; 0 if absent. */
  readonly cpuMs?: number;
}

/** A service that runs in an app, as `dumpsys activity service` finds it. */
export interface RunningServiceState {
  /** `package/full.Class`. */
  readonly component: string;
  readonly pid: number;
  /** What its own `dump()` prints. */
  readonly lines: readonly string[];
}

export interface AccessibilityState {
  /** Components as in the secure setting, `package/class`. */
  readonly enabled: readonly string[];
  readonly bound: readonly string[];
  /** Being bound. */
  readonly binding?: readonly string[];
  /** How many services the settings could switch on. */
  readonly installedCount?: number;
  readonly crashed: readonly string[];
  readonly isUiAutomationConnected: boolean;
  /** It is one that lets the services be. */
  readonly isUiAutomationConsiderate?: boolean;
}

/** A display besides the default one: a foldable's other panel, an overlay or an HDMI screen. */
export interface ExtraDisplayState {
  readonly display: DisplayState;
  readonly insets: readonly InsetsSourceState[];
  /** Top of the z-order first. */
  readonly windows: readonly WindowState[];
  readonly focusedWindow: WindowState | null;
  readonly focusedActivity: ActivityState | null;
  readonly tasks: readonly TaskState[];
}

/** The last "application not responding", as the window manager keeps it for about two hours. */
export interface AnrState {
  readonly wallClockMs: number;
  readonly reason: string;
  readonly windowTitle: string;
  /** What was on the screen at that moment; the bare `dumpsys window` prints it first. */
  readonly snapshot: PhoneState;
}

/** A line of logd's main buffer. */
export interface LogState {
  readonly wallClockMs: number;
  readonly pid: number;
  /** V, D, I, W, E or F. */
  readonly level: string;
  readonly tag: string;
  readonly message: string;
}

/** An app that ended with an uncaught exception, as logd's crash buffer keeps it. */
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
  /** Device wall clock, ms since the epoch. */
  readonly wallClockMs: number;
  readonly display: DisplayState;
  readonly insets: readonly InsetsSourceState[];
  /** Top of the z-order first. */
  readonly windows: readonly WindowState[];
  /** Null during a transition, or while nothing can take the focus. */
  readonly focusedWindow: WindowState | null;
  readonly focusedActivity: ActivityState | null;
  /** Most recent first. */
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
  /** The display that keys go to; 0 if absent. */
  readonly topFocusedDisplayId?: number;
  readonly lastAnr?: AnrState;
  /** Absent if there is only the owner. */
  readonly users?: {
    readonly current: number;
    readonly added: readonly { readonly id: number; readonly name: string }[];
  };
  /** Oldest first; absent if there were none. */
  readonly crashes?: readonly CrashState[];
  /** What the fingerprint sensor counted; absent if nothing was. */
  readonly fingerprints?: { readonly accepted: number; readonly rejected: number };
  /** Newest first; absent if there are none. */
  readonly notifications?: readonly ActiveNotification[];
  /** The toast that is shown; absent if none is. */
  readonly toast?: ToastState;
  /** The languages that single apps have for the user in front, by package; absent if none has its own. */
  readonly appLocales?: ReadonlyMap<string, readonly string[]>;
  /** Test providers of the shell, and where they say that the phone is; absent without any. */
  readonly testLocations?: ReadonlyMap<string, { readonly latitude: number; readonly longitude: number } | null>;
  /** What the GPS gave the system last, and who asks for it; absent where nothing of it is known. */
  readonly gps?: {
    readonly lastFix: { readonly latitude: number; readonly longitude: number } | null;
    readonly listeners: readonly string[];
  };
  /** The lines of the main log buffer, oldest first; absent if nothing was logged. */
  readonly log?: readonly LogState[];
}
