import { readFileSync } from "node:fs";
import { assetPath } from "../base/assets.js";

interface Letters {
  /** What looks like a Latin letter → that letter. */
  readonly latin: ReadonlyMap<string, string>;
  /** Script → Latin letter → the letter of that script of this shape. */
  readonly of: ReadonlyMap<Script, ReadonlyMap<string, string>>;
  /** How texts were read that were asked about before. */
  readonly known: Map<string, string | null>;
}

/** So many are remembered: those of some screens. */
const MOST_KNOWN = 2_000;
/** A longer text is read each time it is asked about. */
const LONGEST_KNOWN = 200;

/** Scripts whose words may be written with Latin letters among their own. */
const SCRIPTS = { Cyrillic: /\p{Script=Cyrillic}/u, Greek: /\p{Script=Greek}/u } as const;
type Script = keyof typeof SCRIPTS;

let letters: Letters | null = null;

/**
 * A text with plain letters for those in circles, squares and brackets, and without lines drawn through or under them:
 * what NFKC does for most of them, it does not for these.
 */
export function undrawnLetters(text: string): string {
  if (!HAS_SUCH.test(text)) return text;
  return text
    .replace(DRAWN_OVER, "")
    .replace(IN_BRACKETS, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x249c + 0x61))
    .replace(ON_BLACK, (sign) => String.fromCodePoint((((sign.codePointAt(0) ?? 0) - 0x1f150) % 0x20) + 0x61))
    .replace(FLAGS, (signs) =>
      [...signs].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 0x61)).join(""),
    );
}

