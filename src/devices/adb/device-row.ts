import { type DeviceState, parseDeviceState } from "../device-state.js";

/** One line of `host:devices-l`: what the adb server knows of the device without asking it. */
export interface DeviceRow {
  readonly serial: string;
  readonly state: DeviceState;
  /** The server's own text for the state. */
  readonly stateText: string;
  /** Changes when a device is plugged in again; unique within one run of the server. Null for servers before 2018. */
  readonly transportId: string | null;
  readonly connection: Connection;
  readonly model: string | null;
  readonly product: string | null;
}

export type Connection = "usb" | "network" | "emulator";

/**
 * The rows of a `host:devices-l` or `host:track-devices-l` answer. adbkit splits these lines at blanks by position, and
 * so misreads every row without a USB path and every state of more than one word.
 */
export function parseDeviceRows(text: string): readonly DeviceRow[] {
  return text
    .split("\n", MOST_ROWS)
    .filter((line) => line.trim() !== "")
    .map((line) => parseRow(line.slice(0, MOST_CHARS)));
}

/** The most rows, and characters of a row, that are read; no adb server sends more. */
const MOST_ROWS = 10_000;
const MOST_CHARS = 4_096;

// A serial has no space except in two cases: "(no serial number)", and an mDNS name that another device already has
// ("adb-X (2)._…").
const SERIAL = /^(\(no serial number\)|adb-.*?\._tcp\.?|\S+)\s+(.*)$/s;

function parseRow(line: string): DeviceRow {
  const { head, details } = splitDetails(line);
  const [, serial = head, stateText = ""] = SERIAL.exec(head) ?? [];
  const detail = (name: string) => details.get(name) || null;
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

/**
 * Details are `name:value` words at the end. A `no permissions` text ends in `[http://…]`, which is not such a word.
 */
function splitDetails(line: string): { readonly head: string; readonly details: ReadonlyMap<string, string> } {
  const details = new Map<string, string>();
  let head = line.trim();
  for (let at = lastBlank(head); at > 0; at = lastBlank(head)) {
    const [, name, value = ""] = DETAIL.exec(head.slice(at + 1)) ?? [];
    if (name === undefined) break;
    // The leftmost of equal names counts, since it is set last: the server's words come before the phone's own.
    details.set(name, value);
    head = head.slice(0, at).trimEnd();
  }
  return { head, details };
}

const DETAIL = /^([a-z_]+):(\S*)$/;

function lastBlank(text: string): number {
  return Math.max(text.lastIndexOf(" "), text.lastIndexOf("\t"));
}

function connectionOf(serial: string): Connection {
  if (/^emulator-\d+$/.test(serial)) return "emulator";
  if (/:\d+$/.test(serial) || /\._tcp\.?$/.test(serial)) return "network";
  return "usb";
}
