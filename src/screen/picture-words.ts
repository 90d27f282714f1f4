import { type Likeness, likenessOf } from "./fingerprint.js";

/**
 * Words for the images of two screens, by fingerprint. An image has no word if it is unclear to which others it is
 * similar.
 */
export interface PictureWords {
  readonly before: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
}

/**
 * With more different images than this on one of the screens, only images with identical fingerprints count as similar.
 */
const MOST_COMPARED = 100;

/**
 * Turns likeness, which is fuzzy, into words, which are equal or not: images that are all similar to each other get the
 * same word, before and now. If an image is similar to two images that are not similar to each other, none of these
 * gets a word. Bright and dark count as exchanged if no image is unchanged and some are inverted.
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

/** For each image, given by its number below `count`, the images that are similar to it, including itself, in order. */
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

/** Whether all images similar to this one are similar to each other and to no others. */
function isClear(groups: readonly (readonly number[])[], at: number): boolean {
  const group = groups[at] ?? [];
  return group.every((one) => groups[one]?.join() === group.join());
}

function exactly(pictures: readonly string[]): ReadonlyMap<string, string> {
  return new Map(pictures.map((print) => [print, `picture ${print}`]));
}

/**
 * Whether images of the one screen are unchanged or inverted on the other. Null if each image occurs in both forms, as
 * when an image and its inversion are beside each other: then it is unknown.
 */
function expectedLikeness(across: readonly (readonly Likeness[])[]): Exclude<Likeness, "other"> | null {
  const isOnly = (one: Likeness, other: Likeness) => across.some((row) => row.includes(one) && !row.includes(other));
  if (isOnly("same", "inverted")) return "same";
  if (isOnly("inverted", "same")) return "inverted";
  return across.some((row) => row.includes("same")) ? null : "same";
}
