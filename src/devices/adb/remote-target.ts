import { FoveaError, isFoveaError } from "../../base/errors.js";
import { pollUntil, withDeadline } from "../../base/signals.js";
import { isTransient } from "../device-state.js";
import type { AdbServer } from "./adb-server.js";
import { DEADLINES } from "./deadlines.js";
import { parseDeviceRows } from "./device-row.js";

/** `host:port` for an address with or without a port; adb's own default is 5555. Errors: INVALID_ARGUMENT. */
export function remoteSerial(address: string): string {
  const match = /^(\[[0-9a-f:.%]+\]|[^\s:[\]]+)(?::(\d+))?$/i.exec(address.trim());
  const port = Number(match?.[2] ?? 5555);
  if (match === null || port < 1 || port > 65_535) {
    throw new FoveaError("INVALID_ARGUMENT", `"${address}" is not host:port, [IPv6]:port or host`);
  }
  return `${match[1]}:${port}`;
}

/**
 * Makes the adb server connect to a device in the network, and checks that the connection works. The server always
 * answers OKAY and reports a failure only in the text. Even `already connected` may be about a connection that is being
 * closed, or that hangs in `offline`, which adb would retry only every 3 s. Errors: ADB_CONNECT_FAILED,
 * DEVICE_UNAUTHORIZED, TIMEOUT, and as AdbServer.query.
 */
export async function connectRemote(server: AdbServer, serial: string, signal: AbortSignal): Promise<void> {
  const settle = (limit: AbortSignal) => pollUntil(() => tryConnect(server, serial, limit), RETRY_MS, limit);
  await withDeadline(DEADLINES.remoteConnect, `connecting to ${serial}`, settle, signal);
}

const RETRY_MS = 50;

async function tryConnect(server: AdbServer, serial: string, signal: AbortSignal): Promise<true | undefined> {
  const answer = await server.query(`host:connect:${serial}`, signal, DEADLINES.remoteConnect);
  checkAnswer(serial, answer.trim());
  const rows = parseDeviceRows(await server.query("host:devices-l", signal));
  const row = rows.find((one) => one.serial === serial);
  if (row?.state === "offline") await disconnect(server, serial, signal);
  return row !== undefined && !isTransient(row.state) ? true : undefined;
}

function checkAnswer(serial: string, answer: string): void {
  if (/^(already )?connected to /i.test(answer)) return;
  if (/^failed to authenticate to /i.test(answer)) {
    throw new FoveaError("DEVICE_UNAUTHORIZED", `${serial} is not usable: ${answer}`, { device: serial });
  }
  throw new FoveaError("ADB_CONNECT_FAILED", `no connection to ${serial}: ${answer}`, { device: serial });
}

async function disconnect(server: AdbServer, serial: string, signal: AbortSignal): Promise<void> {
  try {
    await server.query(`host:disconnect:${serial}`, signal);
  } catch (error) {
    if (!isFoveaError(error, "DEVICE_NOT_FOUND")) throw error; // the server has dropped the connection itself
  }
}
