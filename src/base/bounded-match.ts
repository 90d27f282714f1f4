import { runInNewContext } from "node:vm";
import { FoveaError } from "./errors.js";

/** So many steps take a tenth of a second. */
const QUICK = 10_000_000;
const MOST_MS = 1_000;

/**
 * Whether the expression matches somewhere in the text, told within a second whatever the two are: texts are others'.
 * `source` names the expression in the error; it has no flag `g` or `y`, and repeats no group that can match in many ways
 * (see pattern-cost.ts). Errors: FLOW_PATTERN_SLOW.
 */
export function isBoundedMatch(expression: RegExp, text: string, source: string): boolean {
  if (mostSteps(expression, text) <= QUICK) return expression.test(text);
  try {
    // A context costs half a millisecond: its time limit is the only one that ends a search that has begun.
    return runInNewContext("expression.test(text)", { expression, text }, { timeout: MOST_MS }) === true;
  } catch (cause) {
    if (!isTimeout(cause)) throw cause;
    throw new FoveaError(
      "FLOW_PATTERN_SLOW",
      `a pattern took longer than ${MOST_MS} ms with a text of ${text.length} characters: ${source}`,
      { cause },
    );
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** What repeats may end at each character, what may be absent or otherwise doubles that; groups may multiply it. */
function mostSteps({ source }: RegExp, text: string): number {
  if (/\)\{/.test(source)) return Number.POSITIVE_INFINITY;
  const count = (what: RegExp) => source.match(what)?.length ?? 0;
  return (text.length + 1) ** (1 + count(/[*+{]/g)) * 2 ** count(/(?<!\()\?|\|/g);
}
