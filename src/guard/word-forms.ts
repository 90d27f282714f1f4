import type { Concept } from "./concepts.js";

export type Phrases = ReadonlyMap<string, readonly Concept[]>;

export const NONE: readonly Concept[] = [];

/**
 * "Do" behind the noun of what is done, as languages of India and their neighbours have it, and how Korean asks for it.
 */
export const DOES: ReadonlySet<string> = new Set(
  [
    "करें करो करे करा गर्नुहोस् করুন কৰক કરો ਕਰੋ କରନ୍ତୁ කරන්න ಮಾಡಿ చేయండి చెయ్యండి ചെയ്യുക செய் செய்யவும் کریں",
    "et edin qilish ету кылуу",
    "주세요 주십시오",
  ].flatMap((words) => words.split(" ")),
);

/** The article of Arabic, and what is written together with a word before it. */
const ARABIC_BEFORE = /^(?:وال|بال|فال|كال|لل|ال|[وبلف])(?=.{3})/;

/** What Indonesian puts before the root of a verb. */
const INDONESIAN_BEFORE = /^(?:meng|mem|men|me)(?=[a-z]{4,12}$)/;

/** A word with what a language writes together with it is that word. */
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

/** Three letters name an act of which the imperative has one before them. */
const ARABIC_ROOT = /^\p{Script=Arabic}{3}$/u;

/** What Russian and Ukrainian put before a long verb where the act is done once and to its end. */
const SLAVIC_BEFORE = /^(?:за|по|пере)(?=\p{Script=Cyrillic}{8,}$)/u;

/** A call by a verb that is known with another of those before it. */
function callOf(phrases: Phrases, root: string): readonly Concept[] {
  const isCall = ["за", "по", "пере"].some((before) => phrases.get(before + root)?.includes("call"));
  return isCall ? CALL : NONE;
}

const CALL: readonly Concept[] = ["call"];

function ofHangul(phrases: Phrases, word: string): readonly Concept[] {
  return ofNoun(phrases, word) ?? ofVerb(phrases, word) ?? ofStem(phrases, word);
}

export const HANGUL = /^\p{Script=Hangul}/u;

/** A Korean noun that is known as an object, with its particle. */
function ofNoun(phrases: Phrases, noun: string): readonly Concept[] | undefined {
  return phrases.get(`${noun}를`) ?? phrases.get(`${noun}을`);
}

/** A Korean verb that is known with the ending of a noun, as buttons have it, and here stands before one of asking. */
function ofVerb(phrases: Phrases, verb: string): readonly Concept[] | undefined {
  return verb.length >= 2 ? phrases.get(`${verb}기`) : undefined;
}

/** Korean puts endings behind its nouns and verbs: the longest word that a token begins with. */
function ofStem(phrases: Phrases, token: string): readonly Concept[] {
  for (let length = token.length - 1; length >= 2; length -= 1) {
    const known = phrases.get(token.slice(0, length));
    if (known) return known;
  }
  return NONE;
}

/** The shortest word for video, and for a call. */
const SHORTEST = 4;

/** A call by video in one word, as many languages have it. */
export function isVideoCall(phrases: Phrases, word: string): boolean {
  for (let place = SHORTEST; place <= word.length - SHORTEST; place += 1) {
    const [before, behind] = [phrases.get(word.slice(0, place)), phrases.get(word.slice(place))];
    if (before?.includes("media") && behind?.includes("call")) return true;
  }
  return false;
}
