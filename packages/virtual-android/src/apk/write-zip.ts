import { crc32 } from "node:zlib";

/** A zip with uncompressed files, as Android requires it for resource tables (PKWARE APPNOTE 4.3). */
export function writeZip(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const shared = sharedFields(name, bytes);
    const local = Buffer.concat([signature(0x04034b50), shared, Buffer.from(name), bytes]);
    const lead = Buffer.concat([signature(0x02014b50), Buffer.from([10, 0]), shared]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([lead, rest, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, entries, end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The fields that a local header and a directory entry have in common, from the version to the lengths. */
function sharedFields(name: string, bytes: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(10, 0);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}
