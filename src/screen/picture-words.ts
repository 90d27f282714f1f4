import { type Likeness, likenessOf } from "./fingerprint.js";

/** Words for the pictures of two screens, by their fingerprints; a picture without one is like others in unclear ways. */
export interface PictureWords {
  readonly before: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
}

/** With more different pictures than this, on either side, only those that are the same to the bit are taken for alike. */
const MOST_COMPARED = 100;

/**
 * Turns likeness, which is fuzzy, into words, which are equal or not: pictures that are all alike have the same word,
 * before and now. Where one is like two that are not like each other, none of them has a word. Bright and dark are taken
 * for exchanged where no picture is as it was and some are that way.
 */
export function pictureWords(before: readonly string[], now: readonly string[]): PictureWords {
  if (Math.max(before.length, now.length) > MOST_COMPARED) return { before: exactly(before), now: exactly(now) };
  const across = before.map((old) => now.map((picture) => likenessOf(old, picture)));
  const pictures = [...before.map(pictureOf(BEFORE)), ...now.map(pictureOf(NOW))];
  const wanted = expectedLikeness(across);
  const areAlike = (one: Picture, other: Picture) => {
    if (one.side === other.side) return one === other || likenessOf(one.print, other.print) === "same";
    const [old, picture] = one.side === BEFORE ? [one, other] : [other, one];
    return across[old.at]?.[picture.at] === wanted;
  };
  const alike = pictures.map((one) => pictures.filter((other) => areAlike(one, other)));
  const words = [new Map<string, string>(), new Map<string, string>()] as const;
  for (const [at, { side, print }] of pictures.entries()) {
    const group = alike[at] ?? [];
    const isClear = group.every((one) => isSame(group, alike[pictures.indexOf(one)] ?? []));
    const first = group[0];
    if (wanted !== null && isClear && first) words[side].set(print, `picture ${first.side} ${first.at}`);
  }
  return { before: words[BEFORE], now: words[NOW] };
}

const BEFORE = 0;
const NOW = 1;

interface Picture {
  readonly side: typeof BEFORE | typeof NOW;
  readonly at: number;
  readonly print: string;
}

function pictureOf(side: Picture["side"]) {
  return (print: string, at: number): Picture => ({ side, at, print });
}

function exactly(pictures: readonly string[]): ReadonlyMap<string, string> {
  return new Map(pictures.map((print) => [print, `picture ${print}`]));
}

/**
 * How pictures of the one screen look on the other. Null where each one is to be seen both ways, as where a picture and
 * its inversion are beside each other: then it cannot be told.
 */
function expectedLikeness(across: readonly (readonly Likeness[])[]): Exclude<Likeness, "other"> | null {
  const isOnly = (one: Likeness, other: Likeness) => across.some((row) => row.includes(one) && !row.includes(other));
  if (isOnly("same", "inverted")) return "same";
  if (isOnly("inverted", "same")) return "inverted";
  return across.some((row) => row.includes("same")) ? null : "same";
}

function isSame(some: readonly Picture[], others: readonly Picture[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
