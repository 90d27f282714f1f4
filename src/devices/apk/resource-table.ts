import { notApk } from "../companion/apk/zip-end.js";
import { readStrings, type StringPool } from "./string-pool.js";

/** The texts of one resource by locale, as a BCP 47 tag; the empty tag has the text for all other languages. */
export type LocalisedTexts = ReadonlyMap<string, string>;

/** Chunks of a resource table (ResourceTypes.h of AOSP). */
const CHUNK = { stringPool: 0x0001, table: 0x0002, package: 0x0200, type: 0x0201 } as const;
const CHUNK_HEADER_BYTES = 8;
/** Offsets of fields. In a package: the id. In a type: id, flags, number of entries, their start, configuration. */
const PACKAGE_ID = 8;
const TYPE = { id: 8, flags: 9, count: 12, entriesAt: 16, config: 20 } as const;
const TYPE_FLAG = { isSparse: 0x01, has16BitOffsets: 0x02 } as const;
const ENTRY_FLAG = { isComplex: 0x0001, isCompact: 0x0008 } as const;
const VALUE = { reference: 0x01, string: 0x03 } as const;
/**
 * The most references that are followed: a resource may name another one instead of a text, but no real one has so
 * many.
 */
const MOST_REFERENCES = 16;
/** The most chunks that are read; large apps have some thousands. */
const MOST_CHUNKS = 100_000;

/** A value of a resource in one configuration. */
interface Value {
  readonly locale: string;
  /** How many other qualifiers it has, such as night or landscape: the value with the fewest is the default. */
  readonly others: number;
  readonly type: number;
  readonly data: number;
}

/**
 * The texts of a string resource in a compiled resource table (resources.arsc), by locale. Empty if it has none.
 * Errors: NOT_THIS_FORMAT.
 */
export function readResourceTexts(table: Buffer, id: number): LocalisedTexts {
  try {
    return textsOf(table, id, { left: MOST_REFERENCES });
  } catch (error) {
    // An offset points outside of the file.
    if (error instanceof RangeError) throw notApk("its table of resources is broken");
    throw error;
  }
}

function textsOf(table: Buffer, id: number, references: { left: number }): LocalisedTexts {
  if (table.readUInt16LE(0) !== CHUNK.table) throw notApk("its table of resources is another kind of file");
  let strings: StringPool = () => undefined;
  const values: Value[] = [];
  for (const chunk of chunksIn(table)) {
    const kind = chunk.readUInt16LE(0);
    if (kind === CHUNK.stringPool) strings = readStrings(chunk);
    if (kind === CHUNK.package && chunk.readUInt32LE(PACKAGE_ID) === id >>> 24) values.push(...valuesIn(chunk, id));
  }
  const texts = new Map<string, string>();
  for (const { locale, type, data } of values.sort((one, other) => one.others - other.others)) {
    if (texts.has(locale)) continue;
    if (type === VALUE.string) texts.set(locale, strings(data) ?? "");
    if (type !== VALUE.reference || references.left === 0 || data === 0) continue;
    references.left -= 1;
    const named = textsOf(table, data, references);
    const text = named.get(locale) ?? named.get("");
    if (text !== undefined) texts.set(locale, text);
    // A reference for all languages also gives the named resource's texts for each language.
    if (locale === "") for (const [other, word] of named) if (!texts.has(other)) texts.set(other, word);
  }
  return texts;
}

/** The chunks in a chunk, after its header. */
function* chunksIn(whole: Buffer): Generator<Buffer> {
  const end = Math.min(whole.length, whole.readUInt32LE(4));
  let count = 0;
  for (let at = whole.readUInt16LE(2); at + CHUNK_HEADER_BYTES <= end; count += 1) {
    const size = whole.readUInt32LE(at + 4);
    if (size < CHUNK_HEADER_BYTES || count === MOST_CHUNKS) throw notApk("its table of resources is broken");
    yield whole.subarray(at, at + size);
    at += size;
  }
}

function valuesIn(ofPackage: Buffer, id: number): readonly Value[] {
  const values: Value[] = [];
  for (const chunk of chunksIn(ofPackage)) {
    if (chunk.readUInt16LE(0) !== CHUNK.type || chunk.readUInt8(TYPE.id) !== ((id >>> 16) & 0xff)) continue;
    const at = entryOffset(chunk, id & 0xffff);
    const value = at === null ? null : valueAt(chunk, chunk.readUInt32LE(TYPE.entriesAt) + at);
    if (value) values.push({ ...value, ...configOf(chunk.subarray(TYPE.config, chunk.readUInt16LE(2))) });
  }
  return values;
}

/** The offset of an entry from the first entry of its type; null if the type has no such entry. */
function entryOffset(chunk: Buffer, index: number): number | null {
  const flags = chunk.readUInt8(TYPE.flags);
  const count = chunk.readUInt32LE(TYPE.count);
  const from = chunk.readUInt16LE(2);
  if ((flags & TYPE_FLAG.isSparse) !== 0) {
    for (let place = 0; place < count; place += 1) {
      if (chunk.readUInt16LE(from + 4 * place) === index) return 4 * chunk.readUInt16LE(from + 4 * place + 2);
    }
    return null;
  }
  if (index >= count) return null;
  if ((flags & TYPE_FLAG.has16BitOffsets) !== 0) {
    const offset = chunk.readUInt16LE(from + 2 * index);
    return offset === 0xffff ? null : 4 * offset;
  }
  const offset = chunk.readUInt32LE(from + 4 * index);
  return offset === 0xffffffff ? null : offset;
}

/** The value of an entry; null for styles and plurals, which have several values. */
function valueAt(chunk: Buffer, at: number): Pick<Value, "type" | "data"> | null {
  const flags = chunk.readUInt16LE(at + 2);
  if ((flags & ENTRY_FLAG.isCompact) !== 0) return { type: flags >>> 8, data: chunk.readUInt32LE(at + 4) };
  if ((flags & ENTRY_FLAG.isComplex) !== 0) return null;
  const value = at + chunk.readUInt16LE(at);
  return { type: chunk.readUInt8(value + 3), data: chunk.readUInt32LE(value + 4) };
}

/** Offsets in ResTable_config; older tools write shorter ones. */
const CONFIG = { language: 8, region: 10, script: 36, variant: 40, variantEnd: 48 } as const;

function configOf(config: Buffer): Pick<Value, "locale" | "others"> {
  const own = config.subarray(0, config.readUInt32LE(0));
  const language = unpackWord(own.subarray(CONFIG.language, CONFIG.region), "a");
  const region = unpackWord(own.subarray(CONFIG.region, CONFIG.region + 2), "0");
  const script = own.toString("latin1", CONFIG.script, CONFIG.variant).replaceAll("\0", "");
  const locale = [language, script, region].filter((part) => part !== "").join("-");
  const isOther = (byte: number, place: number) =>
    byte !== 0 && place >= 4 && (place < CONFIG.language || (place >= 12 && place < CONFIG.script) || place > 47);
  return { locale: language === "" ? "" : locale, others: own.filter(isOther).length };
}

/** A code of two letters, or of three that are packed into 15 bits (ResTable_config::unpackLanguageOrRegion). */
function unpackWord(bytes: Buffer, base: "a" | "0"): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0) return "";
  if ((first & 0x80) === 0) return String.fromCharCode(first, second);
  const parts = [second & 0x1f, ((second & 0xe0) >> 5) | ((first & 0x03) << 3), (first & 0x7c) >> 2];
  return String.fromCharCode(...parts.map((part) => part + base.charCodeAt(0)));
}
