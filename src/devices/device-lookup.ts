import { type ErrorCode, isFoveaError } from "../base/errors.js";
import { withDeadline } from "../base/signals.js";
import { DEADLINES } from "./adb/deadlines.js";
import type { DevicePool } from "./adb/device-pool.js";
import type { DeviceRow } from "./adb/device-row.js";
import type { DeviceTracker } from "./adb/device-tracker.js";
import type { RemoteTargets } from "./adb/remote-targets.js";
import { type DescribedRow, type DeviceEntry, toEntries } from "./device-entry.js";
import { isTransient } from "./device-state.js";

export interface DeviceLookupParts {
  readonly pool: DevicePool;
  readonly tracker: DeviceTracker;
  readonly targets: RemoteTargets;
  /** The serials that may be used; undefined for all. */
  readonly allowed: readonly string[] | undefined;
}

/** Finds the devices and their states. */
export class DeviceLookup {
  readonly #parts: DeviceLookupParts;
  #lastEntries: Glimpsed | null = null;

  constructor(parts: DeviceLookupParts) {
    this.#parts = parts;
  }

  /** All current devices, including all remote targets that can be connected. */
  async all(signal: AbortSignal): Promise<readonly DeviceEntry[]> {
    return await this.#look((limit) => this.#connectedRows(undefined, limit), undefined, signal);
  }

  /**
   * All devices, after a short wait for the wanted one to come online, or for any if none is wanted and none is ready.
   * Other remote targets are connected only if the wanted device may be one of them. Errors: those of connecting to it.
   */
  async ready(wanted: string | undefined, signal: AbortSignal): Promise<readonly DeviceEntry[]> {
    const reported = await this.#reportedRows(wanted);
    let isFirst = true;
    const getRows = async (limit: AbortSignal) => {
      const rows = isFirst ? reported : null;
      isFirst = false;
      return rows ?? (await this.#readyRows(wanted, limit));
    };
    return await this.#look(getRows, wanted, signal);
  }

  /** The tracker's rows if they are enough for the call; then it need not wait for the server. Else null. */
  async #reportedRows(wanted: string | undefined): Promise<readonly DeviceRow[] | null> {
    const rows = await this.#parts.tracker.reported();
    const isMeant = ({ serial, state }: DeviceRow) =>
      state === "device" && (wanted === undefined ? this.#hasAllTargets(rows ?? []) : serial === wanted);
    return rows?.some(isMeant) ? rows : null;
  }

  /** Whether all remote targets are connected that a call without a device might use. */
  #hasAllTargets(rows: readonly DeviceRow[]): boolean {
    const targets = this.#parts.targets.serials.filter((serial) => this.isAllowed(serial));
    return targets.every((serial) => rows.some((row) => row.serial === serial && row.state !== "offline"));
  }

  /** Whether the allow-list, if there is one, names the device. */
  isAllowed(serial: string): boolean {
    return this.#parts.allowed?.includes(serial) ?? true;
  }

  /** The entries for the rows; reads them again if one of them proves to be out of date. */
  async #look(
    getRows: (signal: AbortSignal) => Promise<readonly DeviceRow[]>,
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly DeviceEntry[]> {
    const entries = await this.#entries(await getRows(signal), wanted, signal);
    const isOutdated = ({ state, problem }: DeviceEntry) => state === "device" && LOST.has(problem?.code);
    return entries.some(isOutdated) ? await this.#entries(await getRows(signal), wanted, signal) : entries;
  }

