import { type Likeness, likenessOf } from "./fingerprint.js";

/**
 * Words for the pictures of two screens, by their fingerprints; a picture without one is like others in unclear ways.
 */
export interface PictureWords {
  readonly before: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
}

/**
 * With more different pictures than this, on either side, only those that are the same to the bit are taken for alike.
 */
const MOST_COMPARED = 100;

/**
 * Turns likeness, which is fuzzy, into words, which are equal or not: pictures that are all alike have the same word,
 * before and now. Where one is like two that are not like each other, none of them has a word. Bright and dark are
 * taken for exchanged where no picture is as it was and some are that way.
 */
export function pictureWords(before: readonly string[], now: readonly string[]): PictureWords {
  if (Math.max(before.length, now.length) > MOST_COMPARED) return { before: exactly(before), now: exactly(now) };
  const across = before.map((old) => now.map((picture) => likenessOf(old, picture)));
  const wanted = expectedLikeness(across);
  const prints = [...before, ...now];
  const isBefore = (at: number) => at < before.length;
  const areAlike = (one: number, other: number) => {
    if (isBefore(one) !== isBefore(other)) return across[one]?.[other - before.length] === wanted;
    return likenessOf(prints[one] ?? "", prints[other] ?? "") === "same";
  };
  const groups = groupsOf(prints.length, areAlike);
  const wordsOf = (side: readonly string[], first: number) =>
    new Map(
      side.flatMap((print, at) =>
        wanted && isClear(groups, at + first) ? [[print, `picture ${groups[at + first]?.[0]}`]] : [],
      ),
    );
  return { before: wordsOf(before, 0), now: wordsOf(now, before.length) };
}

/** For each of so many pictures those that it is like, itself included, in their order. */
function groupsOf(count: number, areAlike: (one: number, other: number) => boolean): readonly (readonly number[])[] {
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (let other = 0; other < count; other++) {
    for (let one = 0; one < other; one++) {
      if (!areAlike(one, other)) continue;
      groups[one]?.push(other);
      groups[other]?.push(one);
    }
    groups[other]?.push(other);
  }
  return groups.map((group) => group.sort((one, other) => one - other));
}

/** All that it is like are like each other and like nothing else. */
function isClear(groups: readonly (readonly number[])[], at: number): boolean {
  const group = groups[at] ?? [];
  return group.every((one) => groups[one]?.join() === group.join());
}

function exactly(pictures: readonly string[]): ReadonlyMap<string, string> {
  return new Map(pictures.map((print) => [print, `picture ${print}`]));
}

/**
 * How pictures of the one screen look on the other. Null if each one is to be seen both ways, as where a picture and
 * its inversion are beside each other: then it is unknown.
 */
function expectedLikeness(across: readonly (readonly Likeness[])[]): Exclude<Likeness, "other"> | null {
  const isOnly = (one: Likeness, other: Likeness) => across.some((row) => row.includes(one) && !row.includes(other));
  if (isOnly("same", "inverted")) return "same";
  if (isOnly("inverted", "same")) return "inverted";
  return across.some((row) => row.includes("same")) ? null : "same";
}
