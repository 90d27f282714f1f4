import { isFoveaError } from "../../base/errors.js";
import { abortable, withDeadline } from "../../base/signals.js";
import type { BootReport } from "../boot-report.js";
import type { DeviceRow } from "./device-row.js";

/**
 * The boot reports of all devices, one for each transport. A report is requested once, shared by all waiting callers
 * and kept once the device has booted. It is dropped as soon as its transport is not in state `device`. (A TCP device
 * that reboots keeps its transport id, but passes through `offline`.)
 */
export class BootReports {
  readonly #ask: (serial: string) => Promise<BootReport>;
  readonly #entries = new Map<string, Entry>();
  #version = 0;

  /** `ask` has to have its own time limit. */
  constructor(ask: (serial: string) => Promise<BootReport>) {
    this.#ask = ask;
  }

  /**
   * A number that changes whenever a final report is added or dropped: while it is the same, {@link known} gives the
   * same.
   */
  get version(): number {
    return this.#version;
  }

  /** The report, if it is known and final. */
  known(row: DeviceRow): BootReport | null {
    return this.#entries.get(keyOf(row))?.report ?? null;
  }

  /**
   * The report. If the device was asked more than {@link PATIENCE_MS} ago and has not answered, this does not wait any
   * longer, and the device is not asked again for {@link SILENCE_MS}; with `isUrgent` this waits and asks anyway.
   * Errors: as askBootReport; TIMEOUT; the signal's reason.
   */
  async get(row: DeviceRow, isUrgent: boolean, signal: AbortSignal): Promise<BootReport> {
    const entry = this.#entry(row, isUrgent);
    if (isUrgent) return await abortable(entry.promise, signal);
    const patienceMs = Math.max(0, entry.askedAt + PATIENCE_MS - performance.now());
    return await withDeadline(patienceMs, `${row.serial}: reporting its state`, () => entry.promise, signal);
  }

  /** Drops the reports of all devices that are not in `rows` with state `device`. */
  keepOnly(rows: readonly DeviceRow[]): void {
    const kept = new Set(rows.filter((row) => row.state === "device").map(keyOf));
    for (const [key, { report }] of this.#entries) {
      if (kept.has(key)) continue;
      this.#entries.delete(key);
      if (report !== null) this.#version += 1;
    }
  }

  #entry(row: DeviceRow, isUrgent: boolean): Entry {
    const known = this.#entries.get(keyOf(row));
    if (known === undefined) return this.#start(keyOf(row), row.serial);
    const isSilent = known.silentUntil !== null && (isUrgent || known.silentUntil < performance.now());
    return isSilent ? this.#start(keyOf(row), row.serial) : known;
  }

  #start(key: string, serial: string): Entry {
    const entry: Entry = { promise: this.#ask(serial), askedAt: performance.now(), report: null, silentUntil: null };
    this.#entries.set(key, entry);
    const forget = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    entry.promise.then(
      (report) => {
        if (!report.isBooted) return forget();
        entry.report = report;
        this.#version += 1;
      },
      (error: unknown) => {
        if (isFoveaError(error, "TIMEOUT")) entry.silentUntil = performance.now() + SILENCE_MS;
        else forget();
      },
    );
    return entry;
  }
}

interface Entry {
  readonly promise: Promise<BootReport>;
  readonly askedAt: number;
  report: BootReport | null;
  silentUntil: number | null;
}

// Limits, so that one hanging phone does not slow down every call for the others.
const PATIENCE_MS = 2_500;
const SILENCE_MS = 10_000;

function keyOf(row: DeviceRow): string {
  return `${row.transportId ?? ""}/${row.serial}`;
}