  async #readyRows(wanted: string | undefined, signal: AbortSignal): Promise<readonly DeviceRow[]> {
    const rows = await this.#connectedRows(wanted, signal);
    const hasReady = wanted === undefined && rows.some(({ state }) => state === "device");
    if (hasReady) return rows;
    return await this.#settle(rows, wanted === undefined ? rows.map(({ serial }) => serial) : [wanted], signal);
  }

  async #connectedRows(wanted: string | undefined, signal: AbortSignal): Promise<readonly DeviceRow[]> {
    const rows = await this.#parts.pool.rows(signal);
    const row = rows.find(({ serial }) => serial === wanted);
    const targets = this.#parts.targets.serials.filter((serial) => this.isAllowed(serial));
    if (wanted !== undefined && targets.includes(wanted)) {
      if (row !== undefined && row.state !== "offline") return rows;
      await this.#parts.targets.connect(wanted, signal);
      return await this.#parts.pool.rows(signal);
    }
    const came = row === undefined ? await this.#parts.targets.ensure(targets, rows, signal) : [];
    return came.length === 0 ? rows : await this.#settle(await this.#parts.pool.rows(signal), came, signal);
  }

  /**
   * Gives devices in `offline` a short time to come online: until one of them is online, or all have a stable state.
   */
  async #settle(
    rows: readonly DeviceRow[],
    serials: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly DeviceRow[]> {
    const isSettled = (now: readonly DeviceRow[]) => {
      const awaited = now.filter(({ serial }) => serials.includes(serial));
      return awaited.some(({ state }) => state === "device") || awaited.every(({ state }) => !isTransient(state));
    };
    if (isSettled(rows)) return rows;
    const wait = (limit: AbortSignal) => this.#parts.tracker.waitFor((now) => isSettled(now) || undefined, limit);
    await withDeadline(DEADLINES.offlineFlap, "coming online", wait, signal).catch((error) => {
      if (!isFoveaError(error, "TIMEOUT") || signal.aborted) throw error;
    });
    return await this.#parts.pool.rows(signal);
  }

  async #entries(
    rows: readonly DeviceRow[],
    wanted: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly DeviceEntry[]> {
    const mine = wanted === undefined ? undefined : rows.find(({ serial }) => serial === wanted);
    if (mine && this.isAllowed(mine.serial) && this.#parts.pool.knownReport(mine)) return this.#glimpse(rows);
    // A device that hangs must not delay calls for others; but if it is the only one, the call is for it.
    const isOnly = rows.filter(({ serial, state }) => state === "device" && this.isAllowed(serial)).length === 1;
    const described = await Promise.all(
      rows.map((row) => this.#describe(row, isOnly || row.serial === wanted, signal)),
    );
    const absent = this.#parts.targets.serials.filter((serial) => rows.every((row) => row.serial !== serial));
    return toEntries([...described, ...absent.flatMap((serial) => this.#unreached(serial))]);
  }

  /**
   * The entries from known facts only, for a call whose device is known: so it does not wait for other devices. The
   * result is reused while the list and the known facts are unchanged. Devices without a report are asked for one,
   * without waiting.
   */
  #glimpse(rows: readonly DeviceRow[]): readonly DeviceEntry[] {
    const { pool } = this.#parts;
    const version = pool.reportsVersion;
    const known = this.#lastEntries;
    if (known?.rows === rows && known.version === version && known.isWhole) return known.entries;
    const described = rows.map((row) => {
      const isAllowed = this.isAllowed(row.serial);
      const isAsked = isAllowed && row.state === "device";
      const report = isAsked ? pool.knownReport(row) : null;
      if (isAsked && !report) pool.askAhead(row);
      return { row, isAllowed, report, failure: null };
    });
    const isWhole = described.every(({ row, isAllowed, report }) => report || !isAllowed || row.state !== "device");
    const entries = toEntries(described);
    this.#lastEntries = { rows, version, entries, isWhole };
    return entries;
  }

  async #describe(row: DeviceRow, isUrgent: boolean, signal: AbortSignal): Promise<DescribedRow> {
    const isAllowed = this.isAllowed(row.serial);
    const known = { row, isAllowed, report: null, failure: null };
    if (!isAllowed || row.state !== "device") return known;
    try {
      return { ...known, report: await this.#parts.pool.report(row, isUrgent, signal) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isFoveaError(error)) throw error;
      return { ...known, failure: error };
    }
  }

  /** The row of a remote target that could not be connected. */
  #unreached(serial: string): readonly DescribedRow[] {
    const failure = this.#parts.targets.failure(serial);
    if (failure === null) return [];
    const unknown = { transportId: null, model: null, product: null } as const;
    const row = { serial, state: "unknown", stateText: failure.message, connection: "network", ...unknown } as const;
    return [{ row, isAllowed: this.isAllowed(serial), report: null, failure }];
  }
}

/** The entries from the facts that were known of these rows. */
interface Glimpsed {
  readonly rows: readonly DeviceRow[];
  readonly version: number;
  readonly entries: readonly DeviceEntry[];
  /** No device's report is missing. */
  readonly isWhole: boolean;
}

/** Errors of a device that was lost a moment before, while the adb server still listed it. */
const LOST: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  "DEVICE_OFFLINE",
  "DEVICE_DISCONNECTED",
  "DEVICE_NOT_FOUND",
]);
