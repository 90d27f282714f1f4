// Reads a compiled message catalogue (GNU gettext's manual, "The Format of GNU MO Files").

/**
 * The English texts with their translations in the language of the catalogue; without contexts, and with only the first
 * form of plurals.
 */
export function* messagesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint32(0, true) === 0x950412de;
  const word = (at) => view.getUint32(at, isLittle);
  const [count, originals, translations] = [word(8), word(12), word(16)];
  const textAt = (table, place) => {
    const [length, start] = [word(table + 8 * place), word(table + 8 * place + 4)];
    return bytes.toString("utf8", start, start + length);
  };
  for (let place = 0; place < count; place += 1) {
    const english = textAt(originals, place).replace(/^[^\x04]*\x04/, "");
    yield { english: english.split("\0")[0], text: textAt(translations, place).split("\0")[0] };
  }
}
