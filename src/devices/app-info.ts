import { readPermissions } from "./app-permissions.js";
import { readInstalledApp } from "./installed-app.js";
import type { Phone } from "./phone.js";
import { retryRead } from "./retry-read.js";
import { command, dumpsys, readScript } from "./script.js";
import { SHELL_LIMITS } from "./shell.js";

/** The facts of an installed app for the current user. A fact that the device does not report is null. */
export interface AppInfo {
  readonly package: string;
  /** The version name as the app has it. */
  readonly versionName: string | null;
  /** The version code in digits: it may be larger than an exact JavaScript number. */
  readonly versionCode: string | null;
  readonly minSdk: number | null;
  readonly targetSdk: number | null;
  /** It is part of the system. */
  readonly isSystem: boolean;
  /** Its data and processes are open to adb (`run-as`, debuggers, WebView inspection). */
  readonly isDebuggable: boolean;
  /** The app was not opened since it was installed or force-stopped. */
  readonly isStopped: boolean | null;
  readonly isEnabled: boolean | null;
  /** The time by the clock and in the time zone of the device. */
  readonly installedAt: string | null;
  readonly updatedAt: string | null;
  /** The package that installed it. */
  readonly installer: string | null;
  readonly apk: string;
  /** The size of its base.apk. */
  readonly apkBytes: number | null;
  /** The pids of its main process; empty if that does not run. */
  readonly pids: readonly number[];
  /** The granted ones of its runtime permissions. */
  readonly granted: readonly string[];
  readonly denied: readonly string[];
}

/** Reads the facts of an app; null if it is not installed. Errors: as readInstalledApp and readPermissions. */
export async function readAppInfo(phone: Phone, packageName: string, signal: AbortSignal): Promise<AppInfo | null> {
  const app = await readInstalledApp(phone, packageName, signal);
  if (!app) return null;
  const script = readScript(
    command(["stat", "-L", "-c", "fovea bytes=%s", app.path], { stderr: "drop" }),
    dumpsys(5, "package", packageName),
  );
  const { stdout } = await retryRead(phone.device, script, SHELL_LIMITS, signal);
  const { runtime } = await readPermissions(phone, packageName, signal);
  const { versionName, versionCode, isSystem, path: apk, pids } = app;
  const names = (isGranted: boolean) => runtime.filter((one) => one.isGranted === isGranted).map(({ name }) => name);
  const parsed = parseAppFacts(stdout.toString("utf8"), packageName, phone.user);
  const known = { package: packageName, versionName, versionCode, isSystem, apk, pids };
  return { ...known, ...parsed, granted: names(true), denied: names(false) };
}

type Parsed = Pick<
  AppInfo,
  | "minSdk"
  | "targetSdk"
  | "isDebuggable"
  | "isStopped"
  | "isEnabled"
  | "installedAt"
  | "updatedAt"
  | "installer"
  | "apkBytes"
>;

/** Reads the package's block in `dumpsys package` (com.android.server.pm.Settings.dumpPackageLPr). */
export function parseAppFacts(said: string, packageName: string, user: number): Parsed {
  const lines = said.split(/\r?\n/);
  const from = lines.findIndex((line) => line.startsWith(`  Package [${packageName}] `));
  const end = lines.findIndex((line, place) => place > from && /^ {0,2}\S/.test(line));
  const block = from < 0 ? [] : lines.slice(from + 1, end < 0 ? undefined : end);
  const behind = (head: string) =>
    block
      .find((line) => line.startsWith(`    ${head}=`))
      ?.slice(head.length + 5)
      .trim() ?? null;
  const sdk = block.find((line) => line.startsWith("    versionCode=")) ?? "";
  const ofUser = block.find((line) => line.startsWith(`    User ${user}:`)) ?? "";
  const flags = (behind("flags") ?? behind("pkgFlags") ?? "").split(" ");
  const enabled = numberBehind(ofUser, "enabled");
  return {
    minSdk: numberBehind(sdk, "minSdk"),
    targetSdk: numberBehind(sdk, "targetSdk"),
    isDebuggable: flags.includes("DEBUGGABLE"),
    isStopped: / stopped=(?:true|false)\b/.test(ofUser) ? / stopped=true\b/.test(ofUser) : null,
    // COMPONENT_ENABLED_STATE_DEFAULT is 0, ENABLED is 1; all other values mean disabled.
    isEnabled: enabled === null ? null : enabled <= 1,
    installedAt: behind("firstInstallTime"),
    updatedAt: behind("lastUpdateTime"),
    installer: noneIsNull(behind("installerPackageName")),
    apkBytes: numberBehind(lines.find((line) => line.startsWith("fovea bytes=")) ?? "", "bytes"),
  };
}

function numberBehind(line: string, name: string): number | null {
  const at = line.indexOf(` ${name}=`);
  const digits = at < 0 ? undefined : /^\d{1,15}/.exec(line.slice(at + name.length + 2))?.[0];
  return digits === undefined ? null : Number(digits);
}

function noneIsNull(text: string | null): string | null {
  return text === "null" || text === "" ? null : text;
}
