import { conceptsIn } from "../words.js";

/** Whether words mean "do not allow": in two words, or in one word as in Czech. */
export function refuses(words: string): boolean {
  const { any, near, length } = conceptsIn(words);
  return (any.has("not") && near.has("allow")) || (length === 1 && words.startsWith("ne") && near.has("no"));
}
