import { setMaxListeners } from "node:events";
import { FoveaError } from "../base/errors.js";
import type { PhoneRecorder } from "../device-recording/phone-recorder.js";
import { AdbServer } from "./adb/adb-server.js";
import { DEADLINES } from "./adb/deadlines.js";
import { DevicePool } from "./adb/device-pool.js";
import { DeviceTracker } from "./adb/device-tracker.js";
import type { Environment } from "./adb/find-adb.js";
import { linked } from "./adb/linked.js";
import { remoteSerial } from "./adb/remote-target.js";
import { RemoteTargets } from "./adb/remote-targets.js";
import type { Device } from "./device.js";
import { type DeviceEntry, notAllowed } from "./device-entry.js";
import { type DeviceEvent, DeviceEvents } from "./device-events.js";
import { DeviceLookup } from "./device-lookup.js";
import { selectDevice } from "./select-device.js";

export interface DevicesOptions {
  /** The address of the adb server; by default 127.0.0.1. */
  readonly host?: string;
  /** The port of the adb server; by default 5037. */
  readonly port?: number;
  /** The device for calls that name none. */
  readonly serial?: string;
  /** The serials that may be used; all if absent. */
  readonly allowed?: readonly string[];
  /** Devices in the network as `host:port`, connected on first use and again after a loss. */
  readonly remoteTargets?: readonly string[];
  /** Streams that one device may have open at the same time; by default 6. */
  readonly maxStreams?: number;
  /** The environment in which adb is found and started if no server runs; by default empty. */
  readonly env?: Environment;
  /** Whether a missing adb server may be started, once; by default true. */
  readonly startServer?: boolean;
  /** How long a device may be gone and still return as the same Device; by default ten minutes. */
  readonly goneMs?: number;
  /** Called with a Device that was gone for longer: the registry does not return it any more. */
  readonly onLetGo?: (device: Device) => void;
  /** Receives every exchange. */
  readonly recorder?: PhoneRecorder;
}

/** The devices of one adb server. Opening the registry does nothing; the first call connects. */
export interface DeviceRegistry extends AsyncDisposable {
  /** All devices with their states, including unusable ones. Errors: ADB_…, TIMEOUT. */
  list(signal: AbortSignal): Promise<readonly DeviceEntry[]>;
  /**
   * The device with this serial, or the only usable device. A phone gives the same Device object as long as it keeps
   * its serial and is not gone for long. Errors: DEVICE_REQUIRED, NO_DEVICE, DEVICE_NOT_FOUND, DEVICE_NOT_ALLOWED,
   * DEVICE_NOT_BOOTED, the error for its state, ADB_CONNECT_FAILED for a remote target, ADB_….
   */
  get(serial: string | undefined, signal: AbortSignal): Promise<Device>;
  /** Connects to a device in the network; gives its serial. Errors: ADB_CONNECT_FAILED, DEVICE_UNAUTHORIZED, … */
  connect(address: string, signal: AbortSignal): Promise<string>;
  /** Reports present devices, and devices that appear, disappear or change, until disposed of. Starts no adb server. */
  watch(listener: (event: DeviceEvent) => void): Disposable;
  /** The version of the adb server, for example 41. */
  serverVersion(signal: AbortSignal): Promise<number>;
  /** Processes started on this host so far: 0, or 1 after a start of the adb server. */
  readonly hostSpawns: number;
}

/** Longer than a reboot, an update or a change of cables takes. */
const GONE_MS = 600_000;

/** Opens the registry. Errors: INVALID_ARGUMENT for a malformed remote target. */
export function openDevices(options: DevicesOptions = {}): DeviceRegistry {
  return new AdbDevices(options);
}

class AdbDevices implements DeviceRegistry {
  readonly #serial: string | undefined;
  readonly #closing = new AbortController();
  readonly #lifetime = this.#closing.signal;
  readonly #server: AdbServer;
  readonly #tracker: DeviceTracker;
  readonly #targets: RemoteTargets;
  readonly #pool: DevicePool;
  readonly #lookup: DeviceLookup;

  constructor(options: DevicesOptions) {
    const {
      host = "127.0.0.1",
      port = 5037,
      env = {},
      startServer = true,
      remoteTargets = [],
      maxStreams = 6,
      goneMs = GONE_MS,
      onLetGo = () => {},
      recorder = null,
    } = options;
    setMaxListeners(0, this.#lifetime);
    this.#serial = options.serial;
    this.#server = new AdbServer({ host, port, env, mayStart: startServer }, this.#lifetime);
    this.#tracker = new DeviceTracker(this.#server, this.#lifetime);
    this.#targets = new RemoteTargets(this.#server, remoteTargets, this.#lifetime);
    const parts = {
      server: this.#server,
      tracker: this.#tracker,
      targets: this.#targets,
      maxStreams,
      goneMs,
      onLetGo,
      recorder,
    };
    this.#pool = new DevicePool(parts, this.#lifetime);
    this.#lookup = new DeviceLookup({ ...parts, pool: this.#pool, allowed: options.allowed });
  }

  get hostSpawns(): number {
    return this.#server.hostSpawns;
  }

  async list(signal: AbortSignal): Promise<readonly DeviceEntry[]> {
    using both = linked(signal, this.#lifetime);
    return await this.#lookup.all(both.signal);
  }

  async get(serial: string | undefined, signal: AbortSignal): Promise<Device> {
    using both = linked(signal, this.#lifetime);
    const wanted = serial ?? this.#serial;
    if (wanted !== undefined && !this.#lookup.isAllowed(wanted)) throw notAllowed(wanted);
    const entries = await this.#lookup.ready(wanted, both.signal);
    return this.#pool.device(selectDevice(entries, wanted).serial);
  }

  async connect(address: string, signal: AbortSignal): Promise<string> {
    using both = linked(signal, this.#lifetime);
    if (!this.#lookup.isAllowed(remoteSerial(address))) throw notAllowed(remoteSerial(address));
    return await this.#targets.connect(address, both.signal);
  }

  watch(listener: (event: DeviceEvent) => void): Disposable {
    this.#lifetime.throwIfAborted();
    let isActive = true;
    // The listener runs in a microtask: so its error does not look like a lost connection.
    const later = (event: DeviceEvent) => queueMicrotask(() => isActive && listener(event));
    const events = new DeviceEvents(later, DEADLINES.offlineFlap);
    const subscription = this.#tracker.subscribe((rows) => events.update(rows));
    const stop = () => {
      isActive = false;
      subscription[Symbol.dispose]();
      events[Symbol.dispose]();
      this.#lifetime.removeEventListener("abort", stop);
    };
    this.#lifetime.addEventListener("abort", stop, { once: true });
    events.update(this.#tracker.rows ?? []);
    this.#tracker.start();
    return { [Symbol.dispose]: stop };
  }

  async serverVersion(signal: AbortSignal): Promise<number> {
    using both = linked(signal, this.#lifetime);
    const answer = await this.#server.query("host:version", both.signal);
    if (/^[0-9a-f]{1,8}$/i.test(answer)) return Number.parseInt(answer, 16);
    throw new FoveaError("ADB_PROTOCOL", `${this.#server.name} says that its version is "${answer}"`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new FoveaError("CANCELLED", "the device registry was closed"));
    await this.#tracker.ended();
  }
}
