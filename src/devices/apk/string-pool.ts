import { notApk } from "../on-device/apk/zip-end.js";

/** Of the header (ResStringPool_header of AOSP). */
const FIELD = { count: 8, flags: 16, stringsAt: 20 } as const;
const IS_UTF8 = 1 << 8;
/** More than any manifest has: a count that a file merely claims allocates nothing of the sort. */
const MOST_STRINGS = 100_000;

/** The strings of a pool, each cut where its length says. Errors: NOT_THIS_FORMAT, RangeError for what points out of it. */
export function readStrings(chunk: Buffer): readonly string[] {
  const count = chunk.readUInt32LE(FIELD.count);
  if (count > MOST_STRINGS || count * 4 > chunk.length) throw notApk("its manifest is broken");
  const isUtf8 = (chunk.readUInt32LE(FIELD.flags) & IS_UTF8) !== 0;
  const offsets = chunk.readUInt16LE(2);
  const strings = chunk.subarray(chunk.readUInt32LE(FIELD.stringsAt));
  const read = isUtf8 ? readUtf8 : readUtf16;
  return Array.from({ length: count }, (_, i) => read(strings, chunk.readUInt32LE(offsets + 4 * i)));
}

/** Two lengths, in characters and in bytes, of one or two bytes each. */
function readUtf8(strings: Buffer, at: number): string {
  const afterCharacters = at + (strings.readUInt8(at) & 0x80 ? 2 : 1);
  const first = strings.readUInt8(afterCharacters);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | strings.readUInt8(afterCharacters + 1) : first;
  const start = afterCharacters + (isLong ? 2 : 1);
  return strings.toString("utf8", start, start + length);
}

/** The length in units, of one or two units. */
function readUtf16(strings: Buffer, at: number): string {
  const first = strings.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | strings.readUInt16LE(at + 2) : first;
  const start = at + (isLong ? 4 : 2);
  return strings.toString("utf16le", start, start + 2 * length);
}
