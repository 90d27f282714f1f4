// What words.json was made from: digests of the concepts, of the sources and of what it holds.

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
