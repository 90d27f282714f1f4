import { type ErrorCode, FoveaError } from "../base/errors.js";
import type { Connection, DeviceRow } from "./adb/device-row.js";
import type { BootReport } from "./boot-report.js";
import { type DeviceState, stateError } from "./device-state.js";

/** One phone or emulator in `list`; a phone with two connections is one entry. An unknown value is null. */
export interface DeviceEntry {
  /** The serial for calls; if there are several, that of the USB connection. */
  readonly serial: string;
  /** Other serials of the same phone in the adb server. */
  readonly otherSerials: readonly string[];
  readonly state: DeviceState;
  /** The adb server's own text for the state. */
  readonly stateText: string;
  /** Whether it has booted; read only from allowed devices in state `device`. */
  readonly booted: boolean | null;
  readonly model: string | null;
  readonly product: string | null;
  readonly apiLevel: number | null;
  /** ro.serialno */
  readonly hardwareSerial: string | null;
  readonly transportId: string | null;
  readonly connection: Connection;
  /** False if there is an allow-list without this device; nothing is ever sent to such a device. */
  readonly allowed: boolean;
  /** Why a call to it would fail now; null for a usable device. */
  readonly problem: DeviceProblem | null;
  /** Advice and facts for the user, in plain sentences. */
  readonly hints: readonly string[];
}

export interface DeviceProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/** A row of the adb server's list, with further facts about the device. */
export interface DescribedRow {
  readonly row: DeviceRow;
  readonly isAllowed: boolean;
  readonly report: BootReport | null;
  /** Why the report is missing although the device should have one; null if it is not. */
  readonly failure: FoveaError | null;
}

/** The entries for all rows, in the server's order; rows of the same phone are merged. */
export function toEntries(described: readonly DescribedRow[]): readonly DeviceEntry[] {
  const groups: DescribedRow[][] = [];
  for (const one of described) {
    const group = groups.find(([first]) => first !== undefined && isSamePhone(first, one));
    if (group) group.push(one);
    else groups.push([one]);
  }
  const serials = described.map(({ row }) => row.serial);
  return groups.map((group) => {
    const [best, ...others] = [...group].sort((a, b) => preference(a.row) - preference(b.row));
    if (best === undefined) throw new Error("a group is never empty");
    const isTwin = serials.filter((serial) => serial === best.row.serial).length > 1;
    return toEntry(
      best,
      others.map(({ row }) => row.serial),
      isTwin ? twinError(best.row) : problemOf(best),
    );
  });
}

/** The error for a device that the allow-list does not name. */
export function notAllowed(serial: string): FoveaError {
  return new FoveaError("DEVICE_NOT_ALLOWED", `device ${serial} is not on the allow-list`, { device: serial });
}

/**
 * Whether two connections lead to the same phone: serial number and boot id have to be equal. The serial number alone
 * is not enough: all emulators of one image have the same. Neither is the boot id: containers (Waydroid, redroid) share
 * their host's kernel, but their system servers start at different times.
 */
function isSamePhone(a: DescribedRow, b: DescribedRow): boolean {
  if (a.report === null || b.report === null || a.row.serial === b.row.serial) return false;
  const { facts: one } = a.report;
  const { facts: other } = b.report;
  if (one.hardwareSerial === null || one.hardwareSerial !== other.hardwareSerial) return false;
  if (one.isEmulator !== other.isEmulator || a.report.firstBoot !== b.report.firstBoot) return false;
  if (one.bootId === null || other.bootId === null) return !one.isEmulator && one.bootId === other.bootId;
  return one.bootId === other.bootId;
}

/** USB is the fastest, and its serial does not change; a host:port stays valid longer than an mDNS name. */
function preference(row: DeviceRow): number {
  if (row.connection === "usb") return 0;
  if (row.connection === "emulator") return 1;
  return row.serial.endsWith("_tcp") || row.serial.endsWith("_tcp.") ? 3 : 2;
}

function toEntry(best: DescribedRow, otherSerials: readonly string[], error: FoveaError | null): DeviceEntry {
  const { row, report, isAllowed } = best;
  const problem = error && { code: error.code, message: error.message, hint: error.hint };
  const alias = otherSerials.length === 0 ? [] : [`The same phone is also connected as ${otherSerials.join(", ")}.`];
  return Object.freeze({
    serial: row.serial,
    otherSerials: Object.freeze([...otherSerials]),
    state: row.state,
    stateText: row.stateText,
    booted: report === null ? null : report.isBooted,
    model: report?.facts.model ?? row.model,
    product: row.product,
    apiLevel: report?.facts.apiLevel ?? null,
    hardwareSerial: report?.facts.hardwareSerial ?? null,
    transportId: row.transportId,
    connection: row.connection,
    allowed: isAllowed,
    problem,
    hints: Object.freeze([...(problem ? [problem.hint] : []), ...alias]),
  });
}

function problemOf({ row, isAllowed, report, failure }: DescribedRow): FoveaError | null {
  const { serial } = row;
  if (!isAllowed) return notAllowed(serial);
  if (failure !== null) return failure;
  if (row.state !== "device") return stateError(row.state, serial, row.stateText);
  if (report?.isBooted === false) return new FoveaError("DEVICE_NOT_BOOTED", `device ${serial} is still booting`);
  return null;
}

/** Some cheap tablets all have the same serial from the factory; the adb server then refuses to choose. */
function twinError(row: DeviceRow): FoveaError {
  const message = `several connected devices have the serial ${row.serial} and cannot be distinguished`;
  return new FoveaError("DEVICE_REQUIRED", message, {
    hint: "Unplug all but one of them, or connect them by network.",
  });
}
