const UTF8_FLAG = 0x100;

/** Reads a string pool chunk (ResStringPool of AOSP): UTF-16 or UTF-8 strings after a table of offsets. */
export function readStringPool(view: DataView, at: number): readonly string[] {
  const headerSize = view.getUint16(at + 2, true);
  const count = view.getUint32(at + 8, true);
  const isUtf8 = (view.getUint32(at + 16, true) & UTF8_FLAG) !== 0;
  const start = at + view.getUint32(at + 20, true);
  if (at + headerSize + count * 4 > view.byteLength) throw new RangeError("more strings than the file holds");
  return Array.from({ length: count }, (_, index) => {
    const offset = start + view.getUint32(at + headerSize + index * 4, true);
    return isUtf8 ? utf8At(view, offset) : utf16At(view, offset);
  });
}

/** A string: its length in characters, its length in bytes, then the bytes; a long length takes two bytes. */
function utf8At(view: DataView, at: number): string {
  const afterCharacters = at + (view.getUint8(at) & 0x80 ? 2 : 1);
  const first = view.getUint8(afterCharacters);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | view.getUint8(afterCharacters + 1) : first;
  return bytesAt(view, afterCharacters + (isLong ? 2 : 1), length).toString("utf8");
}

function utf16At(view: DataView, at: number): string {
  const first = view.getUint16(at, true);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | view.getUint16(at + 2, true) : first;
  return bytesAt(view, at + (isLong ? 4 : 2), length * 2).toString("utf16le");
}

function bytesAt(view: DataView, at: number, length: number): Buffer {
  if (at + length > view.byteLength) throw new RangeError("a string ends after the file");
  return Buffer.from(view.buffer, view.byteOffset + at, length);
}
