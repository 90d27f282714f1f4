import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { FoveaError, isFoveaError } from "../base/errors.js";
import { abortable } from "../base/signals.js";
import { failText } from "./adb/adb-errors.js";
import type { Device, ServiceStream } from "./device.js";

export interface Push {
  /** The bytes, or the path of a file on this host. */
  readonly source: Uint8Array | string;
  /** An absolute path on the device; the shell user has to have write access to its folder, as to /data/local/tmp. */
  readonly remotePath: string;
  /** Permission bits, for example 0o644. */
  readonly mode: number;
}

/**
 * Writes a file on the device by adb's sync service and checks that it is complete (adbd of the Android 9 era could
 * stop in the middle without an error). It is an `act`, so it is never repeated. Errors: as openService, PUSH_FAILED
 * with the device's text, DEVICE_DISCONNECTED; INVALID_ARGUMENT for a source that cannot be read and for a path that
 * sync does not accept.
 */
export async function pushFile(device: Device, push: Push, signal: AbortSignal): Promise<void> {
  checkRemotePath(push.remotePath);
  const { contents, size } = await open(push.source);
  await using stream = await device.openService("sync:", signal);
  try {
    await abortable(send(stream, { ...push, contents, size }), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw pushError(error, device.serial, push.remotePath);
  }
}

interface Contents {
  readonly contents: AsyncIterable<Buffer>;
  readonly size: number;
}

async function open(source: Push["source"]): Promise<Contents> {
  if (typeof source !== "string") return { contents: chunksOf(source), size: source.length };
  try {
    const { size } = await stat(source);
    return { contents: createReadStream(source, { highWaterMark: CHUNK_BYTES }), size };
  } catch (error) {
    throw new FoveaError("INVALID_ARGUMENT", `${source} cannot be read`, { cause: error });
  }
}

async function send(stream: ServiceStream, push: Push & Contents): Promise<void> {
  const { SyncConnection } = await import("./adb/sync-connection.js"); // adbkit, loaded on first use
  const sync = new SyncConnection(stream);
  await sync.push(push);
  const arrived = await sync.sizeOf(push.remotePath);
  if (arrived === push.size % 2 ** 32) return;
  throw new FoveaError("PUSH_FAILED", `of ${push.size} bytes for ${push.remotePath}, ${arrived} arrived`);
}

function checkRemotePath(path: string): void {
  const isFit = path.startsWith("/") && !path.includes("\0") && Buffer.byteLength(path) <= MAX_PATH_BYTES;
  if (!isFit)
    throw new FoveaError("INVALID_ARGUMENT", `"${path.slice(0, 80)}" is not an absolute path of up to 1024 bytes`);
}

function pushError(error: unknown, serial: string, remotePath: string): FoveaError {
  if (isFoveaError(error)) return error.with({ device: serial, mayHaveHappened: true });
  const reason = error instanceof Error ? failText(error) : String(error);
  const isLost = error instanceof Error && error.name === "PrematureEOFError";
  const message = `${serial}: pushing to ${remotePath}: ${reason}`;
  const context = { device: serial, mayHaveHappened: true, cause: error };
  return new FoveaError(isLost ? "DEVICE_DISCONNECTED" : "PUSH_FAILED", message, context);
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Buffer, void, void> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole.length; at += CHUNK_BYTES) yield whole.subarray(at, at + CHUNK_BYTES);
}

/** The most bytes of one DATA packet of sync. */
const CHUNK_BYTES = 64 * 1024;

/** adbd refuses longer paths. */
const MAX_PATH_BYTES = 1024;
