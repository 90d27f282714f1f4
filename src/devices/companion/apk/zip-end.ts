import { FoveaError } from "../../../base/errors.js";

/** The offsets of the last parts of a zip, from the start of the bytes that were given. */
export interface ZipEnd {
  /** The offset of the central directory. */
  readonly directoryAt: number;
  /** The offset of the end record, where the central directory ends. */
  readonly endAt: number;
}

/** The end record without its comment (PKWARE APPNOTE 4.3.16). */
const END_BYTES = 22;
const END_MAGIC = 0x06054b50;
const MAX_COMMENT_BYTES = 0xffff;
/** The locator is right before the end record of a zip with 64-bit offsets. */
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_LOCATOR_MAGIC = 0x07064b50;
/** Offsets of fields in the end record. */
const FIELD = { directorySize: 12, directoryAt: 16, commentLength: 20 } as const;

/**
 * Finds the end of a zip in its last bytes, as Android does: the end record whose comment ends with the file, and the
 * central directory right before it. `directoryAt` is negative if the directory begins before `bytes`. Errors:
 * NOT_THIS_FORMAT if there is none, or if it needs 64-bit offsets (which Android accepts in no APK).
 */
export function findZipEnd(bytes: Buffer): ZipEnd {
  const endAt = findEndRecord(bytes);
  const locatorAt = endAt - ZIP64_LOCATOR_BYTES;
  if (locatorAt >= 0 && bytes.readUInt32LE(locatorAt) === ZIP64_LOCATOR_MAGIC) throw notApk("it is a zip64");
  return { directoryAt: endAt - bytes.readUInt32LE(endAt + FIELD.directorySize), endAt };
}

/** {@link findZipEnd} of a whole file, in which the offsets can be checked. Errors: NOT_THIS_FORMAT. */
export function readZipEnd(file: Buffer): ZipEnd {
  const end = findZipEnd(file);
  if (file.readUInt32LE(end.endAt + FIELD.directoryAt) === end.directoryAt && end.directoryAt >= 0) return end;
  throw notApk("its central directory is not where its end record says");
}

/** The end record with its comment, for a central directory that begins at `directoryAt`. */
export function endRecordWith(record: Buffer, directoryAt: number): Buffer {
  const copy = Buffer.from(record);
  copy.writeUInt32LE(directoryAt, FIELD.directoryAt);
  return copy;
}

export function notApk(why: string): FoveaError {
  return new FoveaError("NOT_THIS_FORMAT", `this is not an APK: ${why}`);
}

function findEndRecord(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) !== END_MAGIC) continue;
    if (bytes.readUInt16LE(at + FIELD.commentLength) === bytes.length - at - END_BYTES) return at;
  }
  throw notApk("it has no end of a zip");
}
