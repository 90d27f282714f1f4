import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/**
 * Any character of Unicode, as the unit "binary" of fast-check has them: that one builds a table of all million of them
 * for its first text, which takes half a second and fifty megabytes in each process.
 */
export const anyCharacter = fc.nat({ max: LAST - SURROGATES.count }).map(toCharacter, toNumber);

function toCharacter(number: number): string {
  return String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count);
}

/** Errors: where it is not one character, as fast-check wants it. */
function toNumber(value: unknown): number {
  const point = typeof value === "string" ? value.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== value || isSurrogate(point))
    throw new Error("this is not one character");
  return point < SURROGATES.first ? point : point - SURROGATES.count;
}

function isSurrogate(point: number): boolean {
  return point >= SURROGATES.first && point < SURROGATES.first + SURROGATES.count;
}
