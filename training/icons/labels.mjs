// Which icons have which name, and which are surely none of the named.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { iconsOf, SETS } from "./sets.mjs";

/**
 * name → words: file names by which every set's icon has the name; `set:word` only that set's; `-set:word` takes one
 * set's out again.
 */
const TABLE = Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, "names.json"), "utf8"))).map(
  ([name, words]) => ({ name, words: new Set(words.split(" ")) }),
);
export const NAMES = TABLE.map(({ name }) => name);

/** Every icon of every set with `label`, the place of its name; `NAMES.length` is none of the names. */
export function labelledIcons() {
  const taken = tokensOf(TABLE.flatMap(({ words }) => [...words].map((word) => word.replace(/^-?[a-z]+:|^-/, ""))));
  return SETS.flatMap(iconsOf).flatMap((icon) => {
    const label = labelOf(icon);
    if (label !== null) return [{ ...icon, label }];
    // What shares a word with a name may mean it, or hold its drawing: neither named nor surely none of them.
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

/** Words too common in file names to say that two drawings are alike. */
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
