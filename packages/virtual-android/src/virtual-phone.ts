import type { Point } from "../../../src/base/geometry.js";
import type { AccessibilityWindowState } from "./accessibility-state.js";
import type { ApkFacts } from "./apk/apk-facts.js";
import { OnDevice } from "./companion/on-device.js";
import type { DeviceParts } from "./device-parts.js";
import { anrState } from "./framework/anr-state.js";
import { dropApk, keepApk, keepBuiltInApks } from "./framework/apk-files.js";
import { reportBooting } from "./framework/boot.js";
import { carryOver } from "./framework/carry-over.js";
import { Compositor } from "./framework/compositor.js";
import { Framework, type FrameworkOptions } from "./framework/framework.js";
import { clearPackage, installPackage, uninstallPackage } from "./framework/installer.js";
import type { Managers } from "./framework/managers.js";
import { Random } from "./framework/random.js";
import type { SettingsNamespace } from "./framework/settings-store.js";
import { changeLocales, decidePermission, type LogWords, writeLog } from "./framework/shell-changes.js";
import { snapshot } from "./framework/snapshot.js";
import { turnWheel } from "./framework/wheel.js";
import * as reach from "./framework/where-input-goes.js";
import type { LaunchOptions, LaunchResult, PhoneIntent } from "./intent.js";
import type { KeyName } from "./key-name.js";
import type { AppOpMode } from "./package-state.js";
import type { Phone, VendorBlocks } from "./phone.js";
import type { PhoneFiles } from "./phone-files.js";
import { PhoneHooks } from "./phone-hooks.js";
import type { AnrState, BuildState, PhoneState, Rotation } from "./phone-state.js";
import type { PhoneTime } from "./phone-time.js";
import type { ScreenPixels } from "./screen-pixels.js";

export interface VirtualPhoneParts {
  readonly build: BuildState;
  readonly files: PhoneFiles;
  readonly framework: Omit<FrameworkOptions, "onChange" | "onNotResponding">;
}

/** How long the window manager keeps the last ANR: two hours. */
const LAST_ANR_MS = 2 * 3_600_000;
/** The time from adbd's first answer to `sys.boot_completed`. */
const BOOT_MS = 2000;
/** The uptime when adbd starts. */
const BOOTLOADER_MS = 8000;

/**
 * The phone for the adb protocols. Besides the commands' {@link Phone} it has functions to set any state, for demos and
 * tests. Dispose of it to stop its clock.
 */
export class VirtualPhone implements Phone, Disposable {
  readonly files: PhoneFiles;
  readonly clock: PhoneTime;
  readonly #options: VirtualPhoneParts["framework"];
  #build: BuildState;
  #framework: Framework;
  #compositor: Compositor;
  #onDevice: OnDevice;
  #device: DeviceParts | undefined;
  #boots = 1;
  #lastAnr: AnrState | undefined;
  readonly hooks: PhoneHooks;
  readonly vendor: VendorBlocks = { refusesInstalls: false, refusesSecureSettings: false, hasNoVideoEncoder: false };