const HAS_SUCH = /[\u0305\u0332-\u0338\u033f\u0347\u20d0-\u20f0\u249c-\u24b5\u{1f150}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/u;
/** Lines over, under and through letters, and what encloses them: in no language part of a letter. */
const DRAWN_OVER = /[\u0305\u0332-\u0338\u033f\u0347\u20d0-\u20f0]/gu;
const IN_BRACKETS = /[\u249c-\u24b5]/gu;
const ON_BLACK = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
/** Two of them are a flag. */
const FLAGS = /[\u{1f1e6}-\u{1f1ff}]{3,}/gu;

/**
 * What else a text may be read as by its looks: with Latin letters for those of other scripts that resemble them
 * (Unicode's confusable characters, assets/guard-letters.txt), or the other way about, with l and i for each other and
 * for 1, and with o for 0. Of each word that says nothing a reading is taken in which it says something, where there is
 * one. Null if no word resembles another.
 */
export function readByLooks(text: string, saysSomething: (word: string) => boolean): string | null {
  if (!MAY_BE_OTHER.test(text)) return null;
  letters ??= readLetters();
  if (text.length > LONGEST_KNOWN) return readText(letters, text, saysSomething);
  const { known } = letters;
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const read = readText(letters, text, saysSomething);
  known.set(text, read);
  return read;
}

function readText({ latin, of }: Letters, text: string, saysSomething: (word: string) => boolean): string | null {
  // Where a text has words that only one other script can write, its other words of that script are such, too.
  const real = ALPHABETS.slice(1).filter((alphabet) => (text.match(WORD) ?? []).some((one) => isOnly(one, alphabet)));
  const read = text.replace(WORD, (word) => {
    if (!MAY_BE_OTHER.test(word) || real.some((alphabet) => alphabet.test(word) && !isMixed(word))) return word;
    const own = readingsOf(word, latin, of).filter((one) => one !== word);
    if (own.length === 0 || saysSomething(word)) return word;
    return own.find(saysSomething) ?? (isMixed(word) ? (own[0] ?? word) : word);
  });
  return read === text ? null : read;

  function isOnly(word: string, alphabet: RegExp): boolean {
    return alphabet.test(word) && !isMixed(word) && inLatin([...word], latin).length === 0;
  }
}

/** Something else than ASCII; or a capital I or a digit within a word, or an l before a consonant at its beginning. */
const MAY_BE_OTHER = /[^ -~]|[A-Za-z][01]|[01][A-Za-z]|[a-z]I|(?<![A-Za-z])l(?![aio]|[euy]|l)[a-z]/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Alphabets that share shapes of letters. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  SCRIPTS.Cyrillic,
  SCRIPTS.Greek,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
/** What looks like both l and i, where it is neither of them by its place. */
const L_OR_I = /[1ΙІӀӏƖǀⲒⵏꓲ]/u;
/** In a word with more of these only the first are taken for either. */
const MOST_DOUBTS = 4;
/** A shorter word of one script is a particle, or names a key: на, F11. */
const SHORTEST = 3;
const SHORTEST_WITH_DIGITS = 4;
/** Small letters of Cyrillic that have the shape of a capital, and of Greek that only nearly resemble one. */
const NEARLY = /[вкмнтεηκμτχω]/;
const LATIN_WORD = /^[0-9\p{Script=Latin}]+$/u;
const LATIN = /^[0-9\p{Script=Latin}]$/u;

function isMixed(word: string): boolean {
  return ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1;
}

/** Readings of one word, the likeliest first. One script is read as another only in full, and in no particle. */
function readingsOf(word: string, latin: Letters["latin"], of: Letters["of"]): readonly string[] {
  if (LATIN_WORD.test(word) && /[01]/.test(word) && word.length < SHORTEST_WITH_DIGITS) return [];
  if (!LATIN_WORD.test(word) && !isMixed(word) && (word.length < SHORTEST || NEARLY.test(word))) return [];
  return [...new Set([...inLatin([...word], latin), inOwnScript(word, of)])];
}

/** None if a letter of the word looks like no Latin one. */
function inLatin(word: readonly string[], latin: Letters["latin"]): readonly string[] {
  const table = word.map((sign) => latin.get(sign) ?? (LATIN.test(sign) ? sign : null));
  if (table.includes(null)) return [];
  const doubts = word.flatMap((sign, place) => (isDoubt(sign, place, word) ? [place] : [])).slice(0, MOST_DOUBTS);
  const others = Array.from({ length: doubts.length === 0 ? 0 : 2 ** doubts.length }, (_, chosen) =>
    table.map((sign, place) => {
      const doubt = doubts.indexOf(place);
      return doubt < 0 ? sign : (chosen >> doubt) % 2 === 1 ? "i" : "l";
    }),
  );
  return [table, ...others].map((signs) => signs.join(""));
}

function isDoubt(sign: string, place: number, word: readonly string[]): boolean {
  if (sign === "l") return place === 0 && CONSONANT.test(word[1] ?? "");
  if (sign === "I") return /[a-z]/.test(word[place - 1] ?? "");
  return L_OR_I.test(sign);
}

const CONSONANT = /(?![aio]|[euy]|l)[a-z]/;

function inOwnScript(word: string, of: Letters["of"]): string {
  const script = SCRIPT_NAMES.find((name) => SCRIPTS[name].test(word));
  const own = script && of.get(script);
  return own ? [...word].map((sign) => own.get(sign) ?? sign).join("") : word;
}

const SCRIPT_NAMES: readonly Script[] = ["Cyrillic", "Greek"];

/** A line of the file is a Latin letter and what looks like it. */
function readLetters(): Letters {
  const latin = new Map([
    ["0", "o"],
    ["1", "l"],
  ]);
  const of = new Map<Script, Map<string, string>>(SCRIPT_NAMES.map((name) => [name, new Map()]));
  for (const line of readFileSync(assetPath("guard-letters.txt"), "utf8").trimEnd().split("\n")) {
    const [letter = "", alike = ""] = line.split("\t");
    for (const sign of alike) {
      latin.set(sign, letter);
      const script = SCRIPT_NAMES.find((name) => SCRIPTS[name].test(sign));
      const own = script && of.get(script);
      if (own && !own.has(letter)) own.set(letter, sign);
    }
  }
  return { latin, of, known: new Map() };
}
