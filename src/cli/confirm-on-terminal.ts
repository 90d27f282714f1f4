import { createInterface } from "node:readline/promises";
import { FoveaError } from "../base/errors.js";
import { printable } from "../base/printable.js";
import type { Terminal } from "./terminal.js";

/** What to add to a command so that it does not ask: for a question of the command, and for one of the guard. */
export const AGREES = { act: "add --yes", guard: "add --guard note, which asks nothing" } as const;

/**
 * Asks on the terminal, and returns if the user types yes. Errors: CONSENT_IMPOSSIBLE if there is no terminal,
 * CONSENT_REFUSED.
 */
export async function confirmOnTerminal(
  question: string,
  terminal: Terminal,
  signal: AbortSignal,
  agrees: (typeof AGREES)[keyof typeof AGREES] = AGREES.act,
): Promise<void> {
  const { input, errors, isInteractive } = terminal;
  if (!isInteractive) {
    const hint = `Type the command on a terminal, or ${agrees}.`;
    throw new FoveaError("CONSENT_IMPOSSIBLE", "there is no terminal to ask on, so nothing was done", { hint });
  }
  // The terminal keeps its line editing, and its Ctrl-C.
  const lines = createInterface({ input, output: errors, terminal: false });
  try {
    // The end of the input counts as an answer, too.
    const ended = new Promise<string>((end) => lines.once("close", () => end("")));
    const answer = await Promise.race([lines.question(`${printable(question)} [y/N] `, { signal }), ended]);
    if (/^y(?:es)?$/i.test(answer.trim())) return;
  } finally {
    lines.close();
  }
  throw new FoveaError("CONSENT_REFUSED", "nothing was done", { hint: `Type y to agree, or ${agrees}.` });
}
