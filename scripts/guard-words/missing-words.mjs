// A table of docs/guard.md: the languages in which the guard has no word for a kind of action.

import { readFileSync } from "node:fs";

/** Kinds of actions, and the concepts that express each. */
const SAYINGS = [
  ["paying, as a verb", ["pay"]],
  ["paying, as a verb or a noun", ["pay", "payment"]],
  ["buying", ["buy"]],
  ["ordering", ["order"]],
  ["subscribing", ["subscribe"]],
  ["forgetting a network", ["forget"]],
];

export function missingWordsTable() {
  const { words } = JSON.parse(readFileSync(new URL("words.json", import.meta.url), "utf8"));
  const { languages } = JSON.parse(readFileSync(new URL("concepts.json", import.meta.url), "utf8"));
  const names = new Intl.DisplayNames("en", { type: "language" });
  const rows = SAYINGS.map(([what, concepts]) => {
    const without = languages.filter((language) => concepts.every((one) => !hasWord(words[one]?.[language])));
    return `| ${what} | ${without.map((one) => names.of(one)).join(", ")} |`;
  });
  return ["| no word for | in |", "| --- | --- |", ...rows].join("\n");
}

function hasWord(own) {
  return Object.keys(own ?? {}).length > 0;
}
