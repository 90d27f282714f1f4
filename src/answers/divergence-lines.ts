import { inOneLine } from "../screen/label.js";
import type { Divergence } from "../tool-contract/skill-report.js";

/** Where a run of a skill ended, and what is known there. Words from the screen are in quotes. */
export function divergenceLines(one: Divergence): readonly string[] {
  const { step, did, at, code, message, expected, found, slots, mayHaveHappened } = one;
  const quoted = (words: readonly string[]) => words.map((word) => JSON.stringify(word)).join(", ");
  return [
    `${code}: step ${step} (${did}) at ${at}: ${message}`,
    ...(expected.length > 0 ? [`  expected: ${expected.join(", ")}`] : []),
    `  found: ${quoted(found)}`,
    `  slots: ${JSON.stringify(slots)}`,
    mayHaveHappened ? "  the step may have happened: observe before it is done again" : "  the step was not begun",
  ].map(inOneLine);
}
