import { type ErrorCode, FoveaError, toFoveaError } from "../base/errors.js";
import { printable, printableJson } from "../base/printable.js";
import { errorText } from "../server/error-text.js";
import { toolErrorOf } from "../server/five-fields.js";
import { type CommandCall, isUsageError } from "./command.js";
import type { Terminal } from "./terminal.js";

export const EXIT = { done: 0, failed: 1, usage: 2, notThisFormat: 3 } as const;

/** Writes one JSON document, and nothing else. */
export function printJson({ output }: Terminal, value: unknown): void {
  output.write(`${printableJson(value, 2)}\n`);
}

export function printText({ output }: Terminal, text: string): void {
  output.write(`${printable(text)}\n`);
}

/** Codes of mistakes in the command line, not of the device. */
const USAGE_CODES: ReadonlySet<ErrorCode> = new Set([
  "INVALID_ARGUMENT",
  "SELECTOR_SYNTAX",
  "FLOW_INVALID",
  "FLOW_UNSUPPORTED",
  "NO_FLOW",
]);

/**
 * The same error with the command's name instead of the tool's, if the message begins with the tool that the command
 * runs.
 */
function byCommand(error: FoveaError, { named, words }: CommandCall): FoveaError {
  const tool = named?.entry.tools?.find((one) => error.message.startsWith(`${one}: `));
  if (named === undefined || tool === undefined) return error;
  const { code, message, hint, context } = error;
  const rest = message.slice(tool.length).replace(ARGUMENT, (said, name: string) => {
    const flag = `--${name.replaceAll("_", "-")}`;
    return name.includes("_") || isGiven(flag, words) ? `: ${flag}` : said;
  });
  return new FoveaError(code, named.name + rest, { ...context, hint, cause: error.cause });
}

/** The argument at which a message begins. Arguments of several words are options; others may be positional words. */
const ARGUMENT = /^: ([a-z]{1,20}(?:_[a-z]{1,20}){0,3})(?=: )/;

function isGiven(flag: string, words: readonly string[]): boolean {
  return words.some((word) => word === flag || word.startsWith(`${flag}=`));
}

/** Prints an error: for people on standard error, for programs as JSON on standard output; gives the exit code. */
export function reportError(error: unknown, call: CommandCall): number {
  const { words, terminal, worded } = call;
  const isJson = asksForJson(words);
  if (isUsageError(error) && !isJson) {
    terminal.errors.write(`fovea: ${printable(error.message)}\n`);
    return EXIT.usage;
  }
  const failure = byCommand(codedOf(error), call);
  const { code, hint } = failure;
  const recoverySuggestions = failure.recoverySuggestions.map(worded);
  if (isJson) {
    const { filledIn: _filledIn, ...context } = failure.context;
    const fields = { ...context, ...toolErrorOf(failure) };
    printJson(terminal, { error: { ...fields, hint: worded(hint), recoverySuggestions } });
  } else terminal.errors.write(`${errorText(failure, worded)}\n`);
  if (USAGE_CODES.has(code)) return EXIT.usage;
  return code === "NOT_THIS_FORMAT" ? EXIT.notThisFormat : EXIT.failed;
}

/** Words after `--` are texts. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? words.length : end).includes("--json");
}

function codedOf(error: unknown): FoveaError {
  if (isUsageError(error)) return new FoveaError("INVALID_ARGUMENT", error.message, { cause: error });
  return toFoveaError(error);
}
