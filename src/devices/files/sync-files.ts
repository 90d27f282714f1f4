import { FoveaError, isFoveaError } from "../../base/errors.js";
import { failText } from "../adb/adb-errors.js";
import type { SyncEntry } from "../adb/sync-connection.js";
import type { Device } from "../device.js";

/** The most entries of a folder that are read. */
export const MOST_ENTRIES = 10_000;

/**
 * The chunks of a file of the device, as they arrive. Errors: as openService; PULL_FAILED with the device's text, or if
 * the file is larger than `mostBytes`; DEVICE_DISCONNECTED if it ends in the middle.
 */
export async function* pullFile(
  device: Device,
  { path, mostBytes }: { readonly path: string; readonly mostBytes: number },
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, void> {
  await using stream = await device.openService("sync:", signal);
  try {
    const { SyncConnection } = await import("../adb/sync-connection.js"); // adbkit, loaded on first use
    let count = 0;
    for await (const piece of new SyncConnection(stream).pull(path)) {
      count += piece.length;
      if (count > mostBytes) throw new FoveaError("PULL_FAILED", `${path} is larger than ${mostBytes} bytes`);
      yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw syncError(error, device, `reading ${path}`);
  }
}

/**
 * The entries of a folder, at most {@link MOST_ENTRIES}; a missing or unreadable folder gives no entries. Errors: as
 * pullFile.
 */
export async function listFolder(device: Device, path: string, signal: AbortSignal): Promise<readonly SyncEntry[]> {
  await using stream = await device.openService("sync:", signal);
  try {
    const { SyncConnection } = await import("../adb/sync-connection.js"); // adbkit, loaded on first use
    return await new SyncConnection(stream).list(path, MOST_ENTRIES);
  } catch (error) {
    signal.throwIfAborted();
    throw syncError(error, device, `listing ${path}`);
  }
}

function syncError(error: unknown, { serial }: Device, what: string): FoveaError {
  if (isFoveaError(error)) return error.with({ device: serial });
  const isLost = error instanceof Error && error.name === "PrematureEOFError";
  const reason = error instanceof Error ? failText(error) : String(error);
  const context = { device: serial, cause: error };
  return new FoveaError(isLost ? "DEVICE_DISCONNECTED" : "PULL_FAILED", `${serial}: ${what}: ${reason}`, context);
}
