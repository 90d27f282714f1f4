/**
 * In what a field deviates from what was typed: `autocorrect`, other words that are spelled alike; `formatted`, the
 * same letters and digits with other signs or in upper or lower case; `filtered`, some characters are missing;
 * `length_limit`, the end is missing, and the field is as full as it says it can be; `cut`, the end is missing;
 * `not_typed`, it is as it was; `other`, none of these.
 */
export type Deviation = "autocorrect" | "formatted" | "filtered" | "length_limit" | "cut" | "not_typed" | "other";

export interface TypedText {
  readonly typed: string;
  readonly shown: string;
  /** What the field may have held before; the first that explains what it shows now counts. */
  readonly before: readonly string[];
  readonly isCleared: boolean;
  /** Whether the field holds as much as it can; null if it does not say how much that is. */
  readonly isFull: boolean | null;
}

/** All texts are normalised, so that spaces mean little: they are left out of the comparison. */
export function compareTyped({ typed, shown, before, isCleared, isFull }: TypedText): "as_typed" | Deviation {
  const [want, have] = [dense(typed), dense(shown)];
  // What it held before may have had the text in it.
  const isAsBefore = !isCleared && have !== want && before.some((was) => dense(was) === have);
  if (isCleared ? have === want : have.includes(want) && !isAsBefore) return "as_typed";
  const judged = before.map((was) => deviation({ typed, shown, was, isFull }));
  return judged.find((one) => one !== "other") ?? "other";
}

interface Compared {
  readonly typed: string;
  readonly shown: string;
  readonly was: string;
  readonly isFull: boolean | null;
}

function deviation({ typed, shown, was, isFull }: Compared): Deviation {
  const added = addedTo(was, shown);
  const [want, have] = [dense(typed), dense(added)];
  if (have === "") return "not_typed";
  if (want.replace(APOSTROPHES, "") === have.replace(APOSTROPHES, "")) return "autocorrect";
  const [core, kept] = [plain(want), plain(have)];
  if (core === kept && core !== "") return "formatted";
  // Where the field ends with a part of it, the rest did not fit, or has not come yet.
  if (kept !== "" && core.startsWith(kept)) return isFull === true ? "length_limit" : "cut";
  if (isSpelledAlike(typed, added)) return "autocorrect";
  return kept !== "" && isSubsequence(kept, core) ? "filtered" : "other";
}

const APOSTROPHES = /['’]/g;
/** All that is neither a letter nor a digit. */
const SIGNS = /[^\p{L}\p{N}]/gu;

function dense(text: string): string {
  return text.replace(/\s/g, "");
}

function plain(text: string): string {
  return text.replace(SIGNS, "").toLowerCase();
}

/** What is in a text between the beginning and the end that it has in common with an earlier one. */
export function addedTo(was: string, now: string): string {
  let start = 0;
  while (start < was.length && start < now.length && was[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(was.length, now.length) - start;
  while (end < most && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  return now.slice(start, now.length - end);
}

/** Word by word: as many words, and those that differ have more than half of their letters in common. */
function isSpelledAlike(typed: string, shown: string): boolean {
  const [want, have] = [typed.split(" "), shown.trim().split(" ")];
  if (want.length !== have.length || want.join("").length > LONGEST_COMPARED) return false;
  return want.every((word, place) => {
    const other = have[place] ?? "";
    const longest = Math.max(word.length, other.length);
    // Keyboards leave words with digits in them alone.
    const isWords = longest > 1 && !/\p{N}/u.test(word + other);
    return word === other || (isWords && distance(word.toLowerCase(), other.toLowerCase()) * 2 <= longest + 1);
  });
}

const LONGEST_COMPARED = 2_000;

/** Levenshtein's: how many letters have to be put in, taken out or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let place = 0; place < other.length; place += 1) {
      const replaced = (row[place] ?? 0) + (letter === other[place] ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at += 1;
  return at === part.length;
}
