import { readFileSync } from "node:fs";
import { assetPath } from "../base/assets.js";
import { CONCEPTS, type Concept } from "./concepts.js";
import { conceptsOf, DOES, HANGUL, isVideoCall, NONE, type Phrases } from "./word-forms.js";

/** The concepts of a label: of the whole label, of its first and last words, and of each single word in it. */
export interface Said {
  readonly whole: ReadonlySet<Concept>;
  readonly first: ReadonlySet<Concept>;
  readonly last: ReadonlySet<Concept>;
  readonly any: ReadonlySet<Concept>;
  /** The concepts of `any`, and those of words that begin like a known word. */
  readonly near: ReadonlySet<Concept>;
  /** The number of words; in a script without spaces, an estimate from the number of characters. */
  readonly length: number;
}

interface WordLists {
  /** Phrases in the spelling of `fold`. */
  readonly phrases: Phrases;
  /** Phrases of at least two characters, in scripts that are written without spaces. */
  readonly unspaced: readonly (readonly [string, readonly Concept[]])[];
  /** Single words without their ending. */
  readonly stems: Phrases;
  /** Korean phrases with their spaces removed, because labels may omit the spaces. */
  readonly joined: Phrases;
  /** A cache: label → its concepts. */
  readonly known: Map<string, Said>;
}

/** The longest phrase in words. */
const MOST_WORDS = 5;

let lists: WordLists | null = null;

/** The most labels in the cache: as many as a few screens have. */
const MOST_KNOWN = 2_000;
/** How many characters of a text are read: what follows says nothing about a button. */
const LONGEST = 300;

/** The concepts of a label in any language; `words` are in the form of `asWords`. The lists are read on first use. */
export function conceptsIn(words: string): Said {
  lists ??= readLists();
  const text = words.slice(0, LONGEST);
  const known = lists.known.get(text);
  if (known) return known;
  if (lists.known.size >= MOST_KNOWN) lists.known.clear();
  const read = readWords(lists, text);
  lists.known.set(text, read);
  return read;
}

function readWords(lists: WordLists, words: string): Said {
  const folded = fold(words);
  const tokens = folded === "" ? [] : folded.split(" ");
  const isUnspaced = UNSPACED.test(folded);
  const [first, last, any] = [new Set<Concept>(), new Set<Concept>(), new Set<Concept>()];
  const bare = tokens.length > 1 && DOES.has(tokens.at(-1) ?? "") ? tokens.slice(0, -1) : tokens;
  const joins = new Set(tokens.flatMap((token, place) => (lists.phrases.get(token)?.includes("and") ? [place] : [])));
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = from + 1; to <= Math.min(tokens.length, from + MOST_WORDS); to += 1)
      for (const concept of conceptsOf(lists.phrases, tokens.slice(from, to))) {
        any.add(concept);
        // In "turn off and delete" the word after "and" is a first word, too, and the word before it a last word.
        if (from === 0 || joins.has(from - 1)) first.add(concept);
        if (to === tokens.length || to === bare.length || joins.has(to)) last.add(concept);
      }
  if (isUnspaced) addUnspaced(lists, folded, { first, last, any });
  const letters = SPELLED.test(folded) ? SPELLED_WORD : UNSPACED_WORD;
  const length = isUnspaced ? Math.ceil(folded.length / letters) : bare.length;
  const ofForms = (token: string) => [...ofBeginning(lists.stems, token), ...ofShortNoun(lists.phrases, token)];
  const near = new Set([...any, ...tokens.flatMap(ofForms)]);
  // Some languages express paying by a noun and a verb for "do".
  if (bare.length < tokens.length && last.has("payment")) for (const set of [last, any]) set.add("pay");
  if (tokens.length === 1 && isVideoCall(lists.phrases, folded)) for (const set of [first, last, any]) set.add("call");
  const { phrases, joined } = lists;
  const whole = new Set(
    phrases.get(folded) ??
      joined.get(joinedHangul(folded)) ??
      phrases.get(bare.join(" ")) ??
      phrases.get(withoutNow(phrases, bare).join(" ")) ??
      [],
  );
  return { whole, first, last, any, near, length };
}

/** Removes words for "now": they do not change the meaning. */
function withoutNow(phrases: Phrases, tokens: readonly string[]): readonly string[] {
  const isNow = (some: readonly string[]) => some.length > 0 && phrases.get(some.join(" "))?.includes("now") === true;
  for (const length of [1, 2]) {
    if (tokens.length <= length) continue;
    if (isNow(tokens.slice(0, length))) return tokens.slice(length);
    if (isNow(tokens.slice(-length))) return tokens.slice(0, -length);
  }
  return tokens;
}

