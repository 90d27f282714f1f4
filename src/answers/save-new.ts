import { mkdir } from "node:fs/promises";
import { FoveaError } from "../base/errors.js";
import { writeNewFile } from "../base/new-file.js";

/** A plain file name with this ending: no folders, nothing hidden. Errors: PATH_NOT_ALLOWED. */
export function requireFileName(name: string, ending: string): string {
  const isPlain = /^\w[\w.-]{0,99}$/.test(name) && name.endsWith(`.${ending}`);
  if (isPlain) return name;
  throw new FoveaError("PATH_NOT_ALLOWED", `"${name}" is not a plain file name that ends in .${ending}`);
}

/**
 * Writes a new file into a folder, which is made if it is not there: nothing is overwritten, and no link is followed
 * out of it. Gives its path. Errors: PATH_NOT_ALLOWED where the name is taken or the folder cannot be written to.
 */
export async function saveNew(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // A link of that name, wherever it points, is a file that is there.
    return await writeNewFile(folder, name, bytes);
  } catch (cause) {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = isThere ? `${name} is in the output folder already` : `${name} cannot be written: ${why}`;
    const hint = isThere ? { hint: "Use another name: nothing is overwritten." } : {};
    throw new FoveaError("PATH_NOT_ALLOWED", message, { ...hint, cause });
  }
}
