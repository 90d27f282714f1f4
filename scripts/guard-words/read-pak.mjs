// Reads the texts of Chromium's resource files (ui/base/resource/data_pack.cc, version 5): entries with a resource id
// of two bytes and an offset of four; then aliases with an id of two bytes and an entry index of two.

const VERSION = 5;
const HEADER = 12;
const ENTRY = 6;
const ALIAS = 4;
const UTF8 = 1;

/** Resource id → text. */
export function textsOfPak(bytes) {
  if (bytes.readUInt32LE(0) !== VERSION || bytes[4] !== UTF8) throw new Error("this is not a text resource file");
  const [count, aliases] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  const at = (place) => HEADER + ENTRY * place;
  const textOf = (place) =>
    bytes.toString("utf8", bytes.readUInt32LE(at(place) + 2), bytes.readUInt32LE(at(place + 1) + 2));
  const texts = new Map(Array.from({ length: count }, (_, place) => [bytes.readUInt16LE(at(place)), textOf(place)]));
  for (let place = 0; place < aliases; place += 1) {
    const alias = at(count + 1) + ALIAS * place;
    texts.set(bytes.readUInt16LE(alias), textOf(bytes.readUInt16LE(alias + 2)));
  }
  return texts;
}
