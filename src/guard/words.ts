import { readFileSync } from "node:fs";
import { assetPath } from "../base/assets.js";

/** What a word of a button may stand for; each has words of twenty languages in assets/guard-words.json. */
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
] as const;
export type Concept = (typeof CONCEPTS)[number];

/** What a label says: all of it together, its first words, its last words, and any of its words. */
export interface Said {
  readonly whole: ReadonlySet<Concept>;
  readonly first: ReadonlySet<Concept>;
  readonly last: ReadonlySet<Concept>;
  readonly any: ReadonlySet<Concept>;
  /** Words, where the script divides them; else one for two characters. */
  readonly length: number;
}

type Phrases = ReadonlyMap<string, readonly Concept[]>;

interface WordLists {
  /** Phrases as `fold` spells them. */
  readonly phrases: Phrases;
  /** Those of scripts without blanks, of two characters and more. */
  readonly unspaced: readonly (readonly [string, readonly Concept[]])[];
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
  const length = isUnspaced ? Math.ceil(folded.length / 2) : tokens.length;
  return { whole: new Set(lists.phrases.get(folded) ?? []), first, last, any, length };
}

const NONE: readonly Concept[] = [];

/** A word with the article of Arabic is that word. */
function conceptsOf(phrases: Phrases, tokens: readonly string[]): readonly Concept[] {
  const phrase = tokens.join(" ");
  return phrases.get(phrase) ?? (phrase.startsWith("ال") ? (phrases.get(phrase.slice(2)) ?? NONE) : NONE);
}

/** Han, kana and Thai are written without blanks. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function addUnspaced(
  { unspaced }: WordLists,
  text: string,
  { first, last, any }: Readonly<Record<"first" | "last" | "any", Set<Concept>>>,
): void {
  for (const [phrase, concepts] of unspaced) {
    if (!text.includes(phrase)) continue;
    for (const concept of concepts) {
      any.add(concept);
      if (text.startsWith(phrase)) first.add(concept);
      if (text.endsWith(phrase)) last.add(concept);
    }
  }
}

/** Without the signs that Arabic may leave out, and accents that people leave out. */
function fold(words: string): string {
  return words
    .replace(/[\u064b-\u0652\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/[’']/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

function readLists(): WordLists {
  const file: { words: Record<Concept, Record<string, Record<string, unknown>>> } = JSON.parse(
    readFileSync(assetPath("guard-words.json"), "utf8"),
  );
  const phrases = new Map<string, Concept[]>();
  for (const concept of CONCEPTS)
    for (const words of Object.values(file.words[concept]).flatMap(Object.keys)) {
      const folded = fold(words);
      const known = phrases.get(folded);
      if (!known) phrases.set(folded, [concept]);
      else if (!known.includes(concept)) known.push(concept);
    }
  const unspaced = [...phrases].filter(([phrase]) => phrase.length >= 2 && UNSPACED.test(phrase));
  return { phrases, unspaced, known: new Map() };
}
