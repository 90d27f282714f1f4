import { writeFileAt } from "../base/new-file.js";
import { UsageError } from "./command.js";

/** Writes a picture where the user says, over one that is there only if `isOver`. Errors: UsageError. */
export async function savePicture(file: string, bytes: Uint8Array, isOver: boolean): Promise<void> {
  await writeFileAt(file, bytes, isOver).catch((cause: unknown) => {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (isThere) throw new UsageError(`${file} is there already: --overwrite writes in its place`);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${file} cannot be written: ${why}`);
  });
}
