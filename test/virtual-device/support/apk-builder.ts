import { crc32, deflateRawSync } from "node:zlib";

/** An element of a manifest; values of attributes become strings, integers, booleans or references to resources. */
export interface ManifestElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean | { readonly resource: number }>>;
  readonly children?: readonly ManifestElement[];
}

export interface ApkOptions {
  readonly isDeflated?: boolean;
  /** Strings as UTF-8 instead of UTF-16. */
  readonly isUtf8?: boolean;
  /** The name of the only file in the archive. */
  readonly fileName?: string;
}

/** A ZIP archive with one compiled manifest in it. */
export function buildApk(manifest: ManifestElement, options: ApkOptions = {}): Uint8Array {
  const { isDeflated = true, isUtf8 = false, fileName = "AndroidManifest.xml" } = options;
  const content = compile(manifest, isUtf8);
  const packed = isDeflated ? deflateRawSync(content) : content;
  const name = Buffer.from(fileName);
  const facts = [
    u16(isDeflated ? 8 : 0),
    u32(0),
    u32(crc32(content)),
    u32(packed.length),
    u32(content.length),
    u16(name.length),
    u16(0),
  ];
  const local = Buffer.concat([u32(0x04034b50), u16(20), u16(0), ...facts, name, packed]);
  const central = Buffer.concat([
    ...[u32(0x02014b50), u16(20), u16(20), u16(0), ...facts],
    ...[u16(0), u16(0), u16(0), u32(0), u32(0), name],
  ]);
  const end = [u32(0x06054b50), u16(0), u16(0), u16(1), u16(1), u32(central.length), u32(local.length), u16(0)];
  return Buffer.concat([local, central, ...end]);
}

function compile(root: ManifestElement, isUtf8: boolean): Buffer {
  const strings: string[] = [];
  const indexOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const body = elementChunks(root, indexOf);
  const chunks = Buffer.concat([stringPool(strings, isUtf8), ...body]);
  return Buffer.concat([u16(0x0003), u16(8), u32(8 + chunks.length), chunks]);
}

function elementChunks(element: ManifestElement, indexOf: (text: string) => number): readonly Buffer[] {
  const none = u32(0xffffffff);
  const attributes = Object.entries(element.attributes ?? {}).map(([name, value]) =>
    Buffer.concat([none, u32(indexOf(name)), none, u16(8), Buffer.from([0]), typedValue(value, indexOf)]),
  );
  const name = u32(indexOf(element.name));
  const start = [u32(1), none, none, name, u16(20), u16(20), u16(attributes.length), u16(0), u16(0), u16(0)];
  return [
    chunk(0x0102, Buffer.concat([...start, ...attributes])),
    ...(element.children ?? []).flatMap((child) => elementChunks(child, indexOf)),
    chunk(0x0103, Buffer.concat([u32(1), none, none, name])),
  ];
}

function typedValue(
  value: string | number | boolean | { readonly resource: number },
  indexOf: (text: string) => number,
): Buffer {
  if (typeof value === "string") return Buffer.concat([Buffer.from([0x03]), u32(indexOf(value))]);
  if (typeof value === "number") return Buffer.concat([Buffer.from([0x10]), u32(value)]);
  if (typeof value === "boolean") return Buffer.concat([Buffer.from([0x12]), u32(value ? 0xffffffff : 0)]);
  return Buffer.concat([Buffer.from([0x01]), u32(value.resource)]);
}

function chunk(type: number, body: Buffer): Buffer {
  return Buffer.concat([u16(type), u16(16), u32(8 + body.length), body]);
}

function stringPool(strings: readonly string[], isUtf8: boolean): Buffer {
  const texts = strings.map((text) => (isUtf8 ? utf8(text) : utf16(text)));
  const offsets = texts.map((_, index) => u32(texts.slice(0, index).reduce((sum, one) => sum + one.length, 0)));
  const data = Buffer.concat(texts);
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  const start = 28 + 4 * texts.length;
  const head = [u32(strings.length), u32(0), u32(isUtf8 ? 0x100 : 0), u32(start), u32(0)];
  return Buffer.concat([u16(0x0001), u16(28), u32(start + padded.length), ...head, ...offsets, padded]);
}

function utf8(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([shortLength(text.length), shortLength(bytes.length), bytes, Buffer.from([0])]);
}

function shortLength(length: number): Buffer {
  return length < 0x80 ? Buffer.from([length]) : Buffer.from([0x80 | (length >> 8), length & 0xff]);
}

function utf16(text: string): Buffer {
  return Buffer.concat([u16(text.length), Buffer.from(text, "utf16le"), u16(0)]);
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}
