import type { Phone } from "./phone.js";
import type { RegisterPlugin } from "./plugin.js";
import type { Demonstration } from "./workflow.js";

/** Which phone to connect to, and how. */
export interface ConnectOptions {
  /**
   * The serial of the device; may be omitted if adb knows only one device. With `farm`: a lease that the program
   * already has, `lease:…`, instead of `needs`. Such a lease is neither renewed nor released.
   */
  readonly device?: string;
  /**
   * NATS servers of a farm, e.g. `nats://192.0.2.9:4222`. The phone belongs to one of the farm's hosts, and is leased
   * until `close`. Calls that need files of this host fail with FARM_UNUSABLE. Credentials are the options farmCreds
   * and farmTlsCa.
   */
  readonly farm?: string | readonly string[];
  /** The requirements for the phone of a farm, e.g. `api>=34 form=tablet app=com.x`; any phone if absent. */
  readonly needs?: string;
  /** How long the lease lasts after the program has died, in ms: 1,000 to 86,400,000; 60,000 if absent. */
  readonly ttlMs?: number;
  /** How long to wait for a free phone, in ms: 0 to 3,600,000; 0 if absent. */
  readonly waitMs?: number;
  /** A virtual phone in this process instead of a device: it needs no adb, and `close` removes it. */
  readonly virtual?: VirtualPhone;
  /**
   * Other options by their keys in docs/options.md, e.g. `{ adbPort: 5038 }`. They take precedence over environment
   * variables.
   */
  readonly options?: Readonly<Record<string, OptionValue>>;
  /**
   * Called with a question in words before an app is replaced by an installation, cleared or uninstalled. If it does
   * not return true, the call fails with CONSENT_REFUSED. If absent, the call itself is the consent.
   */
  readonly confirm?: (question: string) => boolean | Promise<boolean>;
  /** Plug-ins of this program, in addition to the modules of the option `plugins`. */
  readonly plugins?: readonly RegisterPlugin[];
  /** Cancels the connecting. */
  readonly signal?: AbortSignal;
}

/** The value of an option of docs/options.md. */
export type OptionValue = string | number | boolean | readonly string[];

/** The kind of virtual phone; docs/virtual-device.md describes its apps. */
export interface VirtualPhone {
  /** The API level, 24 to 36; 33 if absent. */
  readonly api?: number;
  /** The app that the phone shows first, for example `form` or a package id; the launcher if absent. */
  readonly app?: string;
  /** The screen lock; the PIN is 1234. `none` if absent. */
  readonly lock?: "none" | "swipe" | "pin";
  /** The seed of all random values; 1 if absent. */
  readonly seed?: number;
}

/** A device that adb knows. */
export interface KnownDevice {
  readonly serial: string;
  /** `device` if the device can be used; else `offline`, `unauthorized`, `booting` and others. */
  readonly state: string;
  readonly model: string | null;
}

/**
 * Connects to a phone and gives it; does not act on any app yet. The connection ends with `close`, or `await using`.
 * Throws a {@link FoveaError}: NO_DEVICE, DEVICE_REQUIRED, ADB_SERVER_UNREACHABLE and other errors of finding the
 * device; INVALID_ARGUMENT for an option that does not exist or makes no sense. For a phone of a farm: NONE_EXIST with
 * the requirement that no phone meets, NONE_AVAILABLE with the place in the queue, FARM_UNREACHABLE; later calls
 * LEASE_LOST.
 */
export type Connect = (options?: ConnectOptions) => Promise<Phone>;

/** The devices that adb knows, in any state. Throws ADB_SERVER_UNREACHABLE and other errors of adb. */
export type ListDevices = (options?: Pick<ConnectOptions, "options" | "signal">) => Promise<readonly KnownDevice[]>;

/** Options of calls that need no phone. */
export type HostOptions = Pick<ConnectOptions, "options" | "signal">;

/** Options of the start of an emulator. */
export interface BootOptions extends HostOptions {
  /** The longest time for the start, in ms; 300,000 if absent. */
  readonly timeoutMs?: number;
}

/** A virtual device of the user's Android SDK, and its serial; the serial is null if it does not run. */
export interface KnownEmulator {
  readonly name: string;
  readonly serial: string | null;
}

/** The emulators of this host. Throws EMULATOR_NOT_FOUND if no SDK has any, and EMULATOR_FAILED. */
export interface Emulators {
  /** The virtual devices of the SDK, also those that do not run. */
  list(options?: HostOptions): Promise<readonly KnownEmulator[]>;
  /** Boots a virtual device and waits until it is ready, or uses the one that runs already; gives its serial. */
  boot(name: string, options?: BootOptions): Promise<string>;
  /** Ends the emulator of this serial, and waits until it is gone. */
  stop(serial: string, options?: HostOptions): Promise<void>;
}

/**
 * The traces in a folder, one for each recorded device, or the one trace that the path names. Throws TRACE_UNREADABLE.
 */
export type LoadDemonstrations = (path: string) => Promise<readonly Demonstration[]>;
