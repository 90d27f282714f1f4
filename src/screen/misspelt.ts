import { normaliseLabel } from "./label.js";
import { foldCase, plainLetters } from "./query/fold.js";

/*
 * Finds names that differ by one typing mistake from a name on the screen: for such a name, the fact that no element
 * has it proves little.
 */

/** Shorter words have too many similar words; for a replaced letter, the word needs LEAST_REPLACED letters. */
const LEAST_LENGTH = 3;
const LEAST_REPLACED = 5;

/**
 * Whether a name is another one with one typing mistake. That is: equal except for signs and blanks, or different in
 * one word by a letter that is added, missing or replaced, or by two swapped letters. This excludes numbers ("Item 1"
 * is not a misspelt "Item 2"), words of one letter, and scripts without an alphabet.
 */
export function isMisspelt(name: string, other: string): boolean {
  const [said, there] = [wordsOf(name), wordsOf(other)];
  const [letters, theirs] = [said.join(""), there.join("")];
  if (letters === "" || theirs === "" || name === other) return false;
  if (letters === theirs) return true;
  if (said.length !== there.length) return false;
  const differing = said.flatMap((word, place) => (word === there[place] ? [] : [[word, there[place] ?? ""] as const]));
  const [only, ...more] = differing;
  return only !== undefined && more.length === 0 && isOneMistake(...only);
}

/** Whether a text contains the name, in neighbouring words, with one typing mistake. */
export function hasMisspelt(name: string, text: string): boolean {
  const [count, words] = [wordsOf(name).length, normaliseLabel(text).split(" ")];
  return [count - 1, count, count + 1].some((length) =>
    words.some((_, start) => length > 0 && isMisspelt(name, words.slice(start, start + length).join(" "))),
  );
}

function wordsOf(label: string): readonly string[] {
  return plainLetters(foldCase(label))
    .split(" ")
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter((word) => word !== "");
}

function isOneMistake(word: string, other: string): boolean {
  const [shorter, longer] = word.length <= other.length ? [word, other] : [other, word];
  if (shorter.length < LEAST_LENGTH || longer.length - shorter.length > 1 || !isAlphabetic(word + other)) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const rest = shorter.slice(start);
  if (longer.length > shorter.length) return rest === longer.slice(start + 1);
  const isReplaced = rest.slice(1) === longer.slice(start + 1);
  const isTurned =
    rest.slice(2) === longer.slice(start + 2) && rest[0] === longer[start + 1] && rest[1] === longer[start];
  return isTurned || (isReplaced && shorter.length >= LEAST_REPLACED);
}

/** Whether all characters are letters of alphabets; in other scripts a character is a word or a syllable. */
function isAlphabetic(word: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]+$/u.test(word);
}
