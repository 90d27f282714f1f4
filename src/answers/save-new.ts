import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { isDeviceName } from "../base/device-names.js";
import { FoveaError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import { writeNewFile, writePiecesAt } from "../base/new-file.js";
import { quoteWords } from "../screen/label.js";

/** Checks a plain file name with this ending, without folders and not hidden. Errors: PATH_NOT_ALLOWED. */
export function requireFileName(name: string, ending: string): string {
  const isPlain = /^\w[\w.-]{0,99}$/.test(name) && name.endsWith(`.${ending}`) && !isDeviceName(name);
  if (isPlain) return name;
  throw new FoveaError("PATH_NOT_ALLOWED", `"${name}" is not a plain file name that ends in .${ending}`);
}

/** Checks a plain file name with any ending. Errors: PATH_NOT_ALLOWED. */
export function requireAnyFileName(name: string): string {
  const isPlain = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.()+-]{0,149}$/u.test(name) && !/[ .]$/.test(name);
  if (isPlain && !isDeviceName(name)) return name;
  throw new FoveaError("PATH_NOT_ALLOWED", `${quoteWords(name)} is not a plain file name`, {
    hint: "Give `save_as` a name of letters, digits, dots and dashes, for example a.png.",
  });
}

/**
 * Writes a new file in pieces, as they arrive, and gives its path. The folder is created if it is missing; the file
 * appears when it is complete. Errors: as saveNew, and those of the pieces.
 */
export async function saveNewPieces(folder: string, name: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    await makeFolder(folder);
    const path = join(await realpath(folder), name);
    await writePiecesAt(path, false, pieces);
    return path;
  } catch (cause) {
    throw cause instanceof FoveaError ? cause : notSaved(name, cause);
  }
}

function notSaved(name: string, cause: unknown): FoveaError {
  const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
  const why = causeWords(cause);
  const message = isThere ? `${name} is in the output folder already` : `${name} cannot be written: ${why}`;
  const hint = isThere ? { hint: "Use another name: nothing is overwritten." } : {};
  return new FoveaError("PATH_NOT_ALLOWED", message, { ...hint, cause });
}

/**
 * Writes a new file and gives its path. The folder is created if it is missing; nothing is overwritten, and no link
 * leads out of the folder. Errors: PATH_NOT_ALLOWED if the name is taken or the folder cannot be written to.
 */
export async function saveNew(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  try {
    await makeFolder(folder);
    // A link with that name counts as an existing file, whatever its target is.
    return await writeNewFile(folder, name, bytes);
  } catch (cause) {
    throw notSaved(name, cause);
  }
}
