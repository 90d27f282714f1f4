import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

/** Windows has no such flag, and creating links there needs special rights. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINK;
const OVER = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_LINK;

/** Files of Fovea show screens, so only their owner may read them. */
const PRIVATE = 0o600;

/**
 * Writes a new file into an existing folder, and gives its path. Nothing is overwritten, and a link with this name is
 * not followed. If a part of the folder's path became a link after it was resolved, nothing is written: the opened file
 * is compared with the one at the path. If writing fails, no part of the file is left. Errors: those of open(2) and
 * write(2), and one if the folder was replaced.
 */
export async function writeNewFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(await realpath(folder), name);
  await using file = await open(path, NEW, PRIVATE);
  if (!(await liesAt(file, path))) throw new Error("the folder was replaced while the file was written");
  try {
    await file.writeFile(bytes);
    return path;
  } catch (error) {
    if (await liesAt(file, path)) await rm(path, { force: true });
    throw error;
  }
}

/**
 * Writes a file at the user's path; with `isOver` it replaces an existing file. A link with this name is never
 * followed. If writing fails, no new file is left, and an existing one stays as it was. Errors: those of open(2) and
 * write(2).
 */
export async function writeFileAt(path: string, bytes: Uint8Array, isOver: boolean): Promise<void> {
  if (isOver && !(await isPlainOrAbsent(path))) {
    await using file = await open(path, OVER); // a device; a link is refused
    await file.writeFile(bytes);
    return;
  }
  await writePiecesAt(path, isOver, Readable.from([bytes]));
}

async function isPlainOrAbsent(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found === null || found.isFile();
}

/**
 * The same for content that is made in pieces: the file appears under its name when it is complete. If making it fails,
 * nothing is left, and an existing file stays as it was. Errors: those of open(2), EEXIST before anything is made, and
 * those of the pieces.
 */
export async function writePiecesAt(
  path: string,
  isOver: boolean,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  if (!isOver) await (await open(path, NEW, PRIVATE)).close(); // takes the name
  const part = `${path}.${process.pid}.part`;
  try {
    await using file = await open(part, NEW, PRIVATE);
    for await (const piece of pieces) await file.writeFile(piece);
    await rename(part, path); // takes the place of a link, and follows none
  } catch (error) {
    await rm(part, { force: true });
    if (!isOver) await rm(path, { force: true });
    throw error;
  }
}

async function liesAt(file: FileHandle, path: string): Promise<boolean> {
  try {
    const [opened, there] = [await file.stat({ bigint: true }), await stat(path, { bigint: true })];
    return (await realpath(path)) === path && opened.ino === there.ino && opened.dev === there.dev;
  } catch {
    return false; // nothing is there any more
  }
}
