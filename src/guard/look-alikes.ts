import { readFileSync } from "node:fs";
import { assetPath } from "../base/assets.js";

interface Letters {
  /** A character that resembles a Latin letter → the Latin letter. */
  readonly latin: ReadonlyMap<string, string>;
  /** Script → Latin letter → the letter of this script with the same shape. */
  readonly of: ReadonlyMap<Script, ReadonlyMap<string, string>>;
  /** A cache: text → its reading by shape. */
  readonly known: Map<string, string | null>;
}

/** The most texts in the cache: as many as a few screens have. */
const MOST_KNOWN = 2_000;
/** A longer text is not cached. */
const LONGEST_KNOWN = 200;

/** Scripts in whose words Latin letters may be mixed. */
const SCRIPTS = { Cyrillic: /\p{Script=Cyrillic}/u, Greek: /\p{Script=Greek}/u } as const;
type Script = keyof typeof SCRIPTS;

let letters: Letters | null = null;

/**
 * Replaces letters in circles, squares and brackets by plain letters, and removes lines through and under letters. NFKC
 * does this for most such letters, but not for these.
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
/** Combining lines over, under and through letters, and enclosing marks: no language writes its letters with them. */
const DRAWN_OVER = /[\u0305\u0332-\u0338\u033f\u0347\u20d0-\u20f0]/gu;
const IN_BRACKETS = /[\u249c-\u24b5]/gu;
const ON_BLACK = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
/** Three or more regional indicators in a row are letters; two are a flag. */
const FLAGS = /[\u{1f1e6}-\u{1f1ff}]{3,}/gu;

/**
 * Reads a text by the shape of its letters. Letters of other scripts that resemble Latin letters become Latin
 * (Unicode's confusable characters, assets/guard-letters.txt), or the other way round; l, i and 1 replace each other,
 * and so do o and 0. For a word without a meaning, a reading with a meaning is preferred. Null if no word resembles
 * another one.
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
  // If some words of the text can only be written in one of the other scripts, its other words in that script are real
  // words of it, too.
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

/**
 * A character outside ASCII; a capital I or a digit in a word; or an l at the beginning of a word before a consonant.
 */
const MAY_BE_OTHER = /[^ -~]|[A-Za-z][01]|[01][A-Za-z]|[a-z]I|(?<![A-Za-z])l(?![aio]|[euy]|l)[a-z]/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Alphabets with letters of the same shapes. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  SCRIPTS.Cyrillic,
  SCRIPTS.Greek,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
/** Characters that resemble both l and i, and whose position in the word does not decide which. */
const L_OR_I = /[1ΙІӀӏƖǀⲒⵏꓲ]/u;
/** If a word has more of these characters, only the first ones are tried as both letters. */
const MOST_DOUBTS = 4;
/** A shorter word in one script is not converted: it is a particle, or the name of a key: на, F11. */
const SHORTEST = 3;
const SHORTEST_WITH_DIGITS = 4;
/**
 * Small Cyrillic letters that have the shape of a capital letter, and small Greek letters that only nearly resemble a
 * Latin one.
 */
const NEARLY = /[вкмнтεηκμτχω]/;
const LATIN_WORD = /^[0-9\p{Script=Latin}]+$/u;
const LATIN = /^[0-9\p{Script=Latin}]$/u;

function isMixed(word: string): boolean {
  return ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1;
}

/**
 * The readings of one word, the likeliest first. A word in one script is only converted as a whole; a particle is not
 * converted.
 */
function readingsOf(word: string, latin: Letters["latin"], of: Letters["of"]): readonly string[] {
  if (LATIN_WORD.test(word) && /[01]/.test(word) && word.length < SHORTEST_WITH_DIGITS) return [];
  if (!LATIN_WORD.test(word) && !isMixed(word) && (word.length < SHORTEST || NEARLY.test(word))) return [];
  return [...new Set([...inLatin([...word], latin), inOwnScript(word, of)])];
}

/** The readings in Latin letters; empty if a letter of the word resembles no Latin letter. */
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

/** Each line of the file is a Latin letter and the characters that resemble it. */
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
