import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Entry, ZipFile } from "yauzl";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";

/** The limits for an archive: far above a day's recording, but below an archive made to fill a disk. */
export interface UnpackBounds {
  readonly files: number;
  /** The size of all files together, when unpacked. */
  readonly bytes: number;
}

const BOUNDS: UnpackBounds = { files: 100_000, bytes: 4 * 1024 ** 3 };

/**
 * Unpacks a `.fovea` file into a new folder below the system's folder for temporary files; the caller has to remove it.
 * Only plain files are accepted: no path out of the folder, no link, no duplicate, no encrypted entry, and no entry
 * longer than its stated size. Errors: TRACE_UNREADABLE, and the reason of the signal; then the folder is removed.
 */
export async function unpackTrace(path: string, signal?: AbortSignal, bounds: UnpackBounds = BOUNDS): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fovea-unpacked-"));
  try {
    await unpackInto(folder, path, bounds, signal);
    return folder;
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    signal?.throwIfAborted();
    if (cause instanceof FoveaError) throw cause;
    throw new FoveaError("TRACE_UNREADABLE", `${path} cannot be unpacked: ${whyNot(cause)}`, { cause });
  }
}

/** The error for a complete archive that Fovea refuses to unpack. */
class RefusedArchive extends Error {}

/** The reason in Fovea's words: the messages of the ZIP library are not for users. */
function whyNot(cause: unknown): string {
  if (cause instanceof RefusedArchive) return cause.message;
  if (!(cause instanceof Error)) return "it is not a whole ZIP archive";
  if ("code" in cause) return cause.code === "EEXIST" ? "it holds a file twice" : causeWords(cause);
  const leadsOut = /relative path|absolute path|characters in file ?name/i.test(cause.message);
  return leadsOut ? "a name in it leads out of its folder" : "it is not a whole ZIP archive";
}

async function unpackInto(folder: string, path: string, bounds: UnpackBounds, signal?: AbortSignal): Promise<void> {
  const { openPromise } = await import("yauzl");
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true });
  try {
    await unpackEntries(zip, folder, bounds, signal);
  } finally {
    zip.close();
  }
}

async function unpackEntries(zip: ZipFile, folder: string, bounds: UnpackBounds, signal?: AbortSignal): Promise<void> {
  if (zip.entryCount > bounds.files)
    throw new RefusedArchive(`it holds ${zip.entryCount} files, at most ${bounds.files} are allowed`);
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted();
    if (entry.fileName.endsWith("/")) continue;
    requirePlain(entry);
    // The library refuses entries that are longer than their stated size.
    bytes += entry.uncompressedSize;
    if (bytes > bounds.bytes) throw new RefusedArchive(`unpacked, it would be larger than ${bounds.bytes} bytes`);
    const file = join(folder, entry.fileName);
    await makeFolder(dirname(file));
    const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
    await pipeline(await zip.openReadStreamPromise(entry), target, { ...(signal && { signal }) });
  }
}

const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;

/**
 * Refuses links, since a link could lead out of the folder. In archives made on Unix, the upper 16 bits of the
 * attributes are the mode.
 */
function requirePlain(entry: Entry): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR_FILE)
    throw new RefusedArchive(`${JSON.stringify(entry.fileName)} is not a plain file`);
  if (!entry.canDecodeFileData())
    throw new RefusedArchive(`${JSON.stringify(entry.fileName)} is encrypted or packed in another way`);
}
