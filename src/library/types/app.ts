import type { Acted } from "./calls.js";

/** An installed app. */
export interface InstalledApp {
  readonly package: string;
  /** Its name in the launcher, in the language of the user; null if the launcher does not show it. */
  readonly label: string | null;
}

/** Facts of an installed app, for the current user. Null means that the device does not report the fact. */
export interface AppInfo {
  readonly package: string;
  /** Its name in the launcher, in the language of the user; null if the launcher does not show it. */
  readonly label: string | null;
  /** The version as the app itself writes it. */
  readonly versionName: string | null;
  /** The version code in digits: it may be too large for a JavaScript number. */
  readonly versionCode: string | null;
  readonly minSdk: number | null;
  readonly targetSdk: number | null;
  /** Whether the app came with the device. */
  readonly isSystem: boolean;
  /** Whether adb may read its data and its processes (`run-as`, debuggers, WebView inspection). */
  readonly isDebuggable: boolean;
  /** Whether the app was never opened since it was installed or force-stopped. */
  readonly isStopped: boolean | null;
  readonly isEnabled: boolean | null;
  /** The time by the clock and in the time zone of the device. */
  readonly installedAt: string | null;
  readonly updatedAt: string | null;
  /** The package that installed it. */
  readonly installer: string | null;
  readonly apk: string;
  /** The size of its base.apk in bytes. */
  readonly apkBytes: number | null;
  /** The pids of its main process; empty if it does not run. */
  readonly pids: readonly number[];
  /** The granted permissions, among those that a user decides on. */
  readonly granted: readonly string[];
  readonly denied: readonly string[];
}

/** The memory, processor time and frames of an app at one moment. Null means that the device does not report it. */
export interface AppUse {
  /** The pid of its main process; null if it does not run. */
  readonly pid: number | null;
  /** The memory of all of its processes together (PSS), in kB. */
  readonly memoryKb: number | null;
  /** Processor time of the main process since it started, on all cores together. */
  readonly cpuMs: number | null;
  /** Frames drawn since the counters were last reset. */
  readonly frames: number | null;
  /** How many of these frames were late. */
  readonly jankyFrames: number | null;
  readonly frameP50Ms: number | null;
  readonly frameP95Ms: number | null;
  /** Time since boot, as the device reports it. */
  readonly uptimeMs: number | null;
}

/**
 * The memory, processor time and frames of an app during a span of time. Null means that the device did not report it.
 */
export interface PerformanceSpan {
  readonly package: string;
  readonly durationMs: number | null;
  readonly frames: number | null;
  readonly jankyFrames: number | null;
  readonly frameP50Ms: number | null;
  readonly frameP95Ms: number | null;
  /** Processor time of its main process, on all cores together. */
  readonly cpuMs: number | null;
  readonly memoryKb: { readonly before: number | null; readonly after: number | null };
  readonly battery: {
    readonly before: number | null;
    readonly after: number | null;
    /** The charge that was taken from the battery, in µAh; null if the device does not measure it, or is plugged in. */
    readonly usedMicroAmpereHours: number | null;
    readonly isPlugged: boolean | null;
  };
  /** Whether the main process was replaced by a new one during the span. */
  readonly wasRestarted: boolean;
}

/** The result of a start of an app that was not running. */
export interface ColdStart extends Acted {
  /** The time until its first frame, as the device reports it. */
  readonly startMs: number | null;
  /** `COLD` if a new process was started; null before Android 10, which does not report it. */
  readonly launchState: string | null;
}