/** The shortest stem that identifies a word, in letters. */
const STEM = 5;
/** The longest ending, in letters. */
const ENDING = 3;
/** An infinitive may have pronouns attached, so a long word may have a longer ending. */
const LONG_WORD = 10;
const LONG_ENDING = 5;

/** The concepts of a known word with the same beginning. */
function ofBeginning(stems: Phrases, token: string): readonly Concept[] {
  const ending = token.length >= LONG_WORD ? LONG_ENDING : ENDING;
  for (let length = token.length; length >= Math.max(STEM, token.length - ending); length -= 1) {
    const known = stems.get(token.slice(0, length));
    if (known) return known;
  }
  return NONE;
}

/** A short Slavic noun with the vowel of a case at its end. */
const SHORT_NOUN = /^(\p{Script=Cyrillic}{4})[аеиоуы]$/u;

function ofShortNoun(phrases: Phrases, token: string): readonly Concept[] {
  return phrases.get(SHORT_NOUN.exec(token)?.[1] ?? "") ?? NONE;
}

/** A Korean phrase without its spaces; empty for any other phrase. */
function joinedHangul(phrase: string): string {
  return HANGUL.test(phrase) ? phrase.replaceAll(" ", "") : "";
}

/** Scripts that are written without spaces: Han, kana, Thai, Lao, Khmer and Burmese. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Scripts without spaces in which each sound has a character. */
const SPELLED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function addUnspaced(
  { unspaced }: WordLists,
  text: string,
  { first, last, any }: Readonly<Record<"first" | "last" | "any", Set<Concept>>>,
): void {
  const bare = text.replace(JAPANESE_BEHIND, "");
  for (const [phrase, concepts] of unspaced) {
    if (!text.includes(phrase)) continue;
    for (const concept of concepts) {
      any.add(concept);
      if (text.startsWith(phrase)) first.add(concept);
      if (text.endsWith(phrase) || bare.endsWith(phrase)) last.add(concept);
    }
  }
}

/** Japanese verbs for "do" after a noun that names the action. */
const JAPANESE_BEHIND = /を?(?:する|します|かける|かけます|行う)$/;

/** The average number of characters of a word; Chinese words have fewer, Japanese words more. */
const UNSPACED_WORD = 2.5;
const SPELLED_WORD = 5;

/**
 * The text without optional Arabic marks and without differences that capital letters do not have: Turkish and Greek
 * marks, German ß.
 */
function fold(words: string): string {
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

/** Each line of the file is a kind of words, their concepts, and the words in the spelling of `fold`. */
function readLists(): WordLists {
  const kinds = new Map<string, Map<string, readonly Concept[]>>();
  for (const line of readFileSync(assetPath("guard-words.txt"), "utf8").trimEnd().split("\n")) {
    const [kind = "", names = "", words = ""] = line.split("\t");
    const concepts = names.split(",").map(conceptNamed);
    const own = kinds.get(kind) ?? new Map<string, readonly Concept[]>();
    kinds.set(kind, own);
    for (const phrase of words.split("|")) own.set(phrase, concepts);
  }
  const none = new Map<string, readonly Concept[]>();
  const phrases = kinds.get("spaced") ?? none;
  const ofSigns = kinds.get("unspaced") ?? none;
  for (const [phrase, concepts] of [...ofSigns]) {
    const act = phrase.replace(NOUN_BEFORE, "");
    if (!ofSigns.has(act)) ofSigns.set(act, concepts);
  }
  for (const [phrase, concepts] of ofSigns) phrases.set(phrase, concepts);
  const unspaced = [...ofSigns].filter(([phrase]) => phrase.length >= 2);
  return { phrases, unspaced, stems: kinds.get("stem") ?? none, joined: kinds.get("joined") ?? none, known: new Map() };
}

/** The prefix by which Thai, Lao and Khmer turn a verb into a noun. */
const NOUN_BEFORE = /^(?:การ|ການ|ការ)(?=.{3})/u;

function conceptNamed(name: string): Concept {
  const concept = CONCEPTS.find((one) => one === name);
  if (concept === undefined) throw new Error(`guard-words.txt: "${name}" is not a concept`);
  return concept;
}
