/**
 * How the text of a field differs from the typed text. `autocorrect`: other words with a similar spelling; `formatted`:
 * the same letters and digits with other signs or in other case; `filtered`: some characters are missing;
 * `length_limit`: the end is missing, and the field reports that it is full; `cut`: the end is missing; `not_typed`:
 * the field is unchanged; `other`: none of these.
 */
export type Deviation = "autocorrect" | "formatted" | "filtered" | "length_limit" | "cut" | "not_typed" | "other";

export interface TypedText {
  readonly typed: string;
  readonly shown: string;
  /** What the field may have contained before; the first text that explains what it shows now is used. */
  readonly before: readonly string[];
  readonly isCleared: boolean;
  /** Whether the field has reached its maximum length; null if it does not report one. */
  readonly isFull: boolean | null;
}

/** Compares all texts in normalised form and without spaces, which mean little. */
export function compareTyped({ typed, shown, before, isCleared, isFull }: TypedText): "as_typed" | Deviation {
  const [want, have] = [dense(typed), dense(shown)];
  // The field may have contained the typed text before.
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
  // If the field ends with the first part of the text, the rest did not fit, or has not arrived yet.
  if (kept !== "" && core.startsWith(kept)) return isFull === true ? "length_limit" : "cut";
  if (isSpelledAlike(typed, added)) return "autocorrect";
  return kept !== "" && isSubsequence(kept, core) ? "filtered" : "other";
}

const APOSTROPHES = /['’]/g;
/** Every character that is neither a letter nor a digit. */
const SIGNS = /[^\p{L}\p{N}]/gu;

function dense(text: string): string {
  return text.replace(/\s/g, "");
}

function plain(text: string): string {
  return text.replace(SIGNS, "").toLowerCase();
}

/** The part of a text that is left after removing the common beginning and end with an earlier text. */
export function addedTo(was: string, now: string): string {
  let start = 0;
  while (start < was.length && start < now.length && was[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(was.length, now.length) - start;
  while (end < most && was.at(-1 - end) === now.at(-1 - end)) end += 1;
  return now.slice(start, now.length - end);
}

/** Compares word by word: the number of words is equal, and words that differ share more than half of their letters. */
function isSpelledAlike(typed: string, shown: string): boolean {
  const [want, have] = [typed.split(" "), shown.trim().split(" ")];
  if (want.length !== have.length || want.join("").length > LONGEST_COMPARED) return false;
  return want.every((word, place) => {
    const other = have[place] ?? "";
    const longest = Math.max(word.length, other.length);
    // Keyboards do not correct words with digits.
    const isWords = longest > 1 && !/\p{N}/u.test(word + other);
    return word === other || (isWords && distance(word.toLowerCase(), other.toLowerCase()) * 2 <= longest + 1);
  });
}

const LONGEST_COMPARED = 2_000;

/** The Levenshtein distance: how many letters have to be inserted, removed or replaced. */
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
