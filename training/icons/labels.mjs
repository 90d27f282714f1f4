// The names of icons, and the icons that certainly have none of the names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { iconsOf, SETS } from "./sets.mjs";

/**
 * name → words: an icon with such a file name has the name, in every set; `set:word` is only for that set; `-set:word`
 * excludes the icon of a set.
 */
const TABLE = Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, "names.json"), "utf8"))).map(
  ([name, words]) => ({ name, words: new Set(words.split(" ")) }),
);
export const NAMES = TABLE.map(({ name }) => name);

/** Every icon of every set with `label`, the index of its name; `NAMES.length` means none of the names. */
export function labelledIcons() {
  const taken = tokensOf(TABLE.flatMap(({ words }) => [...words].map((word) => word.replace(/^-?[a-z]+:|^-/, ""))));
  return SETS.flatMap(iconsOf).flatMap((icon) => {
    const label = labelOf(icon);
    if (label !== null) return [{ ...icon, label }];
    // An icon that shares a word with a name may have its meaning or its drawing: it is not used at all.
    const isOther = !icon.key.split("-").some((token) => taken.has(token));
    return isOther ? [{ ...icon, label: NAMES.length }] : [];
  });
}

function labelOf({ set, key }) {
  for (const [label, { words }] of TABLE.entries()) {
    if (words.has(`${set}:${key}`)) return label;
    if (words.has(key) && !words.has(`-${set}:${key}`)) return label;
  }
  return null;
}

/** Words that are so common in file names that they do not mean that two drawings are similar. */
const COMMON = new Set([
  "2",
  "3",
  "4",
  "1",
  "5",
  "6",
  "alt",
  "variant",
  "simple",
  "on",
  "new",
  "full",
  "half",
  "up",
  "the",
  "in",
]);

function tokensOf(words) {
  return new Set(words.flatMap((word) => word.split("-")).filter((token) => token.length > 1 && !COMMON.has(token)));
}
