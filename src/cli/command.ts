import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Config, type FlagValues, OPTIONS, readConfig } from "../base/config.js";
import type { FoveaError } from "../base/errors.js";
import type { Terminal } from "./terminal.js";

/** How a command was called. */
export interface CommandCall {
  /** What follows its name. */
  readonly words: readonly string[];
  readonly terminal: Terminal;
}

/** One command; gives the exit code. Throws FoveaErrors. */
export type Command = (call: CommandCall, signal: AbortSignal) => Promise<number>;

/** Words that the command line could not make sense of: exit code 2. */
export class UsageError extends Error {}

type ArgOptions = NonNullable<ParseArgsConfig["options"]>;

export interface CommandLine {
  readonly terminal: Terminal;
  readonly config: Config;
  readonly positionals: readonly string[];
  readonly flags: FlagValues;
}

/**
 * Reads a command's own flags and the options that all commands share.
 * Errors: UsageError for unknown flags and too many words, INVALID_ARGUMENT for values of options.
 */
export function readCommandLine(call: CommandCall, own: ArgOptions, mostPositionals: number): CommandLine {
  const { words, terminal } = call;
  const { values, positionals } = parse(words, { ...optionFlags(), ...own });
  if (positionals.length > mostPositionals) {
    throw new UsageError(`"${positionals[mostPositionals]}" is one word too many; quote what belongs together`);
  }
  return { terminal, config: readConfig(values, terminal.env), positionals, flags: values };
}

function parse(args: readonly string[], options: ArgOptions) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function optionFlags(): ArgOptions {
  return Object.fromEntries(
    OPTIONS.map((option) => [
      option.flag.slice(2),
      { type: option.type === "boolean" ? "boolean" : "string", multiple: option.type === "list" },
    ]),
  );
}

/** The value of a text flag. */
export function textFlag(flags: FlagValues, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** A whole number from a flag. Errors: UsageError. */
export function integerFlag(flags: FlagValues, name: string): number | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} has to be a whole number`);
  return Number(text);
}

/** The n-th word after the command. Errors: UsageError that names it. */
export function requirePositional(positionals: readonly string[], index: number, name: string): string {
  const value = positionals[index];
  if (value === undefined) throw new UsageError(`${name} is missing`);
  return value;
}

export function isUsageError(error: unknown): error is UsageError | FoveaError {
  return error instanceof UsageError;
}
