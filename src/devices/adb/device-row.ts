import { type DeviceState, parseDeviceState } from "../device-state.js";

/** One line of `host:devices-l`, as the adb server knows the device without asking it. */
export interface DeviceRow {
  readonly serial: string;
  readonly state: DeviceState;
  /** The server's own words for the state. */
  readonly stateText: string;
  /** Changes when a device is plugged in again; unique within one run of the server. Null on servers before 2018. */
  readonly transportId: string | null;
  readonly connection: Connection;
  readonly model: string | null;
  readonly product: string | null;
}

export type Connection = "usb" | "network" | "emulator";

/**
 * The rows of a `host:devices-l` or `host:track-devices-l` answer. adbkit splits these lines at blanks by position and
 * so misreads every row without a USB path and every state of more than one word.
 */
export function parseDeviceRows(text: string): readonly DeviceRow[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseRow);
}

// Details are `name:value` words at the end. A `no permissions` text ends in `[http://…]`, which is no such word.
const DETAILS = /(?:\s+[a-z_]+:\S*)*\s*$/;

// A serial holds no blank but in these two cases: none at all, and an mDNS name that was taken already ("adb-X (2)._…").
const SERIAL = /^(\(no serial number\)|adb-.*?\._tcp\.?|\S+)\s+(.*)$/s;

function parseRow(line: string): DeviceRow {
  const details = DETAILS.exec(line)?.[0] ?? "";
  const head = line.slice(0, line.length - details.length);
  const [, serial = head.trim(), stateText = ""] = SERIAL.exec(head) ?? [];
  const detail = (name: string) => new RegExp(`\\s${name}:(\\S+)`).exec(details)?.[1] ?? null;
  return {
    serial,
    state: parseDeviceState(stateText),
    stateText: stateText.trim(),
    transportId: detail("transport_id"),
    connection: connectionOf(serial),
    model: detail("model"),
    product: detail("product"),
  };
}

function connectionOf(serial: string): Connection {
  if (/^emulator-\d+$/.test(serial)) return "emulator";
  if (/:\d+$/.test(serial) || /\._tcp\.?$/.test(serial)) return "network";
  return "usb";
}
