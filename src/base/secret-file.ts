import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FoveaError } from "./errors.js";
import { makeFolder } from "./make-folder.js";

/** Makes the error for a secret that cannot be used. */
export type Unusable = (why: string, options?: { readonly hint?: string }) => FoveaError;

/**
 * The text of a file that only its owner may read: a key, a token. Undefined if there is no file. It is read through
 * one handle, so that the checked file is the one that is read. Errors: `unusable` if other users have access to it, or
 * it cannot be read.
 */
export async function readSecretFile(path: string, unusable: Unusable): Promise<string | undefined> {
  try {
    await using file = await open(path, "r");
    const { mode } = await file.stat();
    // Windows has no such bits: folders in the user's profile belong to the user only.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      const hint = `Run \`chmod 600 ${path}\`; if others may have read it, delete it, so that a new one is made.`;
      throw unusable(`users other than its owner may use it (mode ${(mode & 0o777).toString(8)})`, { hint });
    }
    return await file.readFile("utf8");
  } catch (error) {
    if (error instanceof FoveaError) throw error;
    if (errnoOf(error) === "ENOENT") return undefined;
    throw unusable(`it cannot be read (${errnoOf(error)})`);
  }
}

/**
 * Creates a secret in its own folder, which is created under another name and renamed. So it appears complete or not at
 * all; of two processes the first one wins, because a folder cannot replace one that is not empty. Errors: `unusable`.
 */
export async function makeSecretFile(path: string, make: () => Promise<string>, unusable: Unusable): Promise<void> {
  const target = dirname(path);
  const scratch = `${target}.${randomBytes(6).toString("hex")}`;
  try {
    await makeFolder(dirname(target));
    await mkdir(scratch, { mode: 0o700 });
    await writeFile(join(scratch, basename(path)), await make(), { mode: 0o600, flag: "wx" });
    await rename(scratch, target).catch(ignoreRivals);
  } catch (error) {
    throw unusable(`it cannot be made (${errnoOf(error)})`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The errors of rename if another process was first; EPERM on Windows. */
function ignoreRivals(error: unknown): void {
  if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(errnoOf(error))) throw error;
}

function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}
