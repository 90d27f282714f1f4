import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

/** Windows has no such flag, and its links need rights that no other account has. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINK;
const OVER = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_LINK;

/** What Fovea writes shows screens: its owner alone reads it. */
const PRIVATE = 0o600;

/**
 * Writes a new file into a folder that is there, and gives its path: nothing is overwritten, and no link of its name is
 * followed. Where a part of the folder's own path became a link after it was resolved, nothing is written: what was
 * opened is compared with what lies there. Where writing fails, no part of the file is left. Errors: those of open(2)
 * and write(2), and one where the folder was exchanged.
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
 * Writes a file where the user says, in place of one that is there if `isOver`; a link of its name is never followed.
 * Where writing fails, nothing new is left, and what was there stays. Errors: those of open(2) and write(2).
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
 * The same, for what is made piece by piece: it appears under its name when it is whole, and where making it fails
 * nothing is left, and what was there stays. Errors: those of open(2), EEXIST before anything is made, and those of the
 * pieces.
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
