import { readFileSync } from "node:fs";
import { assetPath } from "../base/assets.js";

/** What a word of a button may stand for; each has words of twenty languages in assets/guard-words.txt. */
export const CONCEPTS = [
  "send",
  "publish",
  "call",
  "emergency",
  "delete",
  "trash",
  "remove",
  "buy",
  "pay",
  "order",
  "subscribe",
  "install",
  "update",
  "uninstall",
  "disable",
  "stop",
  "allow",
  "enable",
  "record",
  "show",
  "account",
  "restart",
  "reset",
  "forget",
  "airplane",
  "replace",
  "upload",
  "move",
  "discard",
  "transfer",
  "password",
  "message",
  "confirm",
  "start",
  "clear",
  "empty",
  "stuff",
  "bin",
  "save",
  "reveal",
  "secret",
  "yes",
  "no",
  "media",
  "sensor",
  "screen",
  "broadcast",
  "changes",
  "lose",
  "keep",
  "goods",
  "about",
  "resetting",
  "force",
  "copy",
  "share",
  "developer",
  "subscription",
  "payment",
  "cancel",
  "recording",
  "purchasing",
  "dial",
  "without",
  "complete",
  "not",
  "help",
  "app",
  "quit",
  "open",
  "lock",
  "stream",
  "schedule",
  "continue",
  "log",
  "end",
  "logout",
  "everywhere",
] as const;
export type Concept = (typeof CONCEPTS)[number];

/** What a label says: all of it together, its first words, its last words, and any of its words. */
export interface Said {
  readonly whole: ReadonlySet<Concept>;
  readonly first: ReadonlySet<Concept>;
  readonly last: ReadonlySet<Concept>;
  readonly any: ReadonlySet<Concept>;
  /** And what its words may be other forms of. */
  readonly near: ReadonlySet<Concept>;
  /** Words, where the script divides them; else one for two or three characters. */
  readonly length: number;
}

type Phrases = ReadonlyMap<string, readonly Concept[]>;

interface WordLists {
  /** Phrases as `fold` spells them. */
  readonly phrases: Phrases;
  /** Those of scripts without blanks, of two characters and more. */
  readonly unspaced: readonly (readonly [string, readonly Concept[]])[];
  /** Beginnings of single words, without what may be an ending. */
  readonly stems: Phrases;
  /** Those of Korean without blanks, which it may leave out. */
  readonly joined: Phrases;
  /** What labels said that were asked about before. */
  readonly known: Map<string, Said>;
}

/** The longest phrase in words. */
const MOST_WORDS = 5;

let lists: WordLists | null = null;

/** So many labels are remembered: those of some screens. */
const MOST_KNOWN = 2_000;
/** What stands behind so many characters of a text says nothing about a button. */
const LONGEST = 300;

/** What a label says, in whatever language. `words` as `asWords` spells them. The lists are read on first use. */
export function said(words: string): Said {
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
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = from + 1; to <= Math.min(tokens.length, from + MOST_WORDS); to += 1)
      for (const concept of conceptsOf(lists.phrases, tokens.slice(from, to))) {
        any.add(concept);
        if (from === 0) first.add(concept);
        if (to === tokens.length) last.add(concept);
      }
  if (isUnspaced) addUnspaced(lists, folded, { first, last, any });
  const length = isUnspaced ? Math.ceil(folded.length / UNSPACED_WORD) : tokens.length;
  const near = new Set([...any, ...tokens.flatMap((token) => ofBeginning(lists.stems, token))]);
  const whole = new Set(lists.phrases.get(folded) ?? lists.joined.get(joinedHangul(folded)) ?? []);
  return { whole, first, last, any, near, length };
}

/** The shortest beginning by which a word is known, and the longest ending. */
const STEM = 5;
const ENDING = 3;
/** An infinitive may have pronouns behind it. */
const LONG_WORD = 10;
const LONG_ENDING = 5;

/** What a word may be another form of: it has the beginning of one that is known. */
function ofBeginning(stems: Phrases, token: string): readonly Concept[] {
  const ending = token.length >= LONG_WORD ? LONG_ENDING : ENDING;
  for (let length = token.length; length >= Math.max(STEM, token.length - ending); length -= 1) {
    const known = stems.get(token.slice(0, length));
    if (known) return known;
  }
  return NONE;
}

const NONE: readonly Concept[] = [];

/** The article of Arabic, and what is written together with a word before it. */
const ARABIC_BEFORE = /^(?:وال|بال|فال|كال|لل|ال|[وبلف])(?=.{3})/;

