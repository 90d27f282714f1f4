import type { Socket } from "node:net";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { SharedWork } from "../../base/shared-work.js";
import { pollUntil, withDeadline } from "../../base/signals.js";
import type { PhoneRecorder } from "../../device-recording/phone-recorder.js";
import { askBootReport, type BootReport } from "../boot-report.js";
import type { Device, DeviceFacts } from "../device.js";
import { stateError } from "../device-state.js";
import { recordExchanges } from "../record-exchanges.js";
import { AdbDevice, type DeviceHome } from "./adb-device.js";
import type { AdbServer } from "./adb-server.js";
import { BootReports } from "./boot-reports.js";
import { DEADLINES } from "./deadlines.js";
import { type DeviceRow, parseDeviceRows } from "./device-row.js";
import { DeviceShelf } from "./device-shelf.js";
import type { DeviceTracker } from "./device-tracker.js";
import type { RemoteTargets } from "./remote-targets.js";

export interface DevicePoolOptions {
  readonly server: AdbServer;
  readonly tracker: DeviceTracker;
  readonly targets: RemoteTargets;
  readonly maxStreams: number;
  /** See DevicesOptions. */
  readonly goneMs: number;
  readonly onLetGo: (device: Device) => void;
  readonly recorder: PhoneRecorder | null;
}

/** The Device objects of one registry, one for each serial, and their boot reports. */
export class DevicePool implements DeviceHome {
  readonly lifetime: AbortSignal;
  readonly maxStreams: number;
  readonly #parts: DevicePoolOptions;
  readonly #devices: DeviceShelf;
  readonly #reports: BootReports;
  readonly #asking = new SharedWork<readonly DeviceRow[]>(1);
  #lastAnswer: { readonly text: string; readonly rows: readonly DeviceRow[] } | null = null;

  constructor(parts: DevicePoolOptions, lifetime: AbortSignal) {
    this.lifetime = lifetime;
    this.maxStreams = parts.maxStreams;
    this.#parts = parts;
    this.#reports = new BootReports((serial) => this.#askReport(serial));
    const { goneMs, onLetGo } = parts;
    this.#devices = new DeviceShelf({ make: (serial) => this.#make(serial), goneMs, onLetGo }, lifetime);
    parts.tracker.subscribe((rows) => {
      this.#reports.keepOnly(rows);
      this.#devices.update(rows);
    });
  }

  device(serial: string): Device {
    return this.#devices.get(serial);
  }

  /**
   * The server's list, requested now. While the server answers the same, the result is the very same array, so that
   * callers need not compare all devices. Calls at the same time share one request. The tracker runs from here on, so
   * that the facts of a lost device are dropped.
   */
  async rows(signal: AbortSignal): Promise<readonly DeviceRow[]> {
    return await this.#asking.run("rows", async (limit) => await this.#askRows(limit), signal);
  }

