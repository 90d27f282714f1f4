import { constants } from "node:fs";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Windows has no such flag, and its links need rights that no other account has. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINK;
const OVER = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_LINK;

/**
 * Writes a new file into a folder that is there, and gives its path: nothing is overwritten, and no link of its name is
 * followed. Where a part of the folder's own path became a link after it was resolved, nothing is written: what was opened
 * is compared with what lies there. Errors: those of open(2), and one where the folder was exchanged.
 */
export async function writeNewFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(await realpath(folder), name);
  await using file = await open(path, NEW);
  if (!(await liesAt(file, path))) throw new Error("the folder was exchanged while the file was written");
  await file.writeFile(bytes);
  return path;
}

/** Writes a file where the user says, in place of one that is there if `isOver`; a link of its name is never followed. */
export async function writeFileAt(path: string, bytes: Uint8Array, isOver: boolean): Promise<void> {
  await using file = await open(path, isOver ? OVER : NEW);
  await file.writeFile(bytes);
}

/**
 * The same, for what is made piece by piece: it appears under its name when it is whole, and where making it fails nothing
 * is left, and what was there stays. Errors: those of open(2), EEXIST before anything is made, and those of the pieces.
 */
export async function writePiecesAt(
  path: string,
  isOver: boolean,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  if (!isOver) await (await open(path, NEW)).close(); // takes the name
  const part = `${path}.${process.pid}.part`;
  try {
    await using file = await open(part, NEW);
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
