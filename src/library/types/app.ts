/** What a device has on an installed app, for the user in front. What it does not say is null. */
export interface AppInfo {
  readonly package: string;
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
  /** Of its base.apk. */
  readonly apkBytes: number | null;
  /** Of its main process; empty where that does not run. */
  readonly pids: readonly number[];
  /** Of those that a user decides on. */
  readonly granted: readonly string[];
  readonly denied: readonly string[];
}