/** What Indonesian puts before the root of a verb. */
const INDONESIAN_BEFORE = /^(?:meng|mem|men|me)(?=[a-z]{4,12}$)/;

/** A word with what a language writes together with it is that word. */
function conceptsOf(phrases: Phrases, tokens: readonly string[]): readonly Concept[] {
  const phrase = tokens.join(" ");
  const known = phrases.get(phrase);
  if (known) return known;
  if (HANGUL.test(phrase)) return tokens.length === 1 ? (ofNoun(phrases, phrase) ?? ofStem(phrases, phrase)) : NONE;
  const root = tokens.length === 1 ? phrase.replace(INDONESIAN_BEFORE, "").replace(SLAVIC_BEFORE, "") : phrase;
  if (root !== phrase) return phrases.get(root) ?? NONE;
  const bare = phrase.replace(ARABIC_BEFORE, "");
  if (bare !== phrase) return phrases.get(bare) ?? phrases.get(`ال${bare}`) ?? NONE;
  return ARABIC_ROOT.test(phrase) ? (phrases.get(`ا${phrase}`) ?? NONE) : NONE;
}

/** Three letters name an act of which the imperative has one before them. */
const ARABIC_ROOT = /^\p{Script=Arabic}{3}$/u;

/** What Russian and Ukrainian put before a long verb where the act is done once and to its end. */
const SLAVIC_BEFORE = /^(?:за|по|пере)(?=\p{Script=Cyrillic}{8,}$)/u;

const HANGUL = /^\p{Script=Hangul}/u;

/** A Korean noun that is known as an object, with its particle. */
function ofNoun(phrases: Phrases, noun: string): readonly Concept[] | undefined {
  return phrases.get(`${noun}를`) ?? phrases.get(`${noun}을`);
}

/** Korean puts endings behind its nouns and verbs: the longest word that a token begins with. */
function ofStem(phrases: Phrases, token: string): readonly Concept[] {
  for (let length = token.length - 1; length >= 2; length -= 1) {
    const known = phrases.get(token.slice(0, length));
    if (known) return known;
  }
  return NONE;
}

/** A Korean phrase without its blanks; empty for others. */
function joinedHangul(phrase: string): string {
  return HANGUL.test(phrase) ? phrase.replaceAll(" ", "") : "";
}

/** Han, kana and Thai are written without blanks. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

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

/** Verbs by which Japanese does what a noun names. */
const JAPANESE_BEHIND = /を?(?:する|します|かける|かけます|行う)$/;

/** Characters of a word, between what Chinese and what Japanese takes. */
const UNSPACED_WORD = 2.5;

/** Without the signs that Arabic may leave out, and accents that people leave out. */
function fold(words: string): string {
  return words
    .replace(/[\u064b-\u0652\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي")
    .replace(/[’']/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

/** A line of the file is a concept and its words, spelled as `fold` does. */
function readLists(): WordLists {
  const phrases = new Map<string, Concept[]>();
  const stems = new Map<string, Concept[]>();
  const joined = new Map<string, Concept[]>();
  const unspaced: (readonly [string, readonly Concept[]])[] = [];
  for (const line of readFileSync(assetPath("guard-words.txt"), "utf8").trimEnd().split("\n")) {
    const [name = "", words = ""] = line.split("\t");
    const concept = CONCEPTS.find((one) => one === name);
    if (concept === undefined) throw new Error(`guard-words.txt: "${name}" is not a concept`);
    for (const phrase of words.split("|")) push(phrases, phrase, concept);
  }
  for (const [phrase, concepts] of phrases) {
    if (HANGUL.test(phrase)) for (const concept of concepts) push(joined, joinedHangul(phrase), concept);
    if (UNSPACED.test(phrase)) {
      if (phrase.length >= 2) unspaced.push([phrase, concepts]);
    } else if (phrase.length >= STEM && !phrase.includes(" ")) {
      const stem = phrase.slice(0, Math.max(STEM, phrase.length - ENDING));
      for (const concept of concepts) push(stems, stem, concept);
    }
  }
  return { phrases, unspaced, stems, joined, known: new Map() };
}

function push(phrases: Map<string, Concept[]>, phrase: string, concept: Concept): void {
  const known = phrases.get(phrase);
  if (!known) phrases.set(phrase, [concept]);
  else if (!known.includes(concept)) known.push(concept);
}