  async #askRows(signal: AbortSignal): Promise<readonly DeviceRow[]> {
    const text = await this.#parts.server.query("host:devices-l", signal);
    const last = this.#lastAnswer;
    const rows = last?.text === text ? last.rows : parseDeviceRows(text);
    this.#lastAnswer = { text, rows };
    if (rows !== last?.rows) this.#reports.keepOnly(rows);
    this.#parts.tracker.start();
    return rows;
  }

  /** The report, if it is known and final. */
  knownReport(row: DeviceRow): BootReport | null {
    return this.#reports.known(row);
  }

  /** See {@link BootReports.version}. */
  get reportsVersion(): number {
    return this.#reports.version;
  }

  /** See {@link BootReports.get}. */
  async report(row: DeviceRow, isUrgent: boolean, signal: AbortSignal): Promise<BootReport> {
    return await this.#reports.get(row, isUrgent, signal);
  }

  /** Requests the report in advance, for later callers. */
  askAhead(row: DeviceRow): void {
    this.#reports.get(row, false, this.lifetime).catch(() => {});
  }

  async openSocket(serial: string, service: string, signal: AbortSignal): Promise<Socket> {
    const open = (limit: AbortSignal) =>
      this.#parts.server.openService(serial, service, this.#serviceMs(serial), limit);
    try {
      return await open(signal);
    } catch (error) {
      if (!isGone(error)) throw error;
      return await this.#openOnceBack({ serial, open, error }, signal);
    }
  }

  /**
   * Opens the service as soon as the device is back, which takes only a moment if it was offline briefly. The server
   * had refused to choose the device, so nothing was sent to it: trying again repeats no action. Errors: the last
   * refusal; as connectRemote.
   */
  async #openOnceBack({ serial, open, error }: Refused, signal: AbortSignal): Promise<Socket> {
    const isTarget = this.#parts.targets.serials.includes(serial);
    let refusal = error;
    const tryAgain = async (limit: AbortSignal) => {
      await (isTarget ? this.#parts.targets.connect(serial, limit) : this.#isBack(serial, limit));
      try {
        return await open(limit);
      } catch (again) {
        if (!isGone(again)) throw again;
        refusal = again;
        return undefined;
      }
    };
    const ms = isTarget ? DEADLINES.remoteConnect : DEADLINES.offlineFlap;
    const wait = (limit: AbortSignal) => pollUntil(() => tryAgain(limit), RETRY_MS, limit);
    try {
      return await withDeadline(ms, `the return of ${serial}`, wait, signal);
    } catch (failure) {
      throw isFoveaError(failure, "TIMEOUT") && !signal.aborted ? refusal : failure;
    }
  }

  async #isBack(serial: string, signal: AbortSignal): Promise<void> {
    const isThere = (row: DeviceRow) => row.serial === serial && row.state === "device";
    await this.#parts.tracker.waitFor((rows) => rows.some(isThere) || undefined, signal);
  }

  async facts(serial: string, signal: AbortSignal): Promise<DeviceFacts> {
    const row = this.#trackedRow(serial) ?? (await this.rows(signal)).find((one) => one.serial === serial);
    if (row === undefined) {
      throw new FoveaError("DEVICE_NOT_FOUND", `${serial} is not connected any more`, { device: serial });
    }
    if (row.state !== "device") throw stateError(row.state, serial, row.stateText);
    return (await this.#reports.get(row, true, signal)).facts;
  }

  /**
   * The device's row from the tracker. The tracker may lag behind a new device, so only a row that shows the device as
   * connected is used.
   */
  #trackedRow(serial: string): DeviceRow | undefined {
    return this.#parts.tracker.rows?.find((one) => one.serial === serial && one.state === "device");
  }

  async features(serial: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const answer = await this.#parts.server.query(`host-serial:${serial}:features`, signal);
    return new Set(answer.split(",").filter((name) => name !== ""));
  }

  /** Has its own deadlines, and continues when callers stop waiting for it. */
  async #askReport(serial: string): Promise<BootReport> {
    const features = await this.features(serial, this.lifetime);
    this.#parts.recorder?.noteFeatures(serial, features);
    return await askBootReport(this.device(serial), features, this.lifetime);
  }

  #make(serial: string): Device {
    const device = new AdbDevice(serial, this);
    const { recorder } = this.#parts;
    return recorder === null ? device : recordExchanges(device, recorder);
  }

  #serviceMs(serial: string): number {
    const row = this.#parts.tracker.rows?.find((one) => one.serial === serial);
    const uptimeS = row && this.#reports.known(row)?.uptimeS;
    const isLongUp = typeof uptimeS === "number" && uptimeS > BOOT_LOAD_S;
    return isLongUp ? DEADLINES.service : DEADLINES.serviceWhileBooting;
  }
}

interface Refused {
  readonly serial: string;
  readonly open: (signal: AbortSignal) => Promise<Socket>;
  readonly error: FoveaError;
}

const RETRY_MS = 50;

function isGone(error: unknown): error is FoveaError {
  return isFoveaError(error, "DEVICE_NOT_FOUND") || isFoveaError(error, "DEVICE_OFFLINE");
}

/** After a boot, Android optimises apps and starts services for a while, and answers slowly. */
const BOOT_LOAD_S = 120;
