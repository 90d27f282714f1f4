import { runInNewContext } from "node:vm";
import { FoveaError } from "./errors.js";
import type { LinearPattern } from "./linear-pattern.js";

/** This many steps take a tenth of a second at worst. */
const QUICK = 1_000_000;
const MOST_MS = 1_000;

/**
 * Whether the pattern matches the whole text, decided within a second whatever their lengths: the texts are untrusted.
 * `source` names the pattern in the error. Errors: FLOW_PATTERN_SLOW.
 */
export function isBoundedMatch(
  pattern: Pick<LinearPattern, "steps" | "matchesWhole">,
  text: string,
  source: string,
): boolean {
  if (pattern.steps * text.length <= QUICK) return pattern.matchesWhole(text);
  try {
    // A context costs half a millisecond, but only its time limit can end a running search.
    return runInNewContext("matches()", { matches: () => pattern.matchesWhole(text) }, { timeout: MOST_MS }) === true;
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
