/** The id of the label in every table that is written here. */
export const LABEL_RESOURCE = 0x7f010000;

const CHUNK = { stringPool: 0x0001, table: 0x0002, package: 0x0200, typeSpec: 0x0202, type: 0x0201 } as const;
const UTF8 = 0x100;
const CONFIG_BYTES = 64;

/**
 * A compiled table of resources (ResourceTypes.h of AOSP) with one string, the label of an app, in several languages.
 * All other languages get the label of the empty language.
 */
export function writeLabelTable(packageName: string, labels: ReadonlyMap<string, string>): Buffer {
  const texts = [...labels.values()];
  const types = [...labels.keys()].map((language, text) => writeType(language, text));
  const spec = chunk(CHUNK.typeSpec, words(1, 1), words(0));
  const ofTypes = stringPool(["string"]);
  const ofKeys = stringPool(["app_name"]);
  const name = Buffer.alloc(256);
  name.write(packageName.slice(0, 127), "utf16le");
  // After the chunk's own 8 bytes: id, name, the offset of each string pool, and how many of its strings are public.
  const lead = 8 + 4 + 256 + 20;
  const fields = Buffer.concat([words(0x7f), name, words(lead, 1, lead + ofTypes.length, 1, 0)]);
  const body = Buffer.concat([ofTypes, ofKeys, spec, ...types]);
  const inPackage = chunk(CHUNK.package, fields, body);
  return chunk(CHUNK.table, words(1), Buffer.concat([stringPool(texts), inPackage]));
}

/** The chunk with the label in one language. */
function writeType(language: string, text: number): Buffer {
  const config = Buffer.alloc(CONFIG_BYTES);
  config.writeUInt32LE(CONFIG_BYTES, 0);
  const [tongue = "", region = ""] = language.split("-");
  config.write(tongue, 8, 2, "latin1");
  config.write(region, 10, 2, "latin1");
  const entriesAt = 8 + 12 + CONFIG_BYTES + 4;
  const entry = Buffer.alloc(16);
  entry.writeUInt16LE(8, 0);
  entry.writeUInt16LE(8, 8);
  entry.writeUInt8(3, 11); // the type of a string in the pool
  entry.writeUInt32LE(text, 12);
  return chunk(CHUNK.type, Buffer.concat([words(1, 1, entriesAt), config]), Buffer.concat([words(0), entry]));
}

function stringPool(texts: readonly string[]): Buffer {
  const strings = texts.map((text) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([text.length, bytes.length]), bytes, Buffer.alloc(1)]);
  });
  const offsets = strings.map((_, index) => strings.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const all = Buffer.concat(strings);
  const padded = Buffer.concat([all, Buffer.alloc((4 - (all.length % 4)) % 4)]);
  const lead = words(texts.length, 0, UTF8, 28 + 4 * texts.length, 0);
  return chunk(CHUNK.stringPool, lead, Buffer.concat([words(...offsets), padded]));
}

/** A chunk: kind, size of the header, total size; then the rest of the header and the body. */
function chunk(kind: number, header: Buffer, body: Buffer): Buffer {
  const lead = Buffer.alloc(8);
  lead.writeUInt16LE(kind, 0);
  lead.writeUInt16LE(8 + header.length, 2);
  lead.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([lead, header, body]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}