  constructor(parts: VirtualPhoneParts) {
    this.files = parts.files;
    this.clock = parts.framework.clock;
    this.#options = parts.framework;
    this.#build = parts.build;
    this.#framework = this.#startFramework(parts.framework.uptimeMs);
    this.hooks = new PhoneHooks(() => this.#framework);
    this.#compositor = new Compositor(this.#framework.kernel, this.#framework.windows);
    this.#onDevice = this.#startOnDevice();
    keepBuiltInApks(this.files, this.#framework.packages);
  }

  /**
   * Starts again with a new boot id, as after `reboot`: all processes and the apps' data are gone; settings, `wm`
   * overrides and installed packages stay. For `bootMs` it reports that it is still booting.
   */
  reboot(bootMs = BOOT_MS): void {
    const before = this.#framework;
    this.#onDevice[Symbol.dispose]();
    before[Symbol.dispose]();
    this.#boots += 1;
    this.#lastAnr = undefined;
    this.#build = { ...this.#build, bootId: new Random(this.#options.seed ^ (0x5eed + this.#boots)).uuid() };
    this.#framework = this.#startFramework(BOOTLOADER_MS);
    this.#compositor = new Compositor(this.#framework.kernel, this.#framework.windows);
    this.#onDevice = this.#startOnDevice();
    this.#framework.services.isHeld = true;
    carryOver(before, this.#framework);
    if (this.#options.lock !== "none") this.#framework.lock();
    reportBooting(this.#framework, bootMs);
  }

  get build(): BuildState {
    return this.#build;
  }

  state(): PhoneState {
    const anr = this.#lastAnr;
    const isRecent = anr && this.#running.kernel.scheduler.wallMs - anr.wallClockMs < LAST_ANR_MS;
    return snapshot(this.#framework, this.#build, isRecent ? anr : undefined);
  }

  pixels(): ScreenPixels | null {
    if (!this.#running.power.isAwake) return null;
    return this.#compositor.draw(this.#framework.version, this.#framework.animations.isMoving);
  }

  accessibilityWindows(): readonly AccessibilityWindowState[] {
    if (!this.#running.power.isAwake) return [];
    return reach.windowsOfDisplays(this.#framework);
  }

  stillness(): { readonly uptimeMs: number; readonly quietMs: number } {
    const uptimeMs = this.#framework.kernel.scheduler.sync();
    return { uptimeMs, quietMs: Math.max(0, uptimeMs - this.#framework.lastEventAt) };
  }

  get isTouched(): boolean {
    return this.#framework.pointer.isDown;
  }

  atOneMoment(run: () => void): void {
    this.#framework.kernel.scheduler.atOneMoment(run);
  }

  touchDown(point: Point): void {
    reach.touchDown(this.#running, point);
  }

  touchMove(point: Point): void {
    this.#running.pointer.move(point);
  }

  touchUp(point: Point): void {
    this.#running.pointer.up(point);
  }

  touchCancel(): void {
    this.#running.pointer.cancel();
  }

  turnWheel(point: Point | null, notches: { readonly horizontal: number; readonly vertical: number }): void {
    const { kernel, windows, power } = this.#running;
    if (power.isAwake) turnWheel(kernel, windows, { point, ...notches });
  }

  key(name: KeyName, press: "down-up" | "long"): void {
    reach.pressKey(this.#running, name, press);
  }

  typeText(text: string): void {
    reach.typeText(this.#running, text);
  }

  inputLagMs(): number {
    return reach.inputLagMs(this.#running);
  }

  startActivity(intent: PhoneIntent): string | null {
    const { outcome, component } = this.launch(intent);
    if (outcome === "no-such-activity") return `Error: Activity class {${component ?? ""}} does not exist.`;
    if (outcome === "unresolved") return "Error: Activity not started, unable to resolve Intent";
    return outcome === "not-exported" ? `Error: Permission Denial: ${component ?? ""} is not exported` : null;
  }

  touchSecondDisplay = (point: Point): void => this.managers.secondDisplay.touch(this.#running.kernel, point);
  launchOnSecondDisplay = (intent: PhoneIntent): string | null => reach.launchOnSecond(this.#running, intent);
  switchUser = (id: number): boolean => reach.switchUser(this.#running, id);

  launch(intent: PhoneIntent, options: LaunchOptions = {}): LaunchResult {
    return this.#onDevice.startActivity(intent) ?? reach.launch(this.#running, intent, options);
  }

  forceStop(packageName: string): void {
    this.#running.forceStop(packageName);
  }

  /** `free`: the screen follows the phone's rotation (see {@link tilt}); `lock`: it stays in this rotation. */
  setRotation(mode: "free" | "lock", rotation: Rotation): void {
    if (mode === "lock") this.#running.putSetting("system", "user_rotation", String(rotation));
    this.#running.putSetting("system", "accelerometer_rotation", mode === "free" ? "1" : "0");
  }

  setSizeOverride(size: { readonly width: number; readonly height: number } | null): void {
    this.#running.kernel.display.overrideSize = size;
    this.#displayChanged();
  }

  setDensityOverride(density: number | null): void {
    this.#running.kernel.display.overrideDensity = density;
    this.#displayChanged();
  }

  putSetting(namespace: SettingsNamespace, key: string, value: string | null): void {
    this.#running.putSetting(namespace, key, value);
  }

  resetFrameStats(packageName: string): void {
    this.#running.animations.settle();
    for (const process of this.#framework.kernel.processes.all()) {
      if (process.packageName === packageName) process.meter?.reset(this.#framework.kernel.scheduler.now);
    }
  }

  setUiAutomationConnected(connected: boolean, suppresses = true): void {
    this.#running.services.automation = connected ? { suppresses } : undefined;
  }

  setShade = (panel: "notifications" | "settings" | null): void => this.#running.systemUi.setShade(panel !== null);

  dismissKeyguard = (): void => this.#running.keyguard.dismiss();

  setProperty = (name: string, value: string): void => void this.#framework.properties.set(name, value);

  postNotification: NonNullable<Phone["postNotification"]> = (one) =>
    this.hooks.notify({ app: "Shell", symbol: "info", ...one });
  get managers(): Managers {
    return this.#framework.kernel.managers;
  }

  installPackage(apk: ApkFacts, file?: Uint8Array): string | null {
    const refusal = installPackage(this.#running, apk);
    if (refusal === null) keepApk(this.files, this.#framework.packages, apk.packageName, file);
    return refusal;
  }

  setAppOp(packageName: string, op: string, mode: AppOpMode | null): void {
    this.#running.packages.setAppOp(packageName, op, mode);
    this.#framework.services.update();
  }

  setAppLocales(packageName: string, user: number, tags: readonly string[]): void {
    changeLocales(this.#running, { packageName, user, tags });
  }

  log(line: LogWords): void {
    writeLog(this.#running, line);
  }

  setPermission(packageName: string, name: string, isGranted: boolean): void {
    decidePermission(this.#running, `${packageName} ${name}`, isGranted);
  }

  forgetRefusals(packageName: string, name: string): void {
    this.#running.refusals.delete(`${packageName} ${name}`);
  }

  uninstallPackage(packageName: string, forUser = false): boolean {
    dropApk(this.files, this.#running.packages, packageName);
    return uninstallPackage(this.#framework, packageName, forUser);
  }

  clearPackage(packageName: string): boolean {
    return clearPackage(this.#running, packageName);
  }

  /** The companion of the current boot, and its faults. */
  get onDevice(): OnDevice {
    return this.#onDevice;
  }

  joinDevice(device: DeviceParts): void {
    this.#device = device;
    this.#onDevice.join(device);
  }

  [Symbol.dispose](): void {
    this.#onDevice[Symbol.dispose]();
    this.#framework[Symbol.dispose]();
  }

  #startFramework(uptimeMs: number): Framework {
    return new Framework({
      ...this.#options,
      uptimeMs,
      seed: this.#options.seed + this.#boots - 1,
      onChange: (kind) => this.hooks.announce(kind),
      onNotResponding: (window) => {
        this.#lastAnr = anrState(this.#framework, this.#build, window);
      },
    });
  }

  #startOnDevice(): OnDevice {
    const framework = this.#framework;
    const onDevice = new OnDevice({
      framework,
      time: this.clock,
      pixels: () => this.pixels(),
      windowPixels: (record) => this.#compositor.drawOnly(record),
    });
    if (this.#device) onDevice.join(this.#device);
    return onDevice;
  }

  /** The framework, after all due tasks have run. */
  get #running(): Framework {
    this.#framework.kernel.scheduler.sync();
    return this.#framework;
  }

  #displayChanged(): void {
    this.#framework.keyboard.resize();
    this.#framework.windows.turned();
    this.#framework.changed("window");
  }
}
