import { createHash } from "node:crypto";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";

/** Well below 255 bytes, the longest file name that usual file systems allow. */
const MOST_BYTES = 120;

/** A name for a folder: letters and digits of any script. A longer name is cut and ends with a part of its SHA-256. */
export function attemptFolderName(name: string): string {
  const plain = withoutEnds(name.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}_.]/gu, "-")).replaceAll(/-{2,}/g, "-");
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  if (plain === "") return hash;
  if (Buffer.byteLength(plain) <= MOST_BYTES) return plain;
  const cut = Buffer.from(plain).subarray(0, MOST_BYTES).toString("utf8").replaceAll("\uFFFD", "");
  return `${cut}-${hash}`;
}

/** The name without dashes and dots at both ends. */
function withoutEnds(name: string): string {
  const kept = [...name].map((character) => character !== "-" && character !== ".");
  return [...name].slice(Math.max(0, kept.indexOf(true)), kept.lastIndexOf(true) + 1).join("");
}

/** Makes `ROOT/NAME/attempt-N` with the first free number, so that no two attempts share a folder. */
export async function newAttemptFolder(root: string, name: string): Promise<string> {
  const folder = join(root, attemptFolderName(name));
  await makeFolder(folder, 0o777).catch((cause: unknown) => {
    const why = causeWords(cause);
    const hint = "Name another folder as `artifacts`, one that can be written to and has room.";
    throw new FoveaError("TRACE_UNWRITABLE", `the results of tests cannot be saved in ${root}: ${why}`, {
      hint,
      cause,
    });
  });
  for (let number = 1; ; number += 1) {
    const path = join(folder, `attempt-${number}`);
    if (await made(path)) return path;
  }
}

async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the folder of an attempt, and the folder of its test if it is empty then. */
export async function dropAttemptFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await rmdir(join(path, "..")).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
  });
}
