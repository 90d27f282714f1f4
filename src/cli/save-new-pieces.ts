import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { writePiecesAt } from "../base/new-file.js";
import { UsageError } from "./command.js";

/** Writes content in pieces to the user's path; replaces an existing file only with `isOver`. Errors: UsageError. */
export async function savePieces(
  file: string,
  pieces: AsyncIterable<Uint8Array | string>,
  isOver: boolean,
): Promise<void> {
  await writePiecesAt(file, isOver, pieces).catch((cause: unknown) => {
    if (cause instanceof FoveaError) throw cause;
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (isThere) throw new UsageError(`${file} exists: --overwrite replaces it`);
    const why = causeWords(cause);
    throw new UsageError(`${file} cannot be written: ${why}`);
  });
}
