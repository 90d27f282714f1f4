import type { Acted, CallOptions } from "./calls.js";

/**
 * A value of the device, such as a setting or the size of the display, before and after a change; null means the
 * device's default.
 */
export interface StateChange {
  readonly state: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why the device does not show the new value yet; absent if it does. */
  readonly unproven?: string;
}

/** An act that changed the device for a while: it is restored when the connection is closed. */
export interface DeviceChanged extends Acted {
  readonly changes: readonly StateChange[];
}

/** How the display shows things; an absent option does not change anything. */
export interface DisplayOptions extends CallOptions {
  /** The size in pixels of the unrotated screen: `1080x1920`. */
  readonly size?: string;
  /** The density in dpi. */
  readonly density?: number;
  /** The size of fonts in percent: 100 is the default. */
  readonly fontPercent?: number;
  readonly dark?: boolean;
  readonly animations?: boolean;
  readonly stayAwake?: boolean;
  /** An Olson name: `Europe/Berlin`. */
  readonly timeZone?: string;
  /**
   * Languages of the app `package`, from Android 13 on: `de-DE` or `zh-Hant-TW,en`; `default` for the languages of the
   * system.
   */
  readonly locale?: string;
  /** The app that `locale` is for. */
  readonly package?: string;
}

/** A change that no screen shows, and the evidence for it. */
export interface UnseenChange {
  readonly did: string;
  readonly proof: "confirmed" | "unconfirmed";
  readonly evidence: readonly string[];
}

/** The device itself. What it changes is restored when the connection is closed, except for the clipboard. */
export interface Device {
  /** Turns the screen, or lets the sensor decide. */
  turn(to: "portrait" | "landscape" | "auto", options?: CallOptions): Promise<DeviceChanged>;
  /** Changes the given properties of the display, and reads them back. */
  display(options: DisplayOptions): Promise<DeviceChanged>;
  /** Restores everything that was changed. */
  setBack(options?: CallOptions): Promise<readonly StateChange[]>;
  /**
   * The value of a setting, named by namespace and key, such as `system/font_scale`; null if it has none. Throws
   * SETTING_NOT_ALLOWED.
   */
  setting(name: string, options?: CallOptions): Promise<string | null>;
  /** Changes a setting; null deletes it, so the default holds. */
  putSetting(name: string, value: string | null, options?: CallOptions): Promise<DeviceChanged>;
  /** The text on the clipboard. Needs a companion. */
  clipboard(options?: CallOptions): Promise<string | null>;
  /** Puts a text on the clipboard. Needs a companion. */
  putClipboard(text: string, options?: CallOptions): Promise<UnseenChange>;
  /**
   * Sets the location of the device to a place, or to several places one after another; from Android 13 on, and on
   * emulators.
   */
  putLocation(places: readonly Place[], options?: TravelOptions): Promise<DeviceChanged>;
  /** Touches the fingerprint sensor of an emulator. Throws UNSUPPORTED_ON_DEVICE for a real device. */
  touchSensor(finger?: number, options?: CallOptions): Promise<UnseenChange>;
  /** Switches airplane mode (from Android 9 on), Wi-Fi or mobile data. Throws WOULD_DISCONNECT. */
  network(options: NetworkOptions): Promise<DeviceChanged>;
  /** The notifications that are shown now. */
  notifications(options?: CallOptions): Promise<readonly ShownNotification[]>;
  /** Opens the list of notifications. */
  openNotifications(options?: CallOptions): Promise<Acted>;
  /** Taps a notification by its title. Throws NOTIFICATION_NOT_FOUND. */
  tapNotification(title: string, options?: CallOptions): Promise<Acted>;
  /** Dismisses a notification by its title. Throws NOTIFICATION_NOT_FOUND. */
  dismissNotification(title: string, options?: CallOptions): Promise<Acted>;
  /** Posts a notification in the name of adb's shell, from Android 10 on. */
  postNotification(title: string, text: string, options?: CallOptions): Promise<UnseenChange>;
  /** Begins a video of the screen. Throws VIDEO_RUNNING; UNSUPPORTED_ON_DEVICE if the device cannot record. */
  startVideo(options?: VideoOptions): Promise<UnseenChange>;
  /** Ends the video and saves it as MP4. Throws VIDEO_NOT_RUNNING. */
  stopVideo(options?: StopVideoOptions): Promise<RecordedVideo>;
  /** Lines of the log, the oldest first. */
  logs(options?: LogOptions): Promise<readonly LogLine[]>;
  /** Crashes of apps, and apps that did not respond, the oldest first. */
  crashes(options?: CrashOptions): Promise<readonly KeptFailure[]>;
}

