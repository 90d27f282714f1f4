import { packageVersion } from "../base/assets.js";
import { OPTIONS } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import { nearest } from "../base/nearest.js";
import { quoteUntrusted } from "../base/printable.js";
import { COMMAND_SYNONYMS } from "../base/synonyms.js";
import { type Command, type CommandCall, MissingWord, UsageError, unknownFlag } from "./command.js";
import type { CommandEntry, Program, ProgramCall } from "./command-entry.js";
import { COMMANDS } from "./commands.js";
import { commandsHelp, helpFooter, introduction } from "./help.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, reportError } from "./output.js";
import { forShell } from "./shell-words.js";

const PROGRAM: Program = { commands: COMMANDS, run: runCommandLine };

/** Runs the command line of `fovea`; gives the exit code. The signal cancels it, so that it can clean up. */
export async function runCommandLine(call: ProgramCall, signal: AbortSignal): Promise<number> {
  const { words, terminal } = call;
  const [name, ...rest] = nameFirst(words, terminal);
  if (name === undefined) {
    terminal.output.write(introduction());
    return EXIT.usage;
  }
  if (name === "--help" || name === "-h" || name === "help") return await help(rest, call, signal);
  if (name === "--version" || name === "-v") {
    terminal.output.write(`${packageVersion()}\n`);
    return EXIT.done;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) return reportError(noCommand(name), { ...call, worded: wordsOf() });
  if (asksForHelp(rest)) return await helpOf(entry, call, signal);
  return await runCommand(
    await entry.load(PROGRAM),
    { words: rest, terminal, named: { name, entry }, worded: wordsOf(name) },
    signal,
  );
}

/**
 * The words with the command first, then the options that came before it. A program that starts `fovea` with a pipe and
 * without a command is an MCP client, so the command is `serve`.
 */
function nameFirst(words: readonly string[], { isPiped }: CommandCall["terminal"]): readonly string[] {
  const at = commandAt(words);
  const isServer = isPiped && words[at] === undefined && !ASKS.has(words[0] ?? "");
  const name = isServer ? "serve" : words[at];
  return name === undefined ? [] : [name, ...words.slice(0, at), ...words.slice(at + 1)];
}

const ASKS: ReadonlySet<string> = new Set(["--help", "-h", "--version", "-v"]);

/** The index of the command: after the shared options that come first, and after `--json`. */
function commandAt(words: readonly string[]): number {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "--json") {
      at += 1;
      continue;
    }
    const option = OPTIONS.find(({ flag }) => word === flag || word.startsWith(`${flag}=`));
    if (!option) return at;
    at += option.type === "boolean" || word.includes("=") ? 1 : 2;
  }
  return at;
}

/** Words after `--` are texts, or belong to another command. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? words.length : end).some((word) => word === "--help" || word === "-h");
}

async function help(words: readonly string[], call: ProgramCall, signal: AbortSignal): Promise<number> {
  const { terminal } = call;
  const [first] = words;
  // Shared options do not change the help.
  const topic = OPTIONS.some(({ flag }) => flag === first) ? undefined : first;
  const entry = topic !== undefined && Object.hasOwn(COMMANDS, topic) ? COMMANDS[topic] : undefined;
  if (entry) return await helpOf(entry, call, signal);
  if (topic !== undefined && topic !== "options") return reportError(noCommand(topic), { ...call, worded: wordsOf() });
  terminal.output.write(topic === undefined ? commandsHelp() : `${optionsHelp()}\n`);
  return EXIT.done;
}

async function helpOf(entry: CommandEntry, { terminal }: ProgramCall, signal: AbortSignal): Promise<number> {
  const code = await runCommand(await entry.load(PROGRAM), { words: ["--help"], terminal, worded: wordsOf() }, signal);
  terminal.output.write(helpFooter(entry));
  return code;
}

function noCommand(name: string): UsageError {
  if (name.startsWith("-"))
    return unknownFlag(
      name,
      OPTIONS.map(({ flag }) => flag),
    );
  const meant = nearest(name, Object.keys(COMMANDS), COMMAND_SYNONYMS);
  const next = meant === undefined ? "fovea help lists them" : `did you mean fovea ${meant}?`;
  return new UsageError(`there is no command ${quoteUntrusted(name)}; ${next}`);
}

/** Rewrites hints for a user in a shell; for one command if it is known. */
function wordsOf(command?: string): CommandCall["worded"] {
  return (hint) => forShell(hint, command);
}

async function runCommand(command: Command, call: CommandCall, signal: AbortSignal): Promise<number> {
  try {
    return await command(call, signal);
  } catch (error) {
    // Libraries report an interrupt with errors of their own.
    const isOurs = error instanceof FoveaError || !signal.aborted;
    const { named } = call;
    if (error instanceof MissingWord && named)
      return reportError(new UsageError(`${error.message}, as in: ${named.entry.example}`), call);
    return reportError(isOurs ? error : signal.reason, call);
  }
}
