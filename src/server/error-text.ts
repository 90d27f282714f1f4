import type { FoveaError } from "../base/errors.js";
import { printable } from "../base/printable.js";

/** A message may repeat words of the caller, which may be as long as a request. */
const LONGEST_MESSAGE = 4_000;

/**
 * An error as text: code and cause in one line, the next steps in the second line, and the screen after them if it is
 * known. A long cause is cut. `wordHint` puts each next step into the words of its reader.
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
