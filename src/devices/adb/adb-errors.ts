import { type ErrorCode, FoveaError } from "../../base/errors.js";
import { parseDeviceState, stateError } from "../device-state.js";

/** The request of an exchange, for messages. */
export interface Exchange {
  /** `127.0.0.1:5037` */
  readonly server: string;
  /** The request, for example `host:devices-l` or `shell,v2,raw:id`. */
  readonly service: string;
  readonly serial?: string;
}

/** Any failure of an exchange with the adb server as a coded error that names the device. */
export function adbError(error: unknown, exchange: Exchange): FoveaError {
  if (error instanceof FoveaError) {
    return exchange.serial === undefined ? error : error.with({ device: exchange.serial });
  }
  const about = `${exchange.serial ?? exchange.server}, asked for "${shorten(exchange.service)}"`;
  // Compared by name: adbkit is loaded only at the first exchange, and this module is needed before.
  if (error instanceof Error && error.name === "FailError") return failError(failText(error), exchange, error);
  if (error instanceof Error && error.name === "UnexpectedDataError") {
    return new FoveaError("ADB_PROTOCOL", `${about}: no adb answer: ${shorten(error.message)}`, { cause: error });
  }
  return lostConnection(`${LOST}: ${about}`, exchange, error);
}

const LOST = "the connection was lost";

/** Whether an exchange failed because its open connection was lost. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof FoveaError && error.message.startsWith(LOST);
}

/** The error for a connection that ended during an exchange. */
export function lostConnection(message: string, exchange: Pick<Exchange, "serial">, cause?: unknown): FoveaError {
  if (exchange.serial === undefined) return new FoveaError("ADB_SERVER_UNREACHABLE", message, { cause });
  return new FoveaError("DEVICE_DISCONNECTED", message, { device: exchange.serial, cause });
}

/** The adb server's FAIL text as a coded error: android.md 9.4; the prefix is compared, ignoring case. */
export function failError(text: string, exchange: Exchange, cause?: unknown): FoveaError {
  const { serial, service } = exchange;
  const lower = text.trim().toLowerCase();
  const state = STATE_FAILS.find(([prefix]) => lower.startsWith(prefix))?.[1];
  if (state !== undefined) {
    const parsed = parseDeviceState(state);
    if (parsed !== "device") return stateError(parsed, serial ?? "?", text);
  }
  const code = CODE_FAILS.find(([prefix]) => prefix.test(lower))?.[1];
  const message = `${serial ?? exchange.server} refused "${shorten(service)}": ${text.trim()}`;
  const context = serial === undefined ? { cause } : { device: serial, cause };
  return new FoveaError(code ?? (service.startsWith("host") ? "ADB_PROTOCOL" : "SERVICE_REFUSED"), message, context);
}

const STATE_FAILS: readonly (readonly [prefix: string, state: string])[] = [
  ["device unauthorized", "unauthorized"],
  ["device offline", "offline"],
  ["device still authorizing", "authorizing"],
  ["device still connecting", "connecting"],
  ["insufficient permissions", "noperm"],
  ["no permissions", "noperm"],
];

const CODE_FAILS: readonly (readonly [prefix: RegExp, code: ErrorCode])[] = [
  [/^device ('.*' )?not found/s, "DEVICE_NOT_FOUND"],
  [/^no (such )?device/, "DEVICE_NOT_FOUND"],
  [/^more than one device/, "DEVICE_REQUIRED"],
  [/^closed/, "SERVICE_REFUSED"],
  [/^(error: )?protocol fault/, "DEVICE_DISCONNECTED"],
  [/^unknown host service/, "ADB_PROTOCOL"],
];

/** The other side's own text: adbkit reports it as `Failure: 'TEXT'`. */
export function failText(error: Error): string {
  return /^Failure: '(.*)'$/s.exec(error.message)?.[1] ?? error.message;
}

function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 117)}...`;
}
