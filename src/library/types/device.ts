import type { Acted, CallOptions } from "./calls.js";

/** What a setting, the size of the display or the like was, and is; null for the device's default. */
export interface StateChange {
  readonly state: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why the device does not show the new value yet; absent where it does. */
  readonly unproven?: string;
}

/** An act that changed the device for a while: it is restored when the connection is closed. */
export interface DeviceChanged extends Acted {
  readonly changes: readonly StateChange[];
}

/** How the display shows things; what is absent stays as it is. */
export interface DisplayOptions extends CallOptions {
  /** `1080x1920`, in pixels of the unrotated screen. */
  readonly size?: string;
  /** In dpi. */
  readonly density?: number;
  /** Size of fonts: 100 is the default. */
  readonly fontPercent?: number;
  readonly dark?: boolean;
  readonly animations?: boolean;
  readonly stayAwake?: boolean;
  /** By its Olson name: `Europe/Berlin`. */
  readonly timeZone?: string;
  /** Languages of the app `package`, from Android 13 on: `de-DE` or `zh-Hant-TW,en`; `default` for the system's. */
  readonly locale?: string;
  /** The app that `locale` is for. */
  readonly package?: string;
}

/** What no screen shows, and what proves it. */
export interface UnseenChange {
  readonly did: string;
  readonly proof: "confirmed" | "unconfirmed";
  readonly evidence: readonly string[];
}

/** The device itself. What it changes is restored when the connection is closed, except for the clipboard. */
export interface Device {
  /** Turns the screen, or lets the sensor do it. */
  turn(to: "portrait" | "landscape" | "auto", options?: CallOptions): Promise<DeviceChanged>;
  /** Changes what is given of the display, and reads it back. */
  display(options: DisplayOptions): Promise<DeviceChanged>;
  /** Restores all that was changed. */
  setBack(options?: CallOptions): Promise<readonly StateChange[]>;
  /** A setting by namespace and key, as `system/font_scale`; null if it has none. Throws SETTING_NOT_ALLOWED. */
  setting(name: string, options?: CallOptions): Promise<string | null>;
  /** Null takes the setting away, so that the default holds. */
  putSetting(name: string, value: string | null, options?: CallOptions): Promise<DeviceChanged>;
  /** The text on the clipboard. Needs a companion. */
  clipboard(options?: CallOptions): Promise<string | null>;
  /** Puts a text on the clipboard. Needs a companion. */
  putClipboard(text: string, options?: CallOptions): Promise<UnseenChange>;
  /** Puts the device to a place, or to several one after another; from Android 13 on, and emulators. */
  putLocation(places: readonly Place[], options?: TravelOptions): Promise<DeviceChanged>;
  /** Lays a finger on the sensor of an emulator. Throws UNSUPPORTED_ON_DEVICE for a real device. */
  touchSensor(finger?: number, options?: CallOptions): Promise<UnseenChange>;
  /** Switches airplane mode (from Android 9 on), Wi-Fi or mobile data. Throws WOULD_DISCONNECT. */
  network(options: NetworkOptions): Promise<DeviceChanged>;
  /** Those that are shown. */
  notifications(options?: CallOptions): Promise<readonly ShownNotification[]>;
  /** Opens the list of notifications. */
  openNotifications(options?: CallOptions): Promise<Acted>;
  /** By its title. Throws NOTIFICATION_NOT_FOUND. */
  tapNotification(title: string, options?: CallOptions): Promise<Acted>;
  /** By its title. Throws NOTIFICATION_NOT_FOUND. */
  dismissNotification(title: string, options?: CallOptions): Promise<Acted>;
  /** In the name of adb's shell, from Android 10 on. */
  postNotification(title: string, text: string, options?: CallOptions): Promise<UnseenChange>;
  /** Begins a video of the screen. Throws VIDEO_RUNNING; UNSUPPORTED_ON_DEVICE where the device records none. */
  startVideo(options?: VideoOptions): Promise<UnseenChange>;
  /** Ends it and saves it as MP4. Throws VIDEO_NOT_RUNNING. */
  stopVideo(options?: StopVideoOptions): Promise<RecordedVideo>;
  /** The log, oldest line first. */
  logs(options?: LogOptions): Promise<readonly LogLine[]>;
  /** Crashes of apps, and apps that did not respond, oldest first. */
  crashes(options?: CrashOptions): Promise<readonly KeptFailure[]>;
}

