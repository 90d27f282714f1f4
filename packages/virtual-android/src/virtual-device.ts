import { ActivityLog } from "./activity-log.js";
import { Adbd } from "./adbd/adbd.js";
import { type DeviceMode, deviceBanner, deviceFeatures, type ProductNames, productNames } from "./adbd/banner.js";
import type { ServiceStream } from "./adbd/service.js";
import { ServiceHost } from "./adbd/service-host.js";
import { hostClock, type PhoneClock } from "./clock.js";
import { programRegistry } from "./commands.js";
import { Costs } from "./costs.js";
import { type FaultRule, FaultScript } from "./fault-script.js";
import { MemoryFiles } from "./files.js";
import { lastingController } from "./lasting-controller.js";
import { Link } from "./link.js";
import { Listeners } from "./linux/listeners.js";
import type { Phone } from "./phone.js";
import { bundledProfile, type Profile } from "./profile.js";
import { Kernel } from "./system/kernel.js";
import { ProcessTable } from "./system/process-table.js";
import { installPrograms } from "./system/programs.js";
import type { SystemCommand } from "./system/system.js";

/** The options of a device. */
export interface VirtualDeviceOptions {
  /** The phone; its `files` come from `MemoryFiles.create`. */
  readonly phone: Phone;
  /** The serial in `adb devices` of this process; the phone's serial number if absent. */
  readonly serial?: string;
  /** The costs of commands; `instant` if absent. */
  readonly profile?: Profile;
  /** The seed of all random numbers; 1 if absent. */
  readonly seed?: number;
  readonly faults?: readonly FaultRule[];
  /** The loopback port of adbd; 0 (any free port) if absent, null for no adbd. */
  readonly adbdPort?: number | null;
  readonly clock?: PhoneClock;
  /** Additional programs in /system/bin, which replace programs of the same name. */
  readonly commands?: readonly SystemCommand[];
  /** Called when the device goes down: the phone gets a new boot id and starts again. */
  readonly onReboot?: (target: string) => void;
  /** Called after the device was disposed of and nothing runs on it any more. */
  readonly onEnd?: () => void;
}

/** The state of a device in an adb server; `absent`: it is not listed. */
export type DeviceState = DeviceMode | "offline" | "unauthorized" | "absent";

/** A virtual phone with its adb daemon. Dispose of it to stop everything. */
export class VirtualDevice implements AsyncDisposable {
  readonly serial: string;
  readonly phone: Phone;
  readonly log: ActivityLog;
  /** The rules can be set, added and cleared at any time. */
  readonly faults: FaultScript;
  /** The sockets on which programs of the phone listen, such as the companion. */
  readonly listeners: Listeners;
  readonly #kernel: Kernel;
  readonly #services: ServiceHost;
  readonly #adbd: Adbd | null;
  readonly #clock: PhoneClock;
  readonly #seed: number;
  readonly #onReboot: (target: string) => void;
  readonly #onEnd: () => void;
  readonly #watchers = new Set<() => void>();
  readonly #ended = lastingController();
  #mode: DeviceMode = "device";
  #isPresent = true;
  #isOffline = false;
  #isAuthorized = true;
  #connection = 1;

