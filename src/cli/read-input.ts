import { readFile } from "node:fs/promises";
import { causeWords } from "../base/cause-words.js";
import { UsageError } from "./command.js";
import type { Terminal } from "./terminal.js";

/** The content of a file, or of standard input for `-`. Errors: UsageError. */
export async function readInput(file: string, { input }: Terminal): Promise<Uint8Array> {
  if (file !== "-") {
    return await readFile(file).catch((error: unknown) => {
      throw new UsageError(`${file} cannot be read: ${causeWords(error)}`);
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
