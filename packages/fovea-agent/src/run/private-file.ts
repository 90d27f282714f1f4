import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a whole file that only its owner can read, or none: it writes and flushes another file, and renames it. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  const beside = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  {
    await using file = await open(beside, "w", 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await rename(beside, path);
}

/** Appends one line, and flushes it to the disk before it returns. */
export async function appendLine(path: string, line: string): Promise<void> {
  await using file = await open(path, "a", 0o600);
  await file.writeFile(`${line}\n`);
  await file.sync();
}