/** A place on earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** How fast to move from place to place. */
export interface TravelOptions extends CallOptions {
  /** The pause between two places, in s; 1 if absent. */
  readonly pauseSeconds?: number;
}

/** A notification. Its title and its text are the app's words. */
export interface ShownNotification {
  /** The key of the notification on the device. */
  readonly key: string;
  readonly package: string;
  readonly tag: string | null;
  readonly title: string | null;
  readonly text: string | null;
  /** Whether it stays until its app removes it. */
  readonly isOngoing: boolean;
  /**
   * Whether it is certainly a notification of this app. False if it may be an imitation by the text of another app:
   * before Android 8, if several apps have notifications; and if two records claim to be this notification, whose title
   * and text are null then.
   */
  readonly isProven: boolean;
}

/** How to record the video. */
export interface VideoOptions extends CallOptions {
  /** The size in pixels, such as `540x960`; the size of the screen if absent. */
  readonly size?: string;
}

/** Where to save the video. */
export interface StopVideoOptions extends CallOptions {
  /**
   * The name of the file in the folder of `outputDir`; it ends with .mp4. If absent, the name is made from the time.
   */
  readonly saveAs?: string;
}

/** A saved video: its files, each with its length in ms and the number of its parts. */
export interface RecordedVideo {
  /** One video, and one more after each rotation of the screen between two parts. */
  readonly videos: readonly { readonly path: string; readonly durationMs: number; readonly parts: number }[];
  readonly notes: readonly string[];
}

/** What to switch on or off; an absent option does not change anything. */
export interface NetworkOptions extends CallOptions {
  readonly airplane?: boolean;
  readonly wifi?: boolean;
  readonly data?: boolean;
  /** The speed of the emulator's network. */
  readonly speed?: "gsm" | "gprs" | "edge" | "umts" | "lte" | "full";
}

/** Which lines of the log to read. */
export interface LogOptions extends CallOptions {
  /** Only lines of the app with this package id. */
  readonly package?: string;
  /** The least severity; `info` if absent. */
  readonly level?: "verbose" | "debug" | "info" | "warning" | "error" | "fatal";
  /** A regular expression that the tag or the message has to match. */
  readonly pattern?: string;
  /** How far back to read, in s; 60 if absent. */
  readonly seconds?: number;
  /** How many of the last lines to give; 100 if absent. */
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

/** Which crashes to read. */
export interface CrashOptions extends CallOptions {
  readonly package?: string;
  /** How many of the last crashes to give; 5 if absent. */
  readonly count?: number;
}

/** A crash or a hang in the device's log, with its stack. */
export interface KeptFailure {
  /** The time by the clock and in the time zone of the device. */
  readonly at: string;
  readonly kind: "crash" | "anr" | "native_crash";
  readonly isSystem: boolean;
  readonly process: string;
  readonly package: string | null;
  readonly cause: string;
  readonly stack: readonly string[];
}

/** A permission that a user decides on, or a right that is controlled by an app-op. */
export interface PermissionState {
  /** The name, such as `android.permission.CAMERA`. */
  readonly name: string;
  /** Whether it is granted; null if nobody decided on it, so the default of the release holds. */
  readonly isGranted: boolean | null;
  /** Whether the app cannot ask for it again. */
  readonly isFixed: boolean;
}

/** Permissions to grant and to revoke, by name; or whether to reset all. */
export interface PermissionOptions extends CallOptions {
  /** `android.permission.CAMERA`, `camera`, `location` or `all`. */
  readonly grant?: readonly string[];
  readonly revoke?: readonly string[];
  /** Revokes all of them, so that the app asks again (certain from Android 13 on). */
  readonly reset?: boolean;
}

/** The change, and the permissions of the app after it. */
export interface PermissionsChanged extends Acted {
  readonly permissions: readonly PermissionState[];
}
