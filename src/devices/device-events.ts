import type { DeviceRow } from "./adb/device-row.js";
import { isTransient } from "./device-state.js";

/** A device appeared, disappeared, or changed its state. A phone with two connections has two devices. */
export interface DeviceEvent {
  readonly kind: "added" | "removed" | "changed";
  readonly device: DeviceRow;
}

/**
 * Turns lists of devices into events. A device that is offline (or connecting, or authorizing) is reported only if that
 * lasts for `flapMs`: replugging passes through all of these states.
 */
export class DeviceEvents implements Disposable {
  readonly #emit: (event: DeviceEvent) => void;
  readonly #flapMs: number;
  readonly #reported = new Map<string, DeviceRow>();
  readonly #passing = new Map<string, { row: DeviceRow; readonly timer: NodeJS.Timeout }>();

  constructor(emit: (event: DeviceEvent) => void, flapMs: number) {
    this.#emit = emit;
    this.#flapMs = flapMs;
  }

  /** Takes the current list of all devices. */
  update(rows: readonly DeviceRow[]): void {
    const keys = new Set(rows.map(keyOf));
    for (const key of this.#passing.keys()) if (!keys.has(key)) this.#settle(key);
    for (const [key, device] of this.#reported) {
      if (keys.has(key)) continue;
      this.#reported.delete(key);
      this.#emit({ kind: "removed", device });
    }
    for (const row of rows) this.#see(row);
  }

  [Symbol.dispose](): void {
    for (const key of this.#passing.keys()) this.#settle(key);
  }

  #see(row: DeviceRow): void {
    const key = keyOf(row);
    if (!isTransient(row.state) || this.#reported.get(key)?.state === row.state) {
      this.#settle(key);
      this.#report(row);
      return;
    }
    const waiting = this.#passing.get(key);
    if (waiting !== undefined) {
      waiting.row = row;
      return;
    }
    const timer = setTimeout(() => {
      const last = this.#passing.get(key)?.row ?? row;
      this.#settle(key);
      this.#report(last);
    }, this.#flapMs);
    this.#passing.set(key, { row, timer });
  }

  #report(row: DeviceRow): void {
    const before = this.#reported.get(keyOf(row));
    this.#reported.set(keyOf(row), row);
    if (before === undefined) this.#emit({ kind: "added", device: row });
    else if (before.stateText !== row.stateText) this.#emit({ kind: "changed", device: row });
  }

  #settle(key: string): void {
    clearTimeout(this.#passing.get(key)?.timer);
    this.#passing.delete(key);
  }
}

/** A device that is plugged in again has a new key, since some facts are kept for each transport. */
function keyOf(row: DeviceRow): string {
  return `${row.transportId ?? ""}/${row.serial}`;
}
