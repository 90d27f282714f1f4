import { onOneLine } from "./cut-text.js";
import { printable } from "./printable.js";

/**
 * Writes one line to stderr, with the area of the code; standard output is for the protocol and for results. Never log
 * screen texts or secrets.
 */
export function warn(area: string, message: string): void {
  process.stderr.write(`fovea: ${area}: ${printable(onOneLine(message))}\n`);
}
