/*
 * The APK Signing Block (source.android.com, "APK Signature Scheme v2") is right before the central directory;
 * it has its size in 64 bits, pairs of a length, an id and a value, its size again, and a magic text.
 */

const MAGIC = "APK Sig Block 42";
const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;

/** The sections of an APK that a signature covers. */
export interface SigningBlock {
  /** The bytes before the block. */
  readonly contents: Buffer;
  readonly directory: Buffer;
  /** The end record as the signature covers it: with the offset of the block in place of that of the directory. */
  readonly end: Buffer;
  readonly values: ReadonlyMap<number, Buffer>;
}

/** The signing block of an archive; null if it has none, or a damaged one. */
export function findSigningBlock(archive: Uint8Array): SigningBlock | null {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const endAt = endRecordAt(bytes);
  if (endAt === null) return null;
  const directoryAt = bytes.readUInt32LE(endAt + 16);
  if (directoryAt > endAt || directoryAt < 32) return null;
  if (bytes.toString("latin1", directoryAt - 16, directoryAt) !== MAGIC) return null;
  const size = Number(bytes.readBigUInt64LE(directoryAt - 24));
  const start = directoryAt - size - 8;
  if (start < 0 || Number(bytes.readBigUInt64LE(start)) !== size) return null;
  const values = pairsOf(bytes.subarray(start + 8, directoryAt - 24));
  if (!values) return null;
  const end = Buffer.from(bytes.subarray(endAt));
  end.writeUInt32LE(start, 16);
  return { contents: bytes.subarray(0, start), directory: bytes.subarray(directoryAt, endAt), end, values };
}

function endRecordAt(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= first; at -= 1) {
    const isIt =
      bytes.readUInt32LE(at) === END_SIGNATURE && bytes.readUInt16LE(at + 20) === bytes.length - at - END_SIZE;
    if (isIt) return at;
  }
  return null;
}

function pairsOf(bytes: Buffer): ReadonlyMap<number, Buffer> | null {
  const values = new Map<number, Buffer>();
  let at = 0;
  while (at < bytes.length) {
    if (at + 12 > bytes.length) return null;
    const length = Number(bytes.readBigUInt64LE(at));
    if (length < 4 || at + 8 + length > bytes.length) return null;
    values.set(bytes.readUInt32LE(at + 8), bytes.subarray(at + 12, at + 8 + length));
    at += 8 + length;
  }
  return values;
}
