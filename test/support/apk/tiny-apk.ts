import { crc32 } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * A zip of stored entries, each padded to 4 bytes as zipalign does, with a comment; an unsigned APK as far as signing
 * goes.
 */
export function tinyApk(entries: readonly ZipEntry[], comment = ""): Buffer {
  const locals: Buffer[] = [];
  const rows: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const padding = (4 - ((at + 30 + name.length) % 4)) % 4;
    const local = Buffer.concat([localHeader(name, bytes, padding), bytes]);
    rows.push(directoryRow(name, bytes, at));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(rows);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

/** An APK of this number of bytes in its entry. */
export function apkOfSize(size: number): Buffer {
  return tinyApk([
    { name: "AndroidManifest.xml", bytes: Buffer.from("no real manifest") },
    { name: "classes.dex", bytes: Buffer.alloc(size, "0123456789abcdef") },
  ]);
}

function localHeader(name: string, bytes: Buffer, padding: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(10, 4);
  header.writeUInt16LE(0x21, 12);
  header.writeUInt32LE(crc32(bytes), 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt32LE(bytes.length, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(padding, 28);
  return Buffer.concat([header, Buffer.from(name), Buffer.alloc(padding)]);
}

function directoryRow(name: string, bytes: Buffer, at: number): Buffer {
  const row = Buffer.alloc(46);
  row.writeUInt32LE(0x02014b50, 0);
  row.writeUInt16LE(10, 4);
  row.writeUInt16LE(10, 6);
  row.writeUInt16LE(0x21, 14);
  row.writeUInt32LE(crc32(bytes), 16);
  row.writeUInt32LE(bytes.length, 20);
  row.writeUInt32LE(bytes.length, 24);
  row.writeUInt16LE(name.length, 28);
  row.writeUInt32LE(at, 42);
  return Buffer.concat([row, Buffer.from(name)]);
}
