// Digests of the concepts and the sources from which words.json was made, and of its words.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export function madeFrom({ sources, words }) {
  const of = (name) => readFileSync(new URL(name, import.meta.url));
  return {
    concepts: digest(of("concepts.json")),
    sources: digest(of("sources.tsv")),
    words: digest(JSON.stringify({ sources, words })),
  };
}

function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}
