import type { Stats } from "node:fs";
import { constants, type FileHandle, open, realpath, stat } from "node:fs/promises";
import { extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";

/** Files of this host that calls may read. */
export interface HostFiles {
  /** The folders that the user allowed. */
  readonly folders: readonly string[];
  /** The option that allows folders. */
  readonly option: string;
  /** What the files are called in messages: `APKs`. */
  readonly what: string;
  /** The ending that names need, in lower case; any if absent. */
  readonly ending?: string;
  readonly mostBytes: number;
}

/** A file of this host. The bytes stay those that were read, even if the file changes later. */
export interface HostFile {
  /** The path with all links followed. */
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Reads a file once, from one of the allowed folders: a regular file that lies in the folder after all links are
 * followed. A relative path is looked up in each of the folders. Errors: PATH_NOT_ALLOWED.
 */
export async function readHostFile(asked: string, files: HostFiles, signal: AbortSignal): Promise<HostFile> {
  const place = await findPlace(asked, files);
  return { path: place.path, bytes: await readOnce(place, signal) };
}

interface Place {
  /** The path with all links followed. */
  readonly path: string;
  /** The path as the caller gave it. */
  readonly asked: string;
  readonly folders: readonly string[];
  readonly mostBytes: number;
}

async function findPlace(asked: string, { folders, option, what, ending, mostBytes }: HostFiles): Promise<Place> {
  const isFit = (path: string) => ending === undefined || extname(path).toLowerCase() === ending;
  if (folders.length === 0) {
    const hint = `Ask the user to restart the server with ${option} and the folder that holds it.`;
    throw notAllowed(asked, `no folder is allowed for ${what}`, hint);
  }
  const hint = `Use a file in ${folders.join(" or ")}, or restart the server with another ${option}.`;
  if (asked.includes("\0")) throw notAllowed(asked, "it holds a NUL character", hint);
  if (!isFit(asked)) throw notAllowed(asked, `it does not end in ${ending}`, hint);
  const real = await Promise.all(folders.map(async (folder) => await realFolder(folder, option)));
  const allowed = [...folders.map((folder) => resolve(folder)), ...real];
  for (const candidate of isAbsolute(asked) ? [resolve(asked)] : real.map((folder) => join(folder, asked))) {
    // A path outside the folders is skipped: the error does not say whether it exists.
    if (!allowed.some((folder) => isWithin(folder, candidate))) continue;
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined) continue;
    if (!real.some((folder) => isWithin(folder, path))) throw notAllowed(asked, "it leads out of the folder", hint);
    if (!isFit(path)) throw notAllowed(asked, `it leads to a file that does not end in ${ending}`, hint);
    return { path, asked, folders: real, mostBytes };
  }
  throw notAllowed(asked, `there is no such file in a folder for ${what}`, hint);
}

async function realFolder(folder: string, option: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    const hint = `Make the folder, or restart the server with another ${option}.`;
    throw new FoveaError("PATH_NOT_ALLOWED", `the folder ${folder} of ${option} cannot be read`, { hint, cause });
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Opens the file first and checks the open file then: nobody can replace it between check and reading. */
async function readOnce(place: Place, signal: AbortSignal): Promise<Buffer> {
  const { path, asked, mostBytes } = place;
  // Does not wait for a named pipe, and does not follow a link that replaced the file since the check.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((cause: unknown) => {
    throw notAllowed(asked, `it cannot be read: ${causeWords(cause)}`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notAllowed(asked, "it is not a regular file");
    if (stats.size > mostBytes) throw notAllowed(asked, `it is larger than ${mostBytes} bytes`);
    await requireSamePlace(place, stats);
    return await abortable(readAll(file, stats.size, asked), signal);
  } finally {
    await file.close();
  }
}

/** Refuses the file if a folder of its path became a link between the check and the opening, and so led elsewhere. */
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
  const message = `the file ${quoteLabel(normaliseLabel(path.slice(0, 300)))} of this host: ${why}`;
  return new FoveaError("PATH_NOT_ALLOWED", message, { hint: hint ?? "Name a regular file that may be read." });
}
