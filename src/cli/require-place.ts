import { constants } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "./command.js";

/**
 * That a report can be written there, if known before the work: the folder is there and can
 * be written to, and the name is free, or a file's that may be written over. Errors: UsageError, which names the flag.
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
