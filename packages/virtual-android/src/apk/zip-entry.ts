import { inflateRawSync } from "node:zlib";

/*
 * Just enough of the ZIP format (PKWARE APPNOTE 6.3.9) to take one file out of an APK: the end record, the central
 * directory, stored and deflated entries.
 */

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_HEADER_SIZE = 30;
const LONGEST_COMMENT = 0xffff;

/** The result of a search for a file in an archive, as far as the package manager distinguishes it. */
export type ZipLookup =
  | { readonly kind: "found"; readonly bytes: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "not-a-zip" };

/** Reads one entry of a ZIP archive. */
export function readZipEntry(archive: Uint8Array, name: string): ZipLookup {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endRecord(view);
  if (end === null) return { kind: "not-a-zip" };
  try {
    const entry = findEntry(view, archive, end, name);
    return entry ? { kind: "found", bytes: unpack(view, archive, entry) } : { kind: "missing" };
  } catch {
    // Offsets outside the file (RangeError), or data that does not inflate.
    return { kind: "not-a-zip" };
  }
}

interface Entry {
  readonly method: number;
  readonly packedSize: number;
  readonly localHeader: number;
}

function endRecord(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return null;
}

function findEntry(view: DataView, archive: Uint8Array, end: number, name: string): Entry | null {
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new RangeError("no entry where the directory says one is");
    const nameLength = view.getUint16(at + 28, true);
    const nameBytes = archive.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
    if (Buffer.from(nameBytes).toString("utf8") === name) {
      return {
        method: view.getUint16(at + 10, true),
        packedSize: view.getUint32(at + 20, true),
        localHeader: view.getUint32(at + 42, true),
      };
    }
    at += ENTRY_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return null;
}

function unpack(view: DataView, archive: Uint8Array, entry: Entry): Uint8Array {
  const { localHeader, packedSize, method } = entry;
  const names = view.getUint16(localHeader + 26, true) + view.getUint16(localHeader + 28, true);
  const start = localHeader + LOCAL_HEADER_SIZE + names;
  const packed = archive.subarray(start, start + packedSize);
  if (packed.length < packedSize) throw new RangeError("the entry ends after the archive");
  return method === 0 ? packed : inflateRawSync(packed);
}
