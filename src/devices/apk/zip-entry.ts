import { inflateRawSync } from "node:zlib";
import { notApk, readZipEnd } from "../companion/apk/zip-end.js";

/** An entry of the central directory (PKWARE APPNOTE 4.3.12): its magic number, and the offsets of its fields. */
const ENTRY_MAGIC = 0x02014b50;
const ENTRY_BYTES = 46;
const ENTRY = {
  method: 10,
  packedSize: 20,
  size: 24,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  at: 42,
} as const;
/** A local header (4.3.7): its magic number, size, and the offsets of its fields. */
const LOCAL_MAGIC = 0x04034b50;
const LOCAL_BYTES = 30;
const LOCAL = { nameLength: 26, extraLength: 28 } as const;
const STORED = 0;
const DEFLATED = 8;

/**
 * One decompressed file of a zip. A name that appears twice is refused: readers differ in which one they take. Errors:
 * NOT_THIS_FORMAT, also for a file that is larger than `mostBytes`.
 */
export function readZipEntry(zip: Buffer, name: string, mostBytes: number): Buffer {
  const { directoryAt, endAt } = readZipEnd(zip);
  const entry = findZipEntry(zip.subarray(directoryAt, endAt), name, mostBytes);
  return unpackZipEntry(zip.subarray(0, directoryAt), entry);
}

/** Finds a file in the central directory of a zip. Errors: as readZipEntry. */
export function findZipEntry(directory: Buffer, name: string, mostBytes: number): ZipEntry {
  const found = entriesOf(directory, Buffer.from(name));
  const [entry] = found;
  if (entry === undefined) throw notApk(`it holds no ${name}`);
  if (found.length > 1) throw notApk(`it holds ${name} ${found.length} times`);
  if (entry.size > mostBytes) throw notApk(`its ${name} is larger than ${mostBytes} bytes`);
  return { ...entry, name };
}

/** A file of a zip, as its central directory lists it. */
export interface ZipEntry extends Entry {
  readonly name: string;
}

interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** The offset of its local header. */
  readonly at: number;
}

function entriesOf(directory: Buffer, name: Buffer): readonly Entry[] {
  const found: Entry[] = [];
  let at = 0;
  while (at < directory.length) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_MAGIC) {
      throw notApk("its central directory is broken");
    }
    const field = directory.subarray(at, at + ENTRY_BYTES);
    const nameEnd = at + ENTRY_BYTES + field.readUInt16LE(ENTRY.nameLength);
    if (directory.subarray(at + ENTRY_BYTES, nameEnd).equals(name)) found.push(entryOf(field));
    at = nameEnd + field.readUInt16LE(ENTRY.extraLength) + field.readUInt16LE(ENTRY.commentLength);
  }
  return found;
}

function entryOf(field: Buffer): Entry {
  return {
    method: field.readUInt16LE(ENTRY.method),
    packedSize: field.readUInt32LE(ENTRY.packedSize),
    size: field.readUInt32LE(ENTRY.size),
    at: field.readUInt32LE(ENTRY.at),
  };
}

/**
 * The decompressed bytes of a file of a zip; the entry's `at` is the offset of its local header in `files`. Errors:
 * NOT_THIS_FORMAT.
 */
export function unpackZipEntry(files: Buffer, entry: ZipEntry): Buffer {
  const { name, method, packedSize, size, at } = entry;
  if (at + LOCAL_BYTES > files.length || files.readUInt32LE(at) !== LOCAL_MAGIC) throw notApk(`its ${name} is broken`);
  const header = files.subarray(at, at + LOCAL_BYTES);
  const start = at + LOCAL_BYTES + header.readUInt16LE(LOCAL.nameLength) + header.readUInt16LE(LOCAL.extraLength);
  const packed = files.subarray(start, start + packedSize);
  const bytes = method === STORED ? packed : method === DEFLATED ? inflate(packed, name, size) : null;
  if (bytes?.length !== size) throw notApk(`its ${name} is broken`);
  return bytes;
}

function inflate(packed: Buffer, name: string, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    throw notApk(`its ${name} does not unpack: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
