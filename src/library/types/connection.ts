import type { Phone } from "./phone.js";
import type { RegisterPlugin } from "./plugin.js";
import type { Demonstration } from "./workflow.js";

/** How to reach a phone. */
export interface ConnectOptions {
  /**
   * Serial of the device; may be left out where adb knows one device only. With `farm`: a lease that the program holds
   * already, `lease:…`, in place of `needs`; it is neither renewed nor released.
   */
  readonly device?: string;
  /**
   * NATS servers of a farm, e.g. `nats://192.0.2.9:4222`: the phone is one of its hosts', leased until `close`. What
   * needs files of this host is refused there with FARM_UNUSABLE. Credentials are the options farmCreds and farmTlsCa.
   */
  readonly farm?: string | readonly string[];
  /** What a phone of the farm has to meet, e.g. `api>=34 form=tablet app=com.x`; any phone if absent. */
  readonly needs?: string;
  /** How long its lease outlives a program that is stopped: 1,000 to 86,400,000; 60,000 if absent. */
  readonly ttlMs?: number;
  /** How long to wait for a phone that is not free: 0 to 3,600,000; 0 if absent. */
  readonly waitMs?: number;
  /** A virtual phone in this process instead of a device: it needs no adb and is gone after `close`. */
  readonly virtual?: VirtualPhone;
  /** Other options by their keys in docs/options.md, e.g. `{ adbPort: 5038 }`. They outrank environment variables. */
  readonly options?: Readonly<Record<string, OptionValue>>;
  /**
   * Asked before an app is installed over another one, cleared or uninstalled, with the question in words; the call
   * fails with CONSENT_REFUSED where the answer is not true. Absent: the call itself is the consent.
   */
  readonly confirm?: (question: string) => boolean | Promise<boolean>;
  /** Plug-ins of this program, besides the modules of the option `plugins`. */
  readonly plugins?: readonly RegisterPlugin[];
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal;
}

/** The value of an option of docs/options.md. */
export type OptionValue = string | number | boolean | readonly string[];

/** What kind of virtual phone; docs/virtual-device.md describes its apps. */
export interface VirtualPhone {
  /** Release, 24 to 36; 33 if absent. */
  readonly api?: number;
  /** The app that it shows, for example `form` or a package id; the launcher if absent. */
  readonly app?: string;
  /** Screen lock; the PIN is 1234. `none` if absent. */
  readonly lock?: "none" | "swipe" | "pin";
  /** Seed of everything that is drawn at random; 1 if absent. */
  readonly seed?: number;
}

/** A device that adb knows. */
export interface KnownDevice {
  readonly serial: string;
  /** `device` where it can be used; else `offline`, `unauthorized`, `booting` and others. */
  readonly state: string;
  readonly model: string | null;
}

/**
 * Connects to a phone and gives it; no app on it is touched yet. It ends with `close`, or `await using`. Throws a
 * {@link FoveaError}: NO_DEVICE, DEVICE_REQUIRED, ADB_SERVER_UNREACHABLE and others of finding the device;
 * INVALID_ARGUMENT for an option that does not exist or makes no sense. Of a farm: NONE_EXIST with the need that no
 * phone meets, NONE_AVAILABLE with the place in the queue, FARM_UNREACHABLE; later calls LEASE_LOST.
 */
export type Connect = (options?: ConnectOptions) => Promise<Phone>;

/** The devices that adb knows, in any state they are. Throws ADB_SERVER_UNREACHABLE and others of adb. */
export type ListDevices = (options?: Pick<ConnectOptions, "options" | "signal">) => Promise<readonly KnownDevice[]>;

/** Options of calls that need no phone. */
export type HostOptions = Pick<ConnectOptions, "options" | "signal">;

/** Options of the start of an emulator. */
export interface BootOptions extends HostOptions {
  /** In ms; 300,000 if absent. */
  readonly timeoutMs?: number;
}

/** A virtual device of the user's Android SDK, and the serial under which it runs; null if it does not. */
export interface KnownEmulator {
  readonly name: string;
  readonly serial: string | null;
}

/** The emulators of this host. Throws EMULATOR_NOT_FOUND where no SDK has any, EMULATOR_FAILED. */
export interface Emulators {
  /** The virtual devices of the SDK, also those that do not run. */
  list(options?: HostOptions): Promise<readonly KnownEmulator[]>;
  /** Boots a virtual device and waits until it is ready, or takes the one that runs; gives its serial. */
  boot(name: string, options?: BootOptions): Promise<string>;
  /** Ends the emulator of this serial, and waits until it is gone. */
  stop(serial: string, options?: HostOptions): Promise<void>;
}

/**
 * The traces of a folder, one for each device that they were recorded on, or the one trace that the path names. Throws
 * TRACE_UNREADABLE.
 */
export type LoadDemonstrations = (path: string) => Promise<readonly Demonstration[]>;
