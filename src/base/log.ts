import { onOneLine } from "./cut-text.js";
import { printable } from "./printable.js";

/**
 * One line on stderr, by area: standard output belongs to the protocol and to results. Never screen texts or secrets.
 */
export function warn(area: string, message: string): void {
  process.stderr.write(`fovea: ${area}: ${printable(onOneLine(message))}\n`);
}
