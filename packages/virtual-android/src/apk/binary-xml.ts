import { readStringPool } from "./string-pool.js";

/*
 * The compiled XML of Android (ResourceTypes.h of AOSP): chunks of a type, a header size and a size; a string pool;
 * start and end elements whose attributes are typed values.
 */

const XML_CHUNK = 0x0003;
const STRING_POOL_CHUNK = 0x0001;
const START_ELEMENT_CHUNK = 0x0102;
const END_ELEMENT_CHUNK = 0x0103;

const STRING_VALUE = 0x03;
const BOOLEAN_VALUE = 0x12;
const REFERENCE_VALUE = 0x01;

/** A value of an attribute. For a reference, only the id of its resource is known. */
export type XmlValue = string | number | boolean | { readonly resource: number };

/** An element with its attributes by local name. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, XmlValue>;
  readonly children: readonly XmlElement[];
}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, XmlValue>;
  readonly children: XmlElement[];
}

/** Reads a compiled XML file; null if the bytes are not compiled XML. */
export function readBinaryXml(bytes: Uint8Array): XmlElement | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint16(0, true) !== XML_CHUNK) return null;
    return readTree(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readTree(view: DataView): XmlElement | null {
  const document: OpenElement = { name: "", attributes: new Map(), children: [] };
  const open: OpenElement[] = [document];
  let strings: readonly string[] = [];
  for (let at = view.getUint16(2, true); at + 8 <= view.byteLength; at += chunkSize(view, at)) {
    const type = view.getUint16(at, true);
    if (type === STRING_POOL_CHUNK) strings = readStringPool(view, at);
    else if (type === START_ELEMENT_CHUNK) {
      const element = readElement(view, at, strings);
      open.at(-1)?.children.push(element);
      open.push(element);
    } else if (type === END_ELEMENT_CHUNK) open.pop();
  }
  return document.children[0] ?? null;
}

function chunkSize(view: DataView, at: number): number {
  const size = view.getUint32(at + 4, true);
  if (size < 8) throw new RangeError("a chunk is smaller than its header");
  return size;
}

function readElement(view: DataView, at: number, strings: readonly string[]): OpenElement {
  const body = at + view.getUint16(at + 2, true);
  const first = body + view.getUint16(body + 8, true);
  const size = view.getUint16(body + 10, true);
  const count = view.getUint16(body + 12, true);
  const attributes = new Map<string, XmlValue>();
  for (let index = 0; index < count; index += 1) {
    const attribute = first + index * size;
    const name = strings[view.getUint32(attribute + 4, true)] ?? "";
    attributes.set(name, readValue(view, attribute, strings));
  }
  return { name: strings[view.getUint32(body + 4, true)] ?? "", attributes, children: [] };
}

function readValue(view: DataView, attribute: number, strings: readonly string[]): XmlValue {
  const type = view.getUint8(attribute + 15);
  const data = view.getUint32(attribute + 16, true);
  switch (type) {
    case STRING_VALUE:
      return strings[data] ?? "";
    case BOOLEAN_VALUE:
      return data !== 0;
    case REFERENCE_VALUE:
      return { resource: data };
    default:
      return data;
  }
}
