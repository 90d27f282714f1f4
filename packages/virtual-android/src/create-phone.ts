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
  /** The API level, 24 to 36; 33 by default. */
  readonly apiLevel?: number;
  /** The package or `package/class` that is opened at the start; the launcher by default. */
  readonly app?: string;
  readonly extras?: Readonly<Record<string, string>>;
  /** The panel size in pixels at rotation 0, and dots per inch; by default those of a typical phone of this release. */
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
  /** The scale of all animations; 1 by default. */
  readonly animationScale?: number;
  /**
   * Whether the companion service's package is preinstalled, and whether the service is also switched on and bound. The
   * package has no APK file then; use `installed` if a file matters. "absent" by default.
   */
  readonly onDevice?: "absent" | "installed" | "enabled";
  /** APKs that are installed at the start, and whether their accessibility services are switched on. */
  readonly installed?: readonly { readonly apk: Uint8Array; readonly accessibility?: boolean }[];
  readonly serialNumber?: string;
  /** Apps in addition to the standard apps, created for each boot. */
  readonly moreApps?: () => readonly App[];
  /** Replaces each app, to change its layout or to observe touches on it. */
  readonly rework?: (app: App) => App;
  readonly seed?: number;
  readonly clock?: PhoneTime;
}

const UPTIME_MS = 25 * 60_000;

/**
 * A phone that is switched on, booted and set up. Errors: INVALID_ARGUMENT for an app that it does not have; an Error
 * for an APK that it does not accept.
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
