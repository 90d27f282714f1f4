import { randomInt } from "node:crypto";
import { CITIES, COLORS, COUNTRIES, SYLLABLES } from "../script/random-words.js";
import type { PlainCommand } from "./flow.js";

/** The text that an `inputRandom…` command types. */
export function randomText({ what, length }: Extract<PlainCommand, { readonly kind: "random" }>): string {
  switch (what) {
    case "text":
      return times(length, () => String.fromCharCode(97 + randomInt(26)));
    case "number":
      return `${1 + randomInt(9)}${times(length - 1, () => String(randomInt(10)))}`;
    case "email":
      return `${name().toLowerCase()}${times(4, () => String(randomInt(10)))}@example.com`;
    case "person":
      return `${name()} ${name()}`;
    case "city":
      return one(CITIES);
    case "country":
      return one(COUNTRIES);
    case "color":
      return one(COLORS);
  }
}

function name(): string {
  const syllables = times(3, () => one(SYLLABLES));
  return syllables.slice(0, 1).toUpperCase() + syllables.slice(1);
}

function one(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? "";
}

function times(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join("");
}
