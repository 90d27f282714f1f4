import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Config, type FlagValues, OPTIONS, readConfig } from "../base/config.js";
import type { FoveaError } from "../base/errors.js";
import { nearest } from "../base/nearest.js";
import { quoteUntrusted } from "../base/printable.js";
import { argumentSynonyms } from "../base/synonyms.js";
import { roleNamed } from "../screen/selector-words.js";
import type { CommandDescription } from "./command-description.js";
import type { Terminal } from "./terminal.js";

/** The call of a command. */
export interface CommandCall {
  /** The words after its name. */
  readonly words: readonly string[];
  readonly terminal: Terminal;
  /** The name of the command and its description; absent if no message needs them. */
  readonly named?: { readonly name: string; readonly entry: CommandDescription };
  /** Rewrites a hint so that a user in a shell can follow it. */
  readonly worded: (hint: string) => string;
  /** Receives the flags of the command, which is not run then. */
  readonly onFlags?: (own: OwnFlags) => void;
}

/** A command; gives the exit code. Throws FoveaErrors. */
export type Command = (call: CommandCall, signal: AbortSignal) => Promise<number>;

/** Words that the command line does not understand: exit code 2. */
export class UsageError extends Error {}

/** A missing word: the program, which knows the command, adds an example of the command. */
export class MissingWord extends UsageError {}

export type OwnFlags = NonNullable<ParseArgsConfig["options"]>;

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
export function readCommandLine(call: CommandCall, own: OwnFlags, mostPositionals: number): CommandLine {
  const { words, terminal, onFlags } = call;
  if (onFlags) {
    onFlags(own);
    throw new UsageError("only its flags were asked for");
  }
  const { values, positionals } = parse(words, { ...optionFlags(), ...own });
  refuseEmpty(values);
  if (positionals.length > mostPositionals) throw tooManyWords(positionals, mostPositionals);
  const { named } = call;
  if (values["farm"] !== undefined && named && !FARM_COMMANDS.has(named.name)) throw notOnFarm(named.name);
  const config = readConfig(values, terminal.env);
  if (config.farm.length > 0 && named && !FARM_COMMANDS.has(named.name)) {
    terminal.errors.write(
      `fovea: the environment names a farm (FOVEA_FARM), and fovea ${named.name} uses the phones of this host\n`,
    );
  }
  return { terminal, config, positionals, flags: values };
}

/** Commands that work with farms. */
const FARM_COMMANDS: ReadonlySet<string> = new Set(["farm", "host", "serve", "run"]);

function notOnFarm(command: string): UsageError {
  const ways = "`fovea serve --farm`, `fovea run --farm` and programs (docs/farm.md) use those of a farm";
  return new UsageError(`--farm: fovea ${command} uses the phones of this host; ${ways}`);
}

function parse(args: readonly string[], options: OwnFlags) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw flagError(error, Object.keys(options));
  }
}

/**
 * Refuses an empty value: an unset shell variable would otherwise mean the default, such as another device or no trace.
 * Errors: UsageError.
 */
function refuseEmpty(values: FlagValues): void {
  const empty = OPTIONS.find(({ flag }) => values[flag.slice(2)] === "");
  if (empty) throw new UsageError(`${empty.flag} is empty; leave the option out if you do not need it`);
}

function tooManyWords(positionals: readonly string[], most: number): UsageError {
  const said = positionals.join(" ");
  const way = /^(\d+)[ ,]+(\d+)[ ,]+(\d+)[ ,]+(\d+)$/.exec(said);
  if (way)
    return new UsageError(
      `two points are given as options; did you mean --from ${way[1]},${way[2]} --to ${way[3]},${way[4]}?`,
    );
  const [first = "", ...rest] = positionals;
  const isRole = most === 1 && rest.length > 0 && roleNamed(first) !== undefined;
  // The shell removed the quotes of `button "Save"`, or the place is not written as one word.
  const meant = isRole
    ? `${first} "${rest.join(" ")}"`
    : said.replace(/^(?:x[=:])?(\d+)(?: |, ?)(?:y[=:])?(\d+)$/i, "$1,$2");
  const spelling = most === 1 && said.length < 80 && !said.includes("'") ? `; did you mean '${meant}', quoted?` : "";
  return new UsageError(`"${positionals[most]}" is one word too many${spelling || "; quote what belongs together"}`);
}

/** Turns the standard library's errors about flags into our words. */
function flagError(error: unknown, names: readonly string[]): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const flag = /'(-[^\s'=]*)/.exec(message)?.[1] ?? "";
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return unknownFlag(flag, names);
  if (code !== "ERR_PARSE_ARGS_INVALID_OPTION_VALUE" || flag === "") return new UsageError(message);
  const name = flag.replace(/^-+/, "");
  if (message.includes("does not take an argument")) return new UsageError(`--${name} takes no value`);
  return new UsageError(`--${name} needs a value; one that begins with a dash is written --${name}=-VALUE`);
}

/** The error for an unknown flag, with the flag that was probably meant. Throws nothing. */
export function unknownFlag(flag: string, names: readonly string[]): UsageError {
  if (/^-\d/.test(flag))
    return new UsageError(`${quoteUntrusted(flag)} is read as an option; places on the screen begin at 0,0`);
  const fields = names.map((name) => name.replaceAll("-", "_"));
  const meant = nearest(flag, names, argumentSynonyms(fields))?.replace(/^-+/, "").replaceAll("_", "-");
  const next =
    meant === undefined ? "fovea help options lists the options of every command" : `did you mean --${meant}?`;
  return new UsageError(`there is no option ${quoteUntrusted(flag)}; ${next}`);
}

function optionFlags(): OwnFlags {
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

/** A whole number in these bounds from a flag. Errors: UsageError. */
export function rangeFlag(flags: FlagValues, name: string, least: number, most: number): number | undefined {
  const value = integerFlag(flags, name);
  if (value === undefined || (value >= least && value <= most)) return value;
  throw new UsageError(`--${name} has to be ${least} to ${most}`);
}

/** The longest time, one day, for which a command may run or wait. */
export const MOST_SECONDS = 86_400;

/** The n-th word after the command. Errors: UsageError that names the missing word. */
export function requirePositional(positionals: readonly string[], index: number, name: string): string {
  const value = positionals[index];
  if (value === undefined) throw new MissingWord(`${name} is missing`);
  return value;
}

/**
 * The n-th word, which has to be one of these. Errors: UsageError with all of them, and the one that was probably
 * meant.
 */
export function requireOneOf<const Name extends string>(
  positionals: readonly string[],
  index: number,
  names: readonly Name[],
): Name {
  const word = requirePositional(positionals, index, `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);
  const name = names.find((one) => one === word);
  if (name !== undefined) return name;
  throw noneOf(word, names);
}

/** The error for a word that is not one of these. Throws nothing. */
export function noneOf(word: string, names: readonly string[]): UsageError {
  const meant = nearest(word, names);
  const next = meant === undefined ? "" : `; did you mean ${meant}?`;
  return new UsageError(`${quoteUntrusted(word)} is not one of ${names.join(", ")}${next}`);
}

export function isUsageError(error: unknown): error is UsageError | FoveaError {
  return error instanceof UsageError;
}
