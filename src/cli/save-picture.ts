import { extname } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { writeFileAt } from "../base/new-file.js";
import { UsageError } from "./command.js";

/** Refuses a name whose ending is not that of a PNG; a name without an ending is accepted. Errors: UsageError. */
export function requirePngName(file: string): void {
  const ending = extname(file).toLowerCase();
  if (ending !== "" && ending !== ".png")
    throw new UsageError(`${file} would be a PNG with the name of another format: end its name in .png`);
}

/** Writes a PNG to the user's path; replaces an existing file only with `isOver`. Errors: UsageError. */
export async function savePictureAt(file: string, bytes: Uint8Array, isOver: boolean): Promise<void> {
  await writeFileAt(file, bytes, isOver).catch((cause: unknown) => {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (isThere) throw new UsageError(`${file} exists: --overwrite replaces it`);
    const why = causeWords(cause);
    throw new UsageError(`${file} cannot be written: ${why}`);
  });
}
