import type { FoveaError } from "../base/errors.js";
import { printable } from "../base/printable.js";

/** Code and cause in one line, the next step in the second; then, where it helps, the screen. */
export function errorText(error: FoveaError): string {
  const { context } = error;
  const unsure = context.mayHaveHappened ? " (it may have happened)" : "";
  const lines = [
    `${error.code}: ${oneLine(error.message)}${unsure}`,
    `Next: ${oneLine(error.recoverySuggestions.join(" Or: "))}`,
  ];
  if (context.visualContext) lines.push("On the screen:", context.visualContext);
  return printable(lines.join("\n"));
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]\s*/g, " ");
}
