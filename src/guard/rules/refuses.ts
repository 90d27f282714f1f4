import { said } from "../words.js";

/** Whether words say not to allow: in two words, or in one as Czech has it. */
export function refuses(words: string): boolean {
  const { any, near, length } = said(words);
  return (any.has("not") && near.has("allow")) || (length === 1 && words.startsWith("ne") && near.has("no"));
}
