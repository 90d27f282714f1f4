import { SystemError } from "../linux/errno.js";
import type { OpenFile } from "../system/open-file.js";
import type { SystemCall } from "../system/system.js";
import { applyOptions } from "./builtins/set.js";
import { ShellExit } from "./control-flow.js";
import { IncompleteInput, ShellSyntaxError } from "./cursor.js";
import { interpreter } from "./execute.js";
import { type ParseStart, parseLine } from "./parser.js";
import { Shell } from "./shell.js";
import { parseOrFail, runSource } from "./source.js";
import type { List } from "./syntax.js";
import { ShellError, Variables } from "./variables.js";

/** The source of the shell's commands. */
type Script =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stdin" };

interface Invocation {
  readonly script: Script;
  readonly name: string;
  readonly positional: readonly string[];
  readonly options: readonly string[];
  readonly isInteractive: boolean;
}

/** `sh [-eux] [-c COMMANDS [NAME [ARGUMENT…]] | FILE [ARGUMENT…] | -s]`; gives the exit status. */
export async function runShell(call: SystemCall): Promise<number> {
  const { process, system } = call;
  const invocation = parseInvocation(call);
  const { name, positional, script } = invocation;
  const variables = Variables.fromEnvironment(process.env);
  setDefaults(variables, process.cwd);
  const shell = new Shell({ system, process, interpreter, name, positional, variables });
  shell.isInteractive = invocation.isInteractive;
  applyOptions(shell, invocation.options);
  return await shell.runToEnd(() => runScript(shell, script));
}

function parseInvocation({ argv, process }: SystemCall): Invocation {
  const { letters, options, rest } = splitOptions(argv.slice(1));
  const own = argv[0] ?? "sh";
  if (letters.includes("c")) {
    const [text = "", name = own, ...positional] = rest;
    return { script: { kind: "text", text }, name, positional, options, isInteractive: letters.includes("i") };
  }
  const [path, ...positional] = rest;
  if (path !== undefined && !letters.includes("s")) {
    return { script: { kind: "file", path }, name: path, positional, options, isInteractive: false };
  }
  const isTerminal = process.descriptors.get(0)?.isTerminal ?? false;
  const isInteractive = isTerminal || letters.includes("i");
  return { script: { kind: "stdin" }, name: own, positional: rest, options, isInteractive };
}

/** `letters`: the options of the invocation; `options`: those of `set`. */
function splitOptions(words: readonly string[]) {
  const options: string[] = [];
  let letters = "";
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--" || word === "-") return { letters, options, rest: words.slice(at + 1) };
    if (!/^[-+]./.test(word)) return { letters, options, rest: words.slice(at) };
    for (const letter of word.slice(1)) {
      if ("csil".includes(letter)) letters += letter;
      else options.push(`${word[0]}${letter}`, ...(letter === "o" ? [words[++at] ?? ""] : []));
    }
  }
  return { letters, options, rest: [] };
}

function setDefaults(variables: Variables, cwd: string): void {
  variables.set("PWD", cwd);
  if (variables.get("IFS") === undefined) variables.set("IFS", " \t\n");
  variables.set("OPTIND", "1");
  if (variables.get("PS4") === undefined) variables.set("PS4", "+ ");
}

async function runScript(shell: Shell, script: Script): Promise<void> {
  if (script.kind === "text") await runText(shell, script.text);
  else if (script.kind === "stdin") await runInput(shell);
  else await runFile(shell, script.path);
}

/** Characters that mksh would quote; a text without them is a call of one program. */
const QUOTABLE = /[\t\n"#$&'()*;<=>?[\\\]`|]/;

/** `-c`: a single program without special characters replaces the shell (mksh's SF_MAYEXEC). */
async function runText(shell: Shell, text: string): Promise<void> {
  if (QUOTABLE.test(text)) return await runSource(shell, text);
  const { commands } = parseOrFail(shell, text, 0);
  await shell.interpreter.runLast(shell, commands);
}

async function runFile(shell: Shell, path: string): Promise<void> {
  const text = await readScript(shell, path);
  shell.sourceName = path;
  await runSource(shell, text);
}

async function readScript(shell: Shell, path: string): Promise<string> {
  try {
    const bytes = shell.files.read(path);
    if (bytes) return Buffer.from(bytes).toString();
    throw new SystemError("ENOENT", path);
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    throw new ShellError(`can't open: ${error.message}`, error.errno === "ENOENT" ? 127 : 126);
  }
}

/** Runs commands from standard input. Each line runs before the next one is read, because commands may also read it. */
async function runInput(shell: Shell): Promise<void> {
  const input = shell.process.descriptors.get(0);
  if (!input) return;
  shell.sourceName = "<stdin>";
  let text = "";
  for (let line = 1; ; ) {
    await prompt(
      shell,
      text === "" ? (shell.parameter("PS1") ?? defaultPrompt(shell)) : (shell.parameter("PS2") ?? "> "),
    );
    const next = await takeLine(shell.process.descriptors.get(0) ?? input, shell.process.signal);
    text += next;
    if (text === "") return;
    const commands = await parseInput(shell, text, { isFinal: next === "", firstLine: line });
    if (!commands) continue;
    line += text.split("\n").length - 1;
    text = "";
    await runInputLine(shell, commands);
  }
}

/** Parses input; null if more lines are needed. A syntax error does not end an interactive shell. */
async function parseInput(shell: Shell, text: string, where: Omit<ParseStart, "start">): Promise<List | null> {
  try {
    return parseLine(text, { start: 0, ...where }).commands;
  } catch (error) {
    if (error instanceof IncompleteInput) return null;
    if (!(error instanceof ShellSyntaxError)) throw error;
    shell.line = error.line;
    await shell.complain(error.message);
    shell.status = 1;
    if (shell.isInteractive) return [];
    throw new ShellExit(1);
  }
}

async function runInputLine(shell: Shell, commands: List): Promise<void> {
  try {
    await shell.interpreter.runList(shell, commands);
  } catch (error) {
    if (!(error instanceof ShellError) || !shell.isInteractive) throw error;
    await shell.report(error);
    shell.status = error.status;
  }
}

function defaultPrompt(shell: Shell): string {
  return `${shell.variables.get("HOSTNAME") ?? "localhost"}:${shell.process.cwd} $ `;
}

async function prompt(shell: Shell, text: string): Promise<void> {
  if (shell.isInteractive) await shell.writeError(text);
}

/** Reads one line with its line break; "" at the end of the input. Returns bytes after the line to the input. */
async function takeLine(input: OpenFile, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = await input.read(4096, signal);
    if (!chunk) break;
    const end = chunk.indexOf(10) + 1;
    chunks.push(end > 0 ? chunk.subarray(0, end) : chunk);
    if (end === 0) continue;
    if (end < chunk.length) input.unread(chunk.subarray(end));
    break;
  }
  return Buffer.concat(chunks).toString();
}
