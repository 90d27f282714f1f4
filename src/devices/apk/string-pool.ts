/** Offsets of fields in the header (ResStringPool_header of AOSP). */
const FIELD = { count: 8, flags: 16, stringsAt: 20 } as const;
const IS_UTF8 = 1 << 8;

/** Reads one string of a pool; undefined if the pool has no string with that index. */
export type StringPool = (index: number) => string | undefined;

/** Longer strings are cut: in a malicious file strings may overlap, and each may claim the length of the whole file. */
const MOST_CHARACTERS = 1_000;

/**
 * The strings of a pool, each read when it is requested, and cut after a thousand characters. Errors: RangeError for
 * offsets outside the chunk, now and at each read.
 */
export function readStrings(chunk: Buffer): StringPool {
  const count = chunk.readUInt32LE(FIELD.count);
  const isUtf8 = (chunk.readUInt32LE(FIELD.flags) & IS_UTF8) !== 0;
  const offsets = chunk.readUInt16LE(2);
  const strings = chunk.subarray(chunk.readUInt32LE(FIELD.stringsAt));
  const read = isUtf8 ? readUtf8 : readUtf16;
  return (index) => (index < count ? read(strings, chunk.readUInt32LE(offsets + 4 * index)) : undefined);
}

/** A string after two lengths, in characters and in bytes, of one or two bytes each. */
function readUtf8(strings: Buffer, at: number): string {
  const afterCharacters = at + (strings.readUInt8(at) & 0x80 ? 2 : 1);
  const first = strings.readUInt8(afterCharacters);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | strings.readUInt8(afterCharacters + 1) : first;
  const start = afterCharacters + (isLong ? 2 : 1);
  return strings.toString("utf8", start, start + Math.min(length, MOST_CHARACTERS));
}

/** A string after its length in UTF-16 units, which has one or two units itself. */
function readUtf16(strings: Buffer, at: number): string {
  const first = strings.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | strings.readUInt16LE(at + 2) : first;
  const start = at + (isLong ? 4 : 2);
  return strings.toString("utf16le", start, start + 2 * Math.min(length, MOST_CHARACTERS));
}
