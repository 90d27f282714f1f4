import type { Size } from "../../../src/base/geometry.js";
import { readSignedApk } from "./apk/signed-apk.js";
import type { App } from "./apps/app.js";
import { installedApps } from "./apps/apps.js";
import { SERVICE_PACKAGE } from "./companion/built-in.js";
import { SERVICE_COMPONENT } from "./companion/names.js";
import type { LockKind } from "./framework/keyguard.js";
import { Random } from "./framework/random.js";
import type { PhoneFiles } from "./phone-files.js";
import type { BuildState, Rotation } from "./phone-state.js";
import { type PhoneTime, realTime } from "./phone-time.js";
import { releaseFacts, releaseName } from "./release.js";
import { VirtualPhone } from "./virtual-phone.js";

export interface PhoneOptions {
  readonly files: PhoneFiles;
  /** 24–36; 33 by default. */
  readonly apiLevel?: number;
  /** Package or `package/class` to start in; the launcher by default. */
  readonly app?: string;
  readonly extras?: Readonly<Record<string, string>>;
  /** Panel size in pixels at rotation 0, and dots per inch; those of a phone of this release by default. */
  readonly size?: Size;
  readonly density?: number;
  readonly rotation?: Rotation;
  readonly navigation?: "buttons" | "gesture";
  readonly hasCutout?: boolean;
  readonly lock?: LockKind;
  /** The PIN of a secure lock; "1234" by default. */
  readonly pin?: string;
  readonly isDark?: boolean;
  readonly fontScale?: number;
  /** Scale of all animations; 1 by default. */
  readonly animationScale?: number;
  /**
   * The companion that is there from the start: the service's package, and the service switched on and bound. It has
   * no APK file then; install one through `installed` where that matters. "absent" by default.
   */
  readonly onDevice?: "absent" | "installed" | "enabled";
  /** APKs that were installed before, with their accessibility services switched on or not. */
  readonly installed?: readonly { readonly apk: Uint8Array; readonly accessibility?: boolean }[];
  readonly serialNumber?: string;
  /** Apps besides those of every virtual phone, created for each boot. */
  readonly moreApps?: () => readonly App[];
  /** What is in the place of each app, for other layouts of the same app and for watching what is touched. */
  readonly rework?: (app: App) => App;
  readonly seed?: number;
  readonly clock?: PhoneTime;
}

const UPTIME_MS = 25 * 60_000;

/**
 * A phone that is on, booted and set up. Errors: INVALID_ARGUMENT for an app that it does not have; an APK that it
 * would not install.
 */
export function createPhone(options: PhoneOptions): VirtualPhone {
  const apiLevel = options.apiLevel ?? 33;
  const release = releaseFacts(apiLevel);
  const seed = options.seed ?? 1;
  const phone = new VirtualPhone({
    build: buildOf(apiLevel, options.serialNumber, seed),
    files: options.files,
    framework: {
      clock: options.clock ?? realTime(),
      apiLevel,
      release,
      makeApps: () => {
        const apps = [...installedApps(release), ...(options.moreApps?.() ?? [])];
        return options.rework ? apps.map(options.rework) : apps;
      },
      display: {
        size: options.size ?? release.size,
        density: options.density ?? release.density,
        navigation: options.navigation ?? release.navigation,
        hasCutout: options.hasCutout ?? (options.size ? false : release.hasCutout),
      },
      lock: options.lock ?? "none",
      pin: options.pin ?? "1234",
      seed,
      uptimeMs: UPTIME_MS,
    },
  });
  setUp(phone, options);
  return phone;
}

function setUp(phone: VirtualPhone, options: PhoneOptions): void {
  const scale = String(options.animationScale ?? 1);
  for (const key of ["window_animation_scale", "transition_animation_scale", "animator_duration_scale"]) {
    phone.putSetting("global", key, scale);
  }
  if (options.isDark) phone.putSetting("secure", "ui_night_mode", "2");
  if (options.fontScale !== undefined) phone.putSetting("system", "font_scale", String(options.fontScale));
  if (options.rotation !== undefined) phone.setRotation("lock", options.rotation);
  for (const { apk, accessibility = false } of options.installed ?? []) install(phone, apk, accessibility);
  const { onDevice = "absent" } = options;
  if (onDevice !== "absent") phone.installPackage(SERVICE_PACKAGE);
  if (onDevice === "enabled") phone.hooks.enableAccessibilityService(SERVICE_COMPONENT);
  if (options.app !== undefined) phone.hooks.open(options.app, options.extras);
}

function install(phone: VirtualPhone, apk: Uint8Array, accessibility: boolean): void {
  const reading = readSignedApk(apk);
  const refusal = "failure" in reading ? reading.failure : phone.installPackage(reading.facts, apk);
  if (refusal !== null || "failure" in reading) throw new Error(`the virtual phone does not take this APK: ${refusal}`);
  if (!accessibility) return;
  const { packageName, accessibilityServices = [] } = reading.facts;
  for (const name of accessibilityServices) phone.hooks.enableAccessibilityService(`${packageName}/${name}`);
}

function buildOf(apiLevel: number, serialNumber: string | undefined, seed: number): BuildState {
  const release = releaseName(apiLevel);
  const device = `virtual${apiLevel}`;
  return {
    apiLevel,
    family: releaseFacts(apiLevel).family,
    release,
    model: `Virtual Phone ${release}`,
    manufacturer: "Fovea",
    device,
    serialNumber: serialNumber ?? `FOVEA${String(apiLevel).padStart(3, "0")}${String(seed).padStart(4, "0")}`,
    bootId: new Random(seed ^ 0x5eed).uuid(),
    fingerprint: `fovea/${device}/${device}:${release}/FV${apiLevel}.260101.001/1:user/release-keys`,
  };
}
