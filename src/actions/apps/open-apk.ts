import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { constants, type FileHandle, open, realpath, stat } from "node:fs/promises";
import { basename, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { FoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";
import { type ApkIdentity, readApkIdentity } from "../../devices/apk/manifest.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";

/** An APK of this host, as it was when it was read: whatever becomes of the file, these are the bytes. */
export interface OpenedApk {
  /** Its file name in quotes. */
  readonly name: string;
  readonly bytes: Buffer;
  /** In hex. */
  readonly sha256: string;
  readonly identity: ApkIdentity;
}

/** They are held in memory, so that what was looked at is what is installed. */
export const MOST_APK_BYTES = 512 * 1024 * 1024;

/**
 * Reads an APK out of one of the folders that are allowed, once: a regular file that ends in .apk and lies in there
 * when all links are followed. A relative path is looked for in each of the folders. Errors: PATH_NOT_ALLOWED,
 * INVALID_ARGUMENT for what is not an APK that can be installed alone.
 */
export async function openApk(path: string, folders: readonly string[], signal: AbortSignal): Promise<OpenedApk> {
  const place = await findPlace(path, folders);
  const bytes = await readOnce(place, signal);
  const name = quoteLabel(normaliseLabel(basename(place.path)));
  return { name, bytes, sha256: createHash("sha256").update(bytes).digest("hex"), identity: identityOf(bytes, name) };
}

function identityOf(bytes: Buffer, name: string): ApkIdentity {
  try {
    return readApkIdentity(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint = "Name an APK that holds the whole app; bundles (.aab, .apks, .xapk) have to be turned into one first.";
    throw new FoveaError("INVALID_ARGUMENT", `path: ${name}: ${why}`, { hint, cause });
  }
}

interface Place {
  /** With all links followed. */
  readonly path: string;
  /** As it was asked for. */
  readonly asked: string;
  readonly folders: readonly string[];
}

async function findPlace(asked: string, folders: readonly string[]): Promise<Place> {
  if (folders.length === 0) {
    const hint = "Ask the user to restart the server with --apk-dir and the folder that holds the APK.";
    throw notAllowed(asked, "no folder was opened for APKs", hint);
  }
  const hint = `Use an APK in ${folders.join(" or ")}, or restart the server with another --apk-dir.`;
  if (asked.includes("\0")) throw notAllowed(asked, "it holds a NUL character", hint);
  if (extname(asked).toLowerCase() !== ".apk") throw notAllowed(asked, "it does not end in .apk", hint);
  const real = await Promise.all(folders.map(realFolder));
  const allowed = [...folders.map((folder) => resolve(folder)), ...real];
  for (const candidate of isAbsolute(asked) ? [resolve(asked)] : real.map((folder) => join(folder, asked))) {
    // Of what lies elsewhere not even whether it is there is told.
    if (!allowed.some((folder) => isWithin(folder, candidate))) continue;
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined) continue;
    if (!real.some((folder) => isWithin(folder, path))) throw notAllowed(asked, "it leads out of the folder", hint);
    if (extname(path).toLowerCase() !== ".apk") throw notAllowed(asked, "it leads to what does not end in .apk", hint);
    return { path, asked, folders: real };
  }
  throw notAllowed(asked, "there is no such file in a folder for APKs", hint);
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    const hint = "Make the folder, or restart the server with another --apk-dir.";
    throw new FoveaError("PATH_NOT_ALLOWED", `the folder ${folder} of --apk-dir cannot be read`, { hint, cause });
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Opened first and judged then, by the open file itself: nothing can come in between. */
async function readOnce(place: Place, signal: AbortSignal): Promise<Buffer> {
  const { path, asked } = place;
  // A pipe of that name would be waited for; a link that took the file's place since is not followed.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((cause: unknown) => {
    throw notAllowed(asked, `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notAllowed(asked, "it is not a regular file");
    if (stats.size > MOST_APK_BYTES) throw notAllowed(asked, `it is larger than ${MOST_APK_BYTES} bytes`);
    await requireSamePlace(place, stats);
    return await abortable(readAll(file, stats.size, asked), signal);
  } finally {
    await file.close();
  }
}

/** A folder on the way that became a link between the look and the opening would have led elsewhere. */
async function requireSamePlace({ path, asked, folders }: Place, opened: Stats): Promise<void> {
  const now = await realpath(path).catch(() => undefined);
  const there = now === path && folders.some((folder) => isWithin(folder, now)) ? await stat(now) : undefined;
  if (there?.dev === opened.dev && there.ino === opened.ino) return;
  throw notAllowed(asked, "it was moved while it was opened");
}

async function readAll(file: FileHandle, size: number, asked: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    length += bytesRead;
    if (bytesRead === 0 || length > size) break;
  }
  if (length === size) return bytes.subarray(0, size);
  throw notAllowed(asked, "it changed while it was read", "Wait until it is written; then repeat the call.");
}

function notAllowed(path: string, why: string, hint?: string): FoveaError {
  const message = `path: ${quoteLabel(normaliseLabel(path.slice(0, 300)))}: ${why}`;
  return new FoveaError("PATH_NOT_ALLOWED", message, hint === undefined ? {} : { hint });
}
