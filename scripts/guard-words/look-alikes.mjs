// Which letters of other scripts look like a Latin one, from Unicode's data of confusable characters (UTS 39), as a
// package of PyPI has it in JSON: `{ LETTER: [{ c: CHARACTER, n: NAME }] }`.

/** Unicode has these under no letter: they are named after it, or differ from it only a little. */
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
/** Words that run from right to left are not mixed with Latin letters, and digits and signs are no letters; ı is i. */
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
