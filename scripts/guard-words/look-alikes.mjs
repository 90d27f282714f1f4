// Letters of other scripts that resemble a Latin letter, from Unicode's confusable characters (UTS 39), in the JSON of
// a PyPI package: `{ LETTER: [{ c: CHARACTER, n: NAME }] }`.

/** Similar letters that Unicode does not list: their names contain the letter, or they differ from it only slightly. */
const OTHERS = {
  ...{
    a: "ᴀ",
    b: "ʙ",
    c: "ᴄ",
    d: "ᴅ",
    e: "ᴇε",
    f: "ꜰ",
    g: "ɢ",
    h: "ʜ",
    i: "ɪ",
    j: "ᴊ",
    k: "ᴋκ",
    l: "ʟ",
    m: "ᴍ",
    n: "ɴη",
  },
  ...{ o: "ᴏ", p: "ᴘ", q: "ꞯǫ", r: "ʀ", s: "ꜱ", t: "ᴛτ", u: "ᴜμ", v: "ᴠ", w: "ᴡω", x: "χ", y: "ʏ", z: "ᴢ" },
};
/** A letter, but not ı, which is i, and not of a right-to-left script, which is not mixed with Latin letters. */
const LETTER = /^(?![\p{Script=Arabic}\p{Script=Hebrew}ı])\p{L}$/u;
/** Scripts whose small letters have the shape of their capitals: all of Cherokee, and в, к, м, н, т of Cyrillic. */
const SMALL_CAPITALS = /^[\p{Script=Cyrillic}\p{Script=Cherokee}]$/u;

/** A line for each letter, `LETTER<tab>LOOK-ALIKES`, by code point, without those that NFKC changes. */
export function lettersFrom(confusables) {
  const lines = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].map((letter) => {
    const own = (confusables[letter] ?? []).map(({ c }) => c);
    return [letter, own.filter((one) => LETTER.test(one) && one.normalize("NFKC") === one && !/[A-Za-z]/.test(one))];
  });
  const known = new Set(lines.flatMap(([, own]) => own));
  for (const [letter, own] of lines) {
    const small = letter === letter.toLowerCase() ? [] : own.filter((one) => SMALL_CAPITALS.test(one));
    const more = [...small.map((one) => one.toLowerCase()), ...(OTHERS[letter] ?? "")];
    own.push(...new Set(more.filter((one) => !known.has(one))));
    for (const one of own) known.add(one);
  }
  const inOrder = (own) => own.toSorted((a, b) => a.codePointAt(0) - b.codePointAt(0)).join("");
  return `${lines.flatMap(([letter, own]) => (own.length > 0 ? [`${letter}\t${inOrder(own)}`] : [])).join("\n")}\n`;
}
