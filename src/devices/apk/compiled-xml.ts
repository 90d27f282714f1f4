import { notApk } from "../companion/apk/zip-end.js";
import { readStrings, type StringPool } from "./string-pool.js";

/** The attributes of a manifest's root element; a reference to its resources is null. */
export type ManifestAttributes = ReadonlyMap<ManifestAttribute, string | number | null>;

const ATTRIBUTES = ["package", "split", "versionCode", "versionCodeMajor", "versionName"] as const;
export type ManifestAttribute = (typeof ATTRIBUTES)[number];

/** Chunks of a compiled XML file (ResourceTypes.h of AOSP): type, size of the header, total size. */
const CHUNK = { stringPool: 0x0001, xml: 0x0003, resourceMap: 0x0180, startElement: 0x0102 } as const;
/** Types of attribute values. */
const VALUE = { string: 0x03, firstInteger: 0x10, lastInteger: 0x11 } as const;
const CHUNK_HEADER_BYTES = 8;
const ATTRIBUTE_BYTES = 20;
/** Ids of android.R.attr: an attribute with an id may have no name. */
const ATTRIBUTES_BY_ID: ReadonlyMap<number, ManifestAttribute> = new Map<number, ManifestAttribute>([
  [0x0101021b, "versionCode"],
  [0x0101021c, "versionName"],
  [0x01010576, "versionCodeMajor"],
]);

/** Reads the attributes of the root element of a compiled manifest. Errors: NOT_THIS_FORMAT. */
export function readManifestAttributes(bytes: Buffer): ManifestAttributes {
  try {
    return readRoot(bytes);
  } catch (error) {
    // An offset points outside of the file.
    if (error instanceof RangeError) throw notApk("its manifest is broken");
    throw error;
  }
}

function readRoot(bytes: Buffer): ManifestAttributes {
  if (bytes.readUInt16LE(0) !== CHUNK.xml) throw notApk("its manifest is not compiled");
  let strings: StringPool = () => undefined;
  let ids: readonly number[] = [];
  let at = bytes.readUInt16LE(2);
  while (at + CHUNK_HEADER_BYTES <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4);
    if (size < CHUNK_HEADER_BYTES) throw notApk("its manifest is broken");
    const chunk = bytes.subarray(at, at + size);
    const type = chunk.readUInt16LE(0);
    if (type === CHUNK.stringPool) strings = readStrings(chunk);
    if (type === CHUNK.resourceMap) ids = readIds(chunk);
    if (type === CHUNK.startElement) return readElement(chunk, strings, ids);
    at += size;
  }
  throw notApk("its manifest is empty");
}

/** The i-th string is the name of the attribute with the i-th id. */
function readIds(chunk: Buffer): readonly number[] {
  const start = chunk.readUInt16LE(2);
  return Array.from({ length: Math.floor((chunk.length - start) / 4) }, (_, i) => chunk.readUInt32LE(start + 4 * i));
}

function readElement(chunk: Buffer, strings: StringPool, ids: readonly number[]): ManifestAttributes {
  const body = chunk.subarray(chunk.readUInt16LE(2));
  if (strings(body.readUInt32LE(4)) !== "manifest") throw notApk("its manifest is of another kind");
  const first = body.readUInt16LE(8);
  const step = body.readUInt16LE(10);
  const count = body.readUInt16LE(12);
  if (step < ATTRIBUTE_BYTES) throw notApk("its manifest is broken");
  const values = new Map<ManifestAttribute, string | number | null>();
  for (let index = 0; index < count; index += 1) {
    const attribute = body.subarray(first + index * step, first + index * step + ATTRIBUTE_BYTES);
    const nameAt = attribute.readUInt32LE(4);
    const name = ATTRIBUTES_BY_ID.get(ids[nameAt] ?? 0) ?? attributeNamed(strings(nameAt));
    if (name === undefined) continue;
    if (values.has(name)) throw notApk(`its manifest says ${name} twice`);
    values.set(name, readValue(attribute, strings));
  }
  return values;
}

function attributeNamed(text: string | undefined): ManifestAttribute | undefined {
  return ATTRIBUTES.find((one) => one === text);
}

function readValue(attribute: Buffer, strings: StringPool): string | number | null {
  const type = attribute.readUInt8(15);
  const data = attribute.readUInt32LE(16);
  if (type === VALUE.string) return strings(data) ?? "";
  return type === VALUE.firstInteger || type === VALUE.lastInteger ? data : null;
}
