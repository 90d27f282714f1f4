import { createHash } from "node:crypto";
import { basename } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { type ApkIdentity, readApkIdentity } from "../../devices/apk/manifest.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";
import { readHostFile } from "../files/host-file.js";

/** An APK of this host. The bytes stay those that were read, even if the file changes later. */
export interface OpenedApk {
  /** Its file name in quotes. */
  readonly name: string;
  readonly bytes: Buffer;
  /** The SHA-256 hash in hex. */
  readonly sha256: string;
  readonly identity: ApkIdentity;
}

/** APKs are held in memory, so that the bytes that were checked are the bytes that are installed. */
export const MOST_APK_BYTES = 512 * 1024 * 1024;

/**
 * Reads an APK once, from one of the allowed folders: a regular file that ends in .apk and lies in the folder after all
 * links are followed. A relative path is looked up in each of the folders. Errors: PATH_NOT_ALLOWED, INVALID_ARGUMENT
 * for a file that is not an APK that can be installed alone.
 */
export async function openApk(path: string, folders: readonly string[], signal: AbortSignal): Promise<OpenedApk> {
  const files = { folders, option: "--apk-dir", what: "APKs", ending: ".apk", mostBytes: MOST_APK_BYTES };
  const { path: real, bytes } = await readHostFile(path, files, signal);
  const name = quoteLabel(normaliseLabel(basename(real)));
  return { name, bytes, sha256: createHash("sha256").update(bytes).digest("hex"), identity: identityOf(bytes, name) };
}

function identityOf(bytes: Buffer, name: string): ApkIdentity {
  try {
    return readApkIdentity(bytes);
  } catch (cause) {
    const why = causeWords(cause);
    const hint = "Name an APK that holds the whole app; bundles (.aab, .apks, .xapk) have to be turned into one first.";
    throw new FoveaError("INVALID_ARGUMENT", `path: ${name}: ${why}`, { hint, cause });
  }
}
