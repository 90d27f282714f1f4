// Reads the texts of a compiled resource table (resources.arsc). The format:
// frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h of AOSP.

const STRING_POOL = 0x0001;
const TABLE = 0x0002;
const PACKAGE = 0x0200;
const TYPE = 0x0201;
const UTF8 = 1 << 8;
const NO_ENTRY = 0xffffffff;
/** Flags of a type's list of entry offsets: only existing entries are listed, or offsets count in four bytes. */
const SPARSE = 1;
const SHORT = 2;
const NO_SHORT = 0xffff;
/** Flags of an entry: it is complex, or has the compact form. */
const COMPLEX = 1;
const COMPACT = 8;
const STRING = 3;

/** All simple texts: `{ locale, name, text }`; the locale is empty for the default locale. */
export function* textsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0, true) !== TABLE) throw new Error("this is not a resource table");
  let values = [];
  for (const chunk of chunksIn(view, view.getUint16(2, true), view.getUint32(4, true))) {
    if (chunk.type === STRING_POOL) values = poolOf(view, chunk.start);
    if (chunk.type === PACKAGE) yield* packageTexts(view, chunk, values);
  }
}

function* chunksIn(view, from, end) {
  for (let start = from; start < end; ) {
    const size = view.getUint32(start + 4, true);
    yield { type: view.getUint16(start, true), start, size };
    start += size;
  }
}

function* packageTexts(view, { start, size }, values) {
  const header = view.getUint16(start + 2, true);
  const keys = poolOf(view, start + view.getUint32(start + 8 + 4 + 256 + 8, true));
  const types = poolOf(view, start + view.getUint32(start + 8 + 4 + 256, true));
  for (const chunk of chunksIn(view, start + header, start + size)) {
    if (chunk.type !== TYPE || types[view.getUint8(chunk.start + 8) - 1] !== "string") continue;
    yield* typeTexts(view, chunk.start, { keys, values });
  }
}

function* typeTexts(view, start, { keys, values }) {
  const header = view.getUint16(start + 2, true);
  const count = view.getUint32(start + 12, true);
  const entries = start + view.getUint32(start + 16, true);
  const flags = view.getUint8(start + 9);
  const locale = localeOf(view, start + 20);
  for (let place = 0; place < count; place += 1) {
    const offset = offsetAt(view, start + header, { flags, place });
    if (offset === null) continue;
    const entry = entries + offset;
    const how = view.getUint16(entry + 2, true);
    if ((how & COMPLEX) !== 0) continue;
    const isCompact = (how & COMPACT) !== 0;
    const name = keys[isCompact ? view.getUint16(entry, true) : view.getUint32(entry + 4, true)];
    const kind = isCompact ? how >> 8 : view.getUint8(entry + 8 + 3);
    const text = values[view.getUint32(entry + (isCompact ? 4 : 12), true)];
    if (kind === STRING) yield { locale, name, text };
  }
}

function offsetAt(view, offsets, { flags, place }) {
  if ((flags & SPARSE) !== 0) return view.getUint16(offsets + 4 * place + 2, true) * 4;
  if ((flags & SHORT) === 0) {
    const offset = view.getUint32(offsets + 4 * place, true);
    return offset === NO_ENTRY ? null : offset;
  }
  const offset = view.getUint16(offsets + 2 * place, true);
  return offset === NO_SHORT ? null : offset * 4;
}

/** The locale, such as `de` or `pt-PT`; packed three-letter codes are left out. */
function localeOf(view, config) {
  const pair = (at) => [view.getUint8(at), view.getUint8(at + 1)];
  const [language, region] = [pair(config + 8), pair(config + 10)];
  if ((language[0] & 0x80) !== 0 || (region[0] & 0x80) !== 0) return "?";
  const word = (codes) => String.fromCharCode(...codes.filter((code) => code > 0));
  return [word(language), word(region)].filter((part) => part !== "").join("-");
}

function poolOf(view, start) {
  const header = view.getUint16(start + 2, true);
  const count = view.getUint32(start + 8, true);
  const isUtf8 = (view.getUint32(start + 16, true) & UTF8) !== 0;
  const strings = start + view.getUint32(start + 20, true);
  const at = (place) => strings + view.getUint32(start + header + 4 * place, true);
  return Array.from({ length: count }, (_, place) => (isUtf8 ? utf8At(view, at(place)) : utf16At(view, at(place))));
}

function utf8At(view, start) {
  let at = start;
  at += (view.getUint8(at) & 0x80) === 0 ? 1 : 2;
  const first = view.getUint8(at);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | view.getUint8(at + 1) : first;
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + (isLong ? 2 : 1), length));
}

function utf16At(view, start) {
  const first = view.getUint16(start, true);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | view.getUint16(start + 2, true) : first;
  const from = view.byteOffset + start + (isLong ? 4 : 2);
  return new TextDecoder("utf-16le").decode(new Uint8Array(view.buffer, from, length * 2));
}
