import type { Concept } from "./concepts.js";

export type Phrases = ReadonlyMap<string, readonly Concept[]>;

export const NONE: readonly Concept[] = [];

/**
 * Verbs for "do" after a noun that names the action, as in languages of India and its neighbours, and the endings of a
 * request in Korean.
 */
export const DOES: ReadonlySet<string> = new Set(
  [
    "करें करो करे करा गर्नुहोस् করুন কৰক કરો ਕਰੋ କରନ୍ତୁ කරන්න ಮಾಡಿ చేయండి చెయ్యండి ചെയ്യുക செய் செய்யவும் کریں",
    "et edin qilish ету кылуу",
    "주세요 주십시오",
  ].flatMap((words) => words.split(" ")),
);

/** The Arabic article, and other words that Arabic writes together with the next word. */
const ARABIC_BEFORE = /^(?:وال|بال|فال|كال|لل|ال|[وبلف])(?=.{3})/;

/** Prefixes of Indonesian verbs. */
const INDONESIAN_BEFORE = /^(?:meng|mem|men|me)(?=[a-z]{4,12}$)/;

/** The concepts of a word or phrase. Prefixes and endings that a language attaches to a word are removed. */
export function conceptsOf(phrases: Phrases, tokens: readonly string[]): readonly Concept[] {
  const phrase = tokens.join(" ");
  const known = phrases.get(phrase);
  if (known) return known;
  if (HANGUL.test(phrase)) return tokens.length === 1 ? ofHangul(phrases, phrase) : NONE;
  const root = tokens.length === 1 ? phrase.replace(INDONESIAN_BEFORE, "").replace(SLAVIC_BEFORE, "") : phrase;
  if (root !== phrase) return phrases.get(root) ?? callOf(phrases, root);
  const bare = phrase.replace(ARABIC_BEFORE, "");
  if (bare !== phrase) return phrases.get(bare) ?? phrases.get(`ال${bare}`) ?? NONE;
  return ARABIC_ROOT.test(phrase) ? (phrases.get(`ا${phrase}`) ?? NONE) : NONE;
}

/** An Arabic root of three letters: its imperative has one more letter before it. */
const ARABIC_ROOT = /^\p{Script=Arabic}{3}$/u;

/** Prefixes of long Russian and Ukrainian verbs for an action that is completed. */
const SLAVIC_BEFORE = /^(?:за|по|пере)(?=\p{Script=Cyrillic}{8,}$)/u;

/** A verb for "call" that is in the lists with another of these prefixes. */
function callOf(phrases: Phrases, root: string): readonly Concept[] {
  const isCall = ["за", "по", "пере"].some((before) => phrases.get(before + root)?.includes("call"));
  return isCall ? CALL : NONE;
}

const CALL: readonly Concept[] = ["call"];

function ofHangul(phrases: Phrases, word: string): readonly Concept[] {
  return ofNoun(phrases, word) ?? ofVerb(phrases, word) ?? ofStem(phrases, word);
}

export const HANGUL = /^\p{Script=Hangul}/u;

/** The concepts of a Korean noun that is in the lists with an object particle. */
function ofNoun(phrases: Phrases, noun: string): readonly Concept[] | undefined {
  return phrases.get(`${noun}를`) ?? phrases.get(`${noun}을`);
}

/** A Korean verb before a request: buttons have it with the ending of a noun, and the phrases know it with that. */
function ofVerb(phrases: Phrases, verb: string): readonly Concept[] | undefined {
  return verb.length >= 2 ? phrases.get(`${verb}기`) : undefined;
}

/** Korean attaches endings to nouns and verbs: gives the concepts of the longest known word at the beginning. */
function ofStem(phrases: Phrases, token: string): readonly Concept[] {
  for (let length = token.length - 1; length >= 2; length -= 1) {
    const known = phrases.get(token.slice(0, length));
    if (known) return known;
  }
  return NONE;
}

/** The least number of letters of the words for "video" and "call". */
const SHORTEST = 4;

/** Whether a word joins "video" and "call", as in many languages. */
export function isVideoCall(phrases: Phrases, word: string): boolean {
  for (let place = SHORTEST; place <= word.length - SHORTEST; place += 1) {
    const [before, behind] = [phrases.get(word.slice(0, place)), phrases.get(word.slice(place))];
    if (before?.includes("media") && behind?.includes("call")) return true;
  }
  return false;
}