  constructor(options: VirtualDeviceOptions) {
    const { phone, seed = 1, clock = hostClock, profile = bundledProfile("instant"), adbdPort = 0 } = options;
    const { files } = phone;
    if (!(files instanceof MemoryFiles)) throw new TypeError("phone.files has to come from MemoryFiles.create");
    this.serial = options.serial ?? phone.build.serialNumber;
    this.phone = phone;
    this.log = new ActivityLog();
    this.faults = new FaultScript(options.faults);
    this.listeners = new Listeners();
    this.#clock = clock;
    this.#seed = seed;
    this.#onReboot = options.onReboot ?? (() => {});
    this.#onEnd = options.onEnd ?? (() => {});
    const registry = programRegistry(phone.build.apiLevel, options.commands);
    installPrograms(files, registry);
    const processes = new ProcessTable(this.log, clock);
    const { log, faults, listeners } = this;
    const transport = {
      disconnect: () => this.disconnect(),
      goOffline: (forMs: number) => void this.goOffline(forMs),
      reboot: (target: string) => void this.reboot(target),
    };
    const parts = { phone, files, registry, processes, listeners, clock, log, faults, transport, seed };
    this.#kernel = new Kernel(parts, new Costs(profile, seed, phone.build.apiLevel));
    phone.joinDevice?.({ listeners, faults, seed, costs: () => this.#kernel.costs });
    this.#services = new ServiceHost(this.#kernel, new Link(() => this.#kernel.costs, clock));
    this.#adbd = adbdPort === null ? null : new Adbd(adbdPort, this.#adbdParts());
  }

  /** The loopback port of adbd; null if there is no adbd. */
  get adbdPort(): number | null {
    return this.#adbd?.port ?? null;
  }

  get state(): DeviceState {
    if (!this.#isPresent) return "absent";
    if (this.#isOffline) return "offline";
    return this.#isAuthorized ? this.#mode : "unauthorized";
  }

  /** A new number after each lost connection: an adb server then gives the device a new transport id. */
  get connection(): number {
    return this.#connection;
  }

  get features(): readonly string[] {
    return deviceFeatures(this.phone.build.apiLevel);
  }

  get product(): ProductNames {
    return productNames(this.phone.build);
  }

  /** Running processes that were started over adb, lowest pid first. */
  get processes() {
    return this.#kernel.parts.processes.live;
  }

  /** Starts to listen, if it has a port. Errors: those of listen(2). */
  async start(): Promise<void> {
    await this.#adbd?.listen();
  }

  /** Opens an adb service in this process. Null if adbd refuses it or cannot be reached. */
  async open(name: string, signal: AbortSignal): Promise<ServiceStream | null> {
    if (this.state === "absent" || this.state === "offline" || this.state === "unauthorized") return null;
    return await this.#services.open(name, signal);
  }

  /** Calls `watcher` after every change of `state` or `connection`; gives the function that stops this. */
  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Sets the costs from now on. */
  setProfile(profile: Profile): void {
    this.#kernel.costs = new Costs(profile, this.#seed, this.phone.build.apiLevel);
  }

  /** Drops the transport; the host may connect again at once. */
  disconnect(): void {
    this.#connection += 1;
    this.#services.cutAll();
    this.#adbd?.dropAll();
    this.#changed();
  }

  /** Disconnects the cable. */
  unplug(): void {
    this.#isPresent = false;
    this.disconnect();
  }

  /** Connects the cable again. */
  plug(): void {
    this.#isPresent = true;
    this.#changed();
  }

  /** Drops the transport and does not answer for `forMs`; resolves when it answers again. */
  async goOffline(forMs: number): Promise<void> {
    this.setOffline(true);
    if (await this.#slept(forMs)) this.setOffline(false);
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    if (isOffline) this.disconnect();
    else this.#adbd?.answerWaiting();
    this.#changed();
  }

  /** Whether the phone's user has accepted the host's key; false drops the transport. */
  setAuthorized(isAuthorized: boolean): void {
    this.#isAuthorized = isAuthorized;
    if (isAuthorized) this.#adbd?.answerWaiting();
    else this.disconnect();
    this.#changed();
  }

  /**
   * Ends all processes, and starts again after the profile's time; `target` "recovery", "bootloader" or "sideload"
   * determines the mode after the start. Resolves when adb can reach the device again.
   */
  async reboot(target = ""): Promise<void> {
    if (!this.#isPresent) return;
    this.#mode = target === "recovery" || target === "bootloader" || target === "sideload" ? target : "device";
    this.listeners.clear();
    this.#kernel.parts.processes.killAll();
    this.unplug();
    this.#onReboot(target);
    if (await this.#slept(this.#kernel.costs.bootOfflineMs())) this.plug();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort(new Error("the virtual device was closed"));
    this.#isPresent = false;
    this.#services.cutAll();
    this.#kernel.parts.processes.killAll();
    await this.#adbd?.close();
    this.#changed();
    this.#onEnd();
  }

  #adbdParts() {
    return {
      services: this.#services,
      apiLevel: () => this.phone.build.apiLevel,
      banner: () => deviceBanner(this.#mode, this.phone.build),
      isPresent: () => this.#isPresent,
      isAnswering: () => !this.#isOffline,
      isAuthorized: () => this.#isAuthorized,
    };
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Sleeps; false if the device was closed in the meantime. */
  async #slept(ms: number): Promise<boolean> {
    try {
      await this.#clock.sleep(ms, this.#ended.signal);
      return !this.#ended.signal.aborted;
    } catch (error) {
      if (this.#ended.signal.aborted) return false;
      throw error;
    }
  }
}

/** Starts a virtual phone. Errors: those of listen(2), for example EADDRINUSE. */
export async function startVirtualDevice(options: VirtualDeviceOptions): Promise<VirtualDevice> {
  const device = new VirtualDevice(options);
  await device.start();
  return device;
}
