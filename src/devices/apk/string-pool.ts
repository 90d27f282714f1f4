/** Offsets of fields in the header (ResStringPool_header of AOSP). */
const FIELD = { count: 8, flags: 16, stringsAt: 20 } as const;
const IS_UTF8 = 1 << 8;

/** Reads one string of a pool; undefined if there is none of that number. */
export type StringPool = (index: number) => string | undefined;

/** What matters is shorter: strings may lie over each other, and each claim to be as long as the file. */
const MOST_CHARACTERS = 1_000;

/**
 * The strings of a pool, read when they are asked for, and cut after a thousand characters.
 * Errors: RangeError for what points out of it, then and now.
 */
export function readStrings(chunk: Buffer): StringPool {
  const count = chunk.readUInt32LE(FIELD.count);
  const isUtf8 = (chunk.readUInt32LE(FIELD.flags) & IS_UTF8) !== 0;
  const offsets = chunk.readUInt16LE(2);
  const strings = chunk.subarray(chunk.readUInt32LE(FIELD.stringsAt));
  const read = isUtf8 ? readUtf8 : readUtf16;
  return (index) => (index < count ? read(strings, chunk.readUInt32LE(offsets + 4 * index)) : undefined);
}

/** Two lengths, in characters and in bytes, of one or two bytes each. */
function readUtf8(strings: Buffer, at: number): string {
  const afterCharacters = at + (strings.readUInt8(at) & 0x80 ? 2 : 1);
  const first = strings.readUInt8(afterCharacters);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | strings.readUInt8(afterCharacters + 1) : first;
  const start = afterCharacters + (isLong ? 2 : 1);
  return strings.toString("utf8", start, start + Math.min(length, MOST_CHARACTERS));
}

/** The length in units, of one or two units. */
function readUtf16(strings: Buffer, at: number): string {
  const first = strings.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | strings.readUInt16LE(at + 2) : first;
  const start = at + (isLong ? 4 : 2);
  return strings.toString("utf16le", start, start + 2 * Math.min(length, MOST_CHARACTERS));
}
