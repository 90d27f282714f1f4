import type { FoveaError } from "../base/errors.js";
import { printable } from "../base/printable.js";

/** A message may repeat what the caller sent, which may be as long as a request. */
const LONGEST_MESSAGE = 4_000;

/**
 * `wordHint` words each next step for whom it is said to. Code and cause in one line, the next step in the second;
 * then, where it helps, the screen. A long cause is cut.
 */
export function errorText(error: FoveaError, wordHint: (hint: string) => string = (hint) => hint): string {
  const { context } = error;
  const unsure = context.mayHaveHappened ? " (it may have happened)" : "";
  const lines = [
    `${error.code}: ${oneLine(error.message)}${unsure}`,
    `Next: ${oneLine(error.recoverySuggestions.map(wordHint).join(" Or: "))}`,
  ];
  const isSaid = context.filledIn?.includes("visualContext") !== true;
  if (context.visualContext && isSaid) lines.push("On the screen:", context.visualContext);
  if (context.failureFolder !== undefined) lines.push(`Kept in ${context.failureFolder}`);
  return printable(lines.join("\n"));
}

function oneLine(text: string): string {
  const rest = text.length - LONGEST_MESSAGE;
  const shown = rest > 0 ? `${text.slice(0, LONGEST_MESSAGE)}… (${rest} more characters)` : text;
  const lines = shown.split(/[\r\n\u2028\u2029]/).map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
