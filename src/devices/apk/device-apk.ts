import { findZipEnd, notApk } from "../companion/apk/zip-end.js";
import type { Device } from "../device.js";
import { retryRead } from "../retry-read.js";
import { command, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";
import { findZipEntry, unpackZipEntry } from "./zip-entry.js";

/** The size of a zip's end record with the longest comment. */
const END_BYTES = 22 + 0xffff;
const MOST_DIRECTORY_BYTES = 16 * 1024 * 1024;
const BLOCK_BYTES = 4096;
/** The largest local header with its name and padding: zipalign fills up to a page. */
const MOST_HEADER_BYTES = 30 + 64 * 1024;

/**
 * One decompressed file of an APK on the device. Only the end of the APK, its directory and that file are read, by the
 * `dd` that every release has. Errors: NOT_THIS_FORMAT, as runShell.
 */
export async function readDeviceApkEntry(
  device: Device,
  apk: { readonly path: string; readonly bytes: number },
  entry: { readonly name: string; readonly mostBytes: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const { path, bytes } = apk;
  const read = async (from: number, to: number) => await readRange(device, path, { from, to }, signal);
  const tailAt = Math.max(0, bytes - END_BYTES);
  const tail = await read(tailAt, bytes);
  const { directoryAt, endAt } = findZipEnd(tail);
  if (-directoryAt > MOST_DIRECTORY_BYTES || tailAt + directoryAt < 0) throw notApk("its directory is too large");
  const before = directoryAt < 0 ? await read(tailAt + directoryAt, tailAt) : Buffer.alloc(0);
  const directory = Buffer.concat([before, tail.subarray(Math.max(0, directoryAt), endAt)]);
  const found = findZipEntry(directory, entry.name, entry.mostBytes);
  const end = Math.min(
    tailAt + directoryAt,
    found.at + MOST_HEADER_BYTES + Math.min(found.packedSize, entry.mostBytes),
  );
  if (found.at >= end) throw notApk(`its ${entry.name} is broken`);
  return unpackZipEntry(await read(found.at, end), { ...found, at: 0 });
}

async function readRange(
  device: Device,
  path: string,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const first = Math.floor(from / BLOCK_BYTES);
  const count = Math.ceil(to / BLOCK_BYTES) - first;
  const words = [`if=${path}`, `bs=${BLOCK_BYTES}`, `skip=${first}`, `count=${count}`] as const;
  const limits = { ...SHELL_LIMITS, totalMs: 20_000, maxBytes: (count + 1) * BLOCK_BYTES };
  const script = readScript(command(["dd", ...words], { stderr: "drop" }));
  const { stdout } = await retryRead(device, script, limits, signal);
  const start = from - first * BLOCK_BYTES;
  if (stdout.length < start + to - from) throw notApk("it is shorter than the device reports");
  return stdout.subarray(start, start + to - from);
}
