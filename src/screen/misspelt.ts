import { normaliseLabel } from "./label.js";
import { foldCase, plainLetters } from "./query/fold.js";

/*
 * A name that nothing on the screen has, and that is one typing mistake away from one that is there: then that nothing
 * has it proves little.
 */

/** Words shorter than this have too many neighbours; with another letter in the middle, words of LEAST_REPLACED. */
const LEAST_LENGTH = 3;
const LEAST_REPLACED = 5;

/**
 * Whether a name is another one with one typing mistake: signs and blanks apart the same, or one word with a letter
 * more or less, another letter, or two letters in the other order. Not so numbers ("Item 1" is not "Item 2"), words of
 * one letter, and scripts without an alphabet.
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

/** Whether words of a text that are beside each other are the name with one typing mistake. */
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

/** A word has letters of an alphabet alone; a character of another script is a word or a syllable. */
function isAlphabetic(word: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]+$/u.test(word);
}
