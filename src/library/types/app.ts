import type { Acted } from "./calls.js";

/** An installed app. */
export interface InstalledApp {
  readonly package: string;
  /** What the launcher calls it, in the language of the user; null where it shows none. */
  readonly label: string | null;
}

/** What a device has on an installed app, for the user in front. What it does not say is null. */
export interface AppInfo {
  readonly package: string;
  /** What the launcher calls it, in the language of the user; null if it shows none. */
  readonly label: string | null;
  /** In the app's own words. */
  readonly versionName: string | null;
  /** In digits: it may be larger than what a number holds exactly. */
  readonly versionCode: string | null;
  readonly minSdk: number | null;
  readonly targetSdk: number | null;
  /** It came with the device. */
  readonly isSystem: boolean;
  /** Its data and processes are open to adb (`run-as`, debuggers, WebView inspection). */
  readonly isDebuggable: boolean;
  /** Nobody opened it since it was installed, or stopped by force. */
  readonly isStopped: boolean | null;
  readonly isEnabled: boolean | null;
  /** By the clock and in the time zone of the device. */
  readonly installedAt: string | null;
  readonly updatedAt: string | null;
  /** The package that installed it. */
  readonly installer: string | null;
  readonly apk: string;
  /** The size of its base.apk. */
  readonly apkBytes: number | null;
  /** The pids of its main process; empty if that does not run. */
  readonly pids: readonly number[];
  /** The granted ones of the permissions that a user decides on. */
  readonly granted: readonly string[];
  readonly denied: readonly string[];
}

/** What an app takes of the device, at a moment. What the device does not say is null. */
export interface AppUse {
  /** The pid of its main process; null if that does not run. */
  readonly pid: number | null;
  /** Its share of the memory (PSS), of all of its processes. */
  readonly memoryKb: number | null;
  /** Processor time of the main process since it began, on all cores together. */
  readonly cpuMs: number | null;
  /** Frames drawn since the counters were last reset. */
  readonly frames: number | null;
  /** How many of these frames came too late. */
  readonly jankyFrames: number | null;
  readonly frameP50Ms: number | null;
  readonly frameP95Ms: number | null;
  /** Since boot, by the device. */
  readonly uptimeMs: number | null;
}

/** What an app took over a span. What the device did not say is null. */
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
    /** What was drawn from it in µAh; null if the device does not count, or is plugged in. */
    readonly usedMicroAmpereHours: number | null;
    readonly isPlugged: boolean | null;
  };
  /** Whether its main process is not the one from the beginning. */
  readonly wasRestarted: boolean;
}

/** An app that was started from nothing. */
export interface ColdStart extends Acted {
  /** Until its first frame, by the device. */
  readonly startMs: number | null;
  /** `COLD` where a process was made for it; null before Android 10, which does not report it. */
  readonly launchState: string | null;
}
