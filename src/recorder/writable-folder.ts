import { access, constants, rmdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";

/**
 * Checks that a trace can be written to a folder, so that nobody performs actions in vain that should be recorded.
 * Makes the folder, and removes it again if it did not exist. Errors: TRACE_UNWRITABLE.
 */
export async function requireWritable(folder: string): Promise<void> {
  const path = resolve(folder);
  try {
    const made = await makeFolder(path, 0o777);
    if (!(await stat(path)).isDirectory()) throw new TypeError("it is not a folder");
    await access(path, constants.W_OK);
    if (made !== undefined) await removeEmpty(path, resolve(made));
  } catch (error) {
    const why = causeWords(error);
    throw new FoveaError("TRACE_UNWRITABLE", `nothing can be recorded to ${folder}: ${why}`, { cause: error });
  }
}

/** Removes the folders from `path` up to `first`; a folder that another program has used meanwhile stays. */
async function removeEmpty(path: string, first: string): Promise<void> {
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}
