import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, readFile, rename, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import {
  BLOB_FOLDER,
  blobName,
  EXCHANGES_FILE,
  MANIFEST_FILE,
  type Payload,
  type PhoneLine,
  type PhoneManifest,
} from "./format.js";

const pack = promisify(gzip);

const LONGEST_INLINE_TEXT = 16 * 1024;
const LONGEST_INLINE_BYTES = 1024;

/**
 * Appends to the folder of a recording. A payload is written before the line that refers to it, and each line in one
 * write: so a killed run leaves whole lines and at most one incomplete one, which the next run removes.
 */
export class FolderWriter {
  readonly folder: string;
  /** The size of all files in the folder. */
  bytes = 0;
  readonly #blobs = new Set<string>();
  #lines: FileHandle | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates the folder, or continues the recording in it. Errors: RECORDING_UNWRITABLE. */
  async open(): Promise<void> {
    try {
      await makeFolder(join(this.folder, BLOB_FOLDER));
      await this.#refuseForeign();
      const path = join(this.folder, EXCHANGES_FILE);
      this.bytes += await cutIncompleteLine(path);
      for (const name of await readdir(join(this.folder, BLOB_FOLDER))) {
        this.#blobs.add(name.replace(/\.gz$/, ""));
        this.bytes += (await stat(join(this.folder, BLOB_FOLDER, name))).size;
      }
      this.#lines = await open(path, "a", 0o600);
    } catch (error) {
      throw unwritable(this.folder, error);
    }
  }

  /** Writes the manifest if there is none; gives the existing one. Errors: RECORDING_UNWRITABLE. */
  async ensureManifest(manifest: PhoneManifest): Promise<unknown> {
    const path = join(this.folder, MANIFEST_FILE);
    const known = await readFile(path, "utf8").catch(() => null);
    if (known !== null) return JSON.parse(known);
    await writeWhole(path, `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  }

  async append(line: PhoneLine): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    await this.#lines?.write(bytes);
    this.bytes += bytes.length;
  }

  /** The payload for these bytes; large ones are written to a file of their own, once. */
  async payloadOf(bytes: Buffer): Promise<Payload> {
    if (bytes.length <= LONGEST_INLINE_TEXT) {
      const text = bytes.toString("utf8");
      if (!text.includes("\0") && Buffer.from(text).equals(bytes)) return { text };
    }
    if (bytes.length <= LONGEST_INLINE_BYTES) return { base64: bytes.toString("base64") };
    const sha256 = await hashOf(bytes);
    if (!this.#blobs.has(sha256)) {
      const packed = await pack(bytes, { level: 1 });
      await writeWhole(join(this.folder, BLOB_FOLDER, blobName(sha256)), packed);
      this.#blobs.add(sha256);
      this.bytes += packed.length;
    }
    return { sha256, bytes: bytes.length };
  }

  async close(): Promise<void> {
    await this.#lines?.close();
    this.#lines = null;
  }

  /** Refuses a folder with other files in it. */
  async #refuseForeign(): Promise<void> {
    const names = await readdir(this.folder);
    const isOurs = names.every(
      (name) => [BLOB_FOLDER, EXCHANGES_FILE, MANIFEST_FILE].includes(name) || /\.part$/.test(name),
    );
    if (!isOurs) throw new Error("it contains something else");
  }
}

const HASHED_AT_ONCE = 1 << 20;

/** Hashes in steps, so that large bytes do not delay other work. */
async function hashOf(bytes: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest("hex");
}

/** Writes a file so that it is complete or does not exist. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const part = `${path}.${randomBytes(4).toString("hex")}.part`;
  await writeFile(part, content, { mode: 0o600, flag: "wx" });
  await rename(part, path);
}

const STEP_BYTES = 64 * 1024;

/** Removes the bytes after the last line end; gives the remaining size. */
async function cutIncompleteLine(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  await using file = await open(path, "r");
  for (let end = found.size; end > 0; end -= STEP_BYTES) {
    const from = Math.max(0, end - STEP_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (at < 0) continue;
    if (from + at + 1 < found.size) await truncate(path, from + at + 1);
    return from + at + 1;
  }
  await truncate(path, 0);
  return 0;
}

/** An error of the file system as a coded error. */
export function unwritable(folder: string, cause: unknown): FoveaError {
  if (cause instanceof FoveaError) return cause;
  const why = causeWords(cause);
  return new FoveaError("RECORDING_UNWRITABLE", `${folder} cannot be recorded to: ${why}`, { cause });
}
