import type { DeviceRow } from "./adb/device-row.js";
import { isTransient } from "./device-state.js";

/** A device came, went, or is in another state. A phone that is connected twice comes twice. */
export interface DeviceEvent {
  readonly kind: "added" | "removed" | "changed";
  readonly device: DeviceRow;
}

/**
 * Turns lists of devices into events. A device that goes offline (or connects, or authorizes) is reported only when it
 * stays so for `flapMs`: replugging passes through all of them.
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

  /** The whole list as it is now. */
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

/** A device that is plugged in again is another one to those who keep something by transport. */
function keyOf(row: DeviceRow): string {
  return `${row.transportId ?? ""}/${row.serial}`;
}