/** In degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** How fast to go from place to place. */
export interface TravelOptions extends CallOptions {
  /** Between two places; 1 if absent. */
  readonly pauseSeconds?: number;
}

/** Its words are those of an app. */
export interface ShownNotification {
  /** As the device calls it. */
  readonly key: string;
  readonly package: string;
  readonly tag: string | null;
  readonly title: string | null;
  readonly text: string | null;
  /** It stays until its app takes it away. */
  readonly isOngoing: boolean;
  /**
   * False where the words of another app may look like this notification: before Android 8, where several apps have
   * some; and where two records say that they are this one, whose title and text are null then.
   */
  readonly isProven: boolean;
}

/** What the video is like. */
export interface VideoOptions extends CallOptions {
  /** In pixels, as `540x960`; the size of the screen if absent. */
  readonly size?: string;
}

/** Where to save the video. */
export interface StopVideoOptions extends CallOptions {
  /** A name in the folder of `outputDir`, which ends in .mp4; by the time if absent. */
  readonly saveAs?: string;
}

/** A video that was saved: its files, with their lengths in ms and of how many parts they were made. */
export interface RecordedVideo {
  /** One, and one more each time that the screen was turned between two parts of it. */
  readonly videos: readonly { readonly path: string; readonly durationMs: number; readonly parts: number }[];
  readonly notes: readonly string[];
}

/** What is absent stays as it is. */
export interface NetworkOptions extends CallOptions {
  readonly airplane?: boolean;
  readonly wifi?: boolean;
  readonly data?: boolean;
  /** What the network of an emulator lets through. */
  readonly speed?: "gsm" | "gprs" | "edge" | "umts" | "lte" | "full";
}

/** Which lines. */
export interface LogOptions extends CallOptions {
  /** Only this app, by its package id. */
  readonly package?: string;
  /** At least so serious; `info` if absent. */
  readonly level?: "verbose" | "debug" | "info" | "warning" | "error" | "fatal";
  /** A regular expression for tag and message. */
  readonly pattern?: string;
  /** How far back; 60 if absent. */
  readonly seconds?: number;
  /** How many lines, the last ones; 100 if absent. */
  readonly lines?: number;
}

/** A line of the device's log. */
export interface LogLine {
  /** Wall clock of the device, ms since the epoch. */
  readonly atMs: number;
  readonly pid: number;
  readonly level: string;
  readonly tag: string;
  readonly message: string;
}

/** Which crashes. */
export interface CrashOptions extends CallOptions {
  readonly package?: string;
  /** How many crashes, the last ones; 5 if absent. */
  readonly count?: number;
}

/** A crash or a hang that the device kept, with its stack. */
export interface KeptFailure {
  /** By the clock and in the time zone of the device. */
  readonly at: string;
  readonly kind: "crash" | "anr" | "native_crash";
  readonly isSystem: boolean;
  readonly process: string;
  readonly package: string | null;
  readonly cause: string;
  readonly stack: readonly string[];
}

/** A permission that a user decides on, or a right that an app-op rules. */
export interface PermissionState {
  /** `android.permission.CAMERA`. */
  readonly name: string;
  /** Null if nobody decided on it, and the release's default holds. */
  readonly isGranted: boolean | null;
  /** The app cannot ask for it again. */
  readonly isFixed: boolean;
}

/** Permissions to grant and to revoke by their names, or all of them to reset. */
export interface PermissionOptions extends CallOptions {
  /** `android.permission.CAMERA`, `camera`, `location` or `all`. */
  readonly grant?: readonly string[];
  readonly revoke?: readonly string[];
  /** Takes all away. */
  readonly reset?: boolean;
}

/** The act, and what the app may do then. */
export interface PermissionsChanged extends Acted {
  readonly permissions: readonly PermissionState[];
}
