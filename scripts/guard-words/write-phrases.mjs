// The words of scripts/guard-words/words.json in the program's format, without languages and sources, spelled as
// `fold` of src/guard/words.ts spells them. As much work as possible is done here, because the program reads them while
// a user waits. A line is `KIND<tab>CONCEPT,CONCEPT<tab>WORDS|WORDS`, for all words of exactly these concepts. KIND is
// `spaced`, `unspaced` (scripts without blanks), `joined` (Korean without its blanks) or `stem` (the beginning of a
// single word, without a possible ending).

const HANGUL = /^\p{Script=Hangul}/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The length of the shortest stem and of the longest ending, as in src/guard/words.ts. */
const STEM = 5;
const ENDING = 3;

export function phrasesOf(words) {
  const kinds = { spaced: new Map(), unspaced: new Map(), joined: new Map(), stem: new Map() };
  for (const [name, languages] of Object.entries(words))
    for (const phrase of new Set(Object.values(languages).flatMap(Object.keys).map(folded))) {
      push(UNSPACED.test(phrase) ? kinds.unspaced : kinds.spaced, phrase, name);
      if (HANGUL.test(phrase)) push(kinds.joined, phrase.replaceAll(" ", ""), name);
      if (!UNSPACED.test(phrase) && phrase.length >= STEM && !phrase.includes(" "))
        push(kinds.stem, phrase.slice(0, Math.max(STEM, phrase.length - ENDING)), name);
    }
  return `${Object.entries(kinds).flatMap(linesOf).join("\n")}\n`;
}

function linesOf([kind, phrases]) {
  const byConcepts = Map.groupBy(phrases.keys(), (phrase) => [...phrases.get(phrase)].join(","));
  return [...byConcepts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([concepts, own]) => `${kind}\t${concepts}\t${own.sort().join("|")}`);
}

function push(phrases, phrase, name) {
  const known = phrases.get(phrase);
  if (known) known.add(name);
  else phrases.set(phrase, new Set([name]));
}

function folded(words) {
  return words
    .replace(/i\u0307|ı/g, "i")
    .replace(/[άέήίόύώϊϋΐΰ]/g, (letter) => letter.normalize("NFD").charAt(0))
    .replace(/ς/g, "σ")
    .replace(/ß/g, "ss")
    .replace(/ё/g, "е")
    .replace(/[\u064b-\u0652\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي")
    .replace(/[’']/g, " ")
    .replace(/ +/g, " ")
    .trim();
}
