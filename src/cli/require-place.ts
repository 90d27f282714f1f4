import { constants } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "./command.js";

/**
 * Checks before the work that a report can be written: the folder exists and is writable, and the file does not exist
 * or may be replaced. Errors: UsageError, which names the flag.
 */
export async function requirePlace(flag: string, file: string, isOver: boolean): Promise<void> {
  const parent = dirname(file);
  const isFolder = (await stat(parent).catch(() => null))?.isDirectory() === true;
  if (!isFolder) throw new UsageError(`${flag}: there is no folder ${parent}`);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) throw new UsageError(`${flag}: ${parent} cannot be written to`);
  const there = await lstat(file).catch(() => null);
  if (there === null) return;
  if (!there.isFile()) throw new UsageError(`${flag}: ${file} is there, and is not a file`);
  if (!isOver) throw new UsageError(`${flag}: ${file} exists: --overwrite replaces it`);
}
