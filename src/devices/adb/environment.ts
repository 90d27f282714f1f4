import { FoveaError } from "../../base/errors.js";
import type { Environment } from "./find-adb.js";

/** The values of adb's own environment variables; an unset value is absent. */
export interface AdbEnvironment {
  readonly host?: string;
  readonly port?: number;
  readonly serial?: string;
}

/**
 * ADB_SERVER_SOCKET (`tcp:PORT`, `tcp:HOST:PORT`), else ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT, and
 * ANDROID_SERIAL, read as adb does; an empty variable counts as absent. Errors: INVALID_ARGUMENT for an invalid port
 * and for sockets that are not TCP.
 */
export function adbEnvironment(env: Environment): AdbEnvironment {
  const serial = env["ANDROID_SERIAL"];
  return { ...serverOf(env), ...(serial && { serial }) };
}

function serverOf(env: Environment): AdbEnvironment {
  const socket = env["ADB_SERVER_SOCKET"];
  if (socket) return parseServerSocket(socket);
  const host = env["ANDROID_ADB_SERVER_ADDRESS"];
  const port = env["ANDROID_ADB_SERVER_PORT"];
  return { ...(host && { host }), ...(port && { port: parsePort(port, `ANDROID_ADB_SERVER_PORT=${port}`) }) };
}

function parseServerSocket(socket: string): AdbEnvironment {
  const what = `ADB_SERVER_SOCKET=${socket}`;
  const [, host, bracketed, port] = /^tcp:(?:([^:[\]]+):|\[([0-9a-f:.%]+)\]:)?(\d+)$/i.exec(socket) ?? [];
  if (port !== undefined) {
    const name = host ?? bracketed;
    return { ...(name && { host: name }), port: parsePort(port, what) };
  }
  if (socket.startsWith("tcp:")) throw new FoveaError("INVALID_ARGUMENT", `${what} is not tcp:PORT or tcp:HOST:PORT`);
  throw new FoveaError("INVALID_ARGUMENT", `${what}: Fovea reaches adb servers by TCP only`, {
    hint: "Set ADB_SERVER_SOCKET to tcp:HOST:PORT, and start the adb server there.",
  });
}

function parsePort(text: string, what: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new FoveaError("INVALID_ARGUMENT", `${what} has no port between 1 and 65535`);
}
