import { type ErrorCode, toFoveaError } from "../base/errors.js";
import { printable, printableJson } from "../base/printable.js";
import { errorText } from "../server/error-text.js";
import { isUsageError } from "./command.js";

export const EXIT = { done: 0, failed: 1, usage: 2, notThisFormat: 3 } as const;

/** Writes one JSON document on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${printableJson(value, 2)}\n`);
}

export function printText(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** What is wrong with the words of the command line, and not with the device. */
const USAGE_CODES: ReadonlySet<ErrorCode> = new Set(["INVALID_ARGUMENT", "SELECTOR_SYNTAX"]);

/** Words an error for people on standard error, or for programs on standard output; gives the exit code. */
export function reportError(error: unknown, asJson: boolean): number {
  if (isUsageError(error)) {
    process.stderr.write(`fovea: ${printable(error.message)}\n`);
    return EXIT.usage;
  }
  const failure = toFoveaError(error);
  const { code, message, hint, context } = failure;
  const { recoverySuggestions } = failure;
  if (asJson) printJson({ error: { code, message, hint, ...context, recoverySuggestions } });
  else process.stderr.write(`${errorText(failure)}\n`);
  if (USAGE_CODES.has(code)) return EXIT.usage;
  return code === "NOT_THIS_FORMAT" ? EXIT.notThisFormat : EXIT.failed;
}
