import { FoveaError } from "../base/errors.js";
import type { DeviceEntry } from "./device-entry.js";

/**
 * The entry for a call. A named device is found by its serial, its other serials or its hardware serial; without a name
 * the only usable device is taken. Errors: DEVICE_NOT_FOUND, DEVICE_REQUIRED (lists the usable ones), NO_DEVICE, and
 * the entry's own problem.
 */
export function selectDevice(entries: readonly DeviceEntry[], wanted: string | undefined): DeviceEntry {
  const entry = wanted === undefined ? theOnlyOne(entries) : deviceNamed(entries, wanted);
  if (entry.problem === null) return entry;
  const { code, message, hint } = entry.problem;
  throw new FoveaError(code, message, { hint, device: entry.serial });
}

/** The entry with this serial, other serial or hardware serial. Errors: DEVICE_NOT_FOUND. */
export function deviceNamed(entries: readonly DeviceEntry[], wanted: string): DeviceEntry {
  const found =
    entries.find((entry) => entry.serial === wanted) ??
    entries.find((entry) => entry.otherSerials.includes(wanted)) ??
    entries.find((entry) => entry.hardwareSerial === wanted);
  if (found !== undefined) return found;
  const known = entries.length === 0 ? "none is connected" : `connected are ${entries.map(describe).join(", ")}`;
  // The name of a lease is a secret, so the message does not show it.
  if (wanted.startsWith("lease:")) {
    const hint = "Use a lease through `fovea serve --farm`, or by a program that names the farm.";
    throw new FoveaError("DEVICE_NOT_FOUND", `a lease names a phone of a farm, not one of this host; ${known}`, {
      hint,
    });
  }
  throw new FoveaError("DEVICE_NOT_FOUND", `no device has the serial "${wanted}"; ${known}`, { device: wanted });
}

function theOnlyOne(entries: readonly DeviceEntry[]): DeviceEntry {
  const usable = entries.filter((entry) => entry.problem === null);
  const allowed = entries.filter((entry) => entry.allowed);
  const [first, ...others] = [usable, allowed].find((some) => some.length > 0) ?? entries;
  if (first === undefined) throw new FoveaError("NO_DEVICE", "no device is connected to the adb server");
  if (others.length === 0) return first;
  const listed = [first, ...others].map(describe).join(", ");
  if (usable.length === 0) throw new FoveaError("NO_DEVICE", `no usable device: ${listed}`);
  throw new FoveaError("DEVICE_REQUIRED", `several devices are connected, say which one: ${listed}`);
}

function describe(entry: DeviceEntry): string {
  const about = [entry.model, entry.problem && (entry.state === "device" ? entry.problem.code : entry.stateText)];
  const known = about.filter((part) => part !== null);
  return known.length === 0 ? entry.serial : `${entry.serial} (${known.join(", ")})`;
}
