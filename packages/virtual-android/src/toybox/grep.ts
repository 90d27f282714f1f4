import type { SystemCommand } from "../system/system.js";
import { type Line, linesOf } from "./lines.js";
import { BadPattern, literalSource, posixRegExp } from "./posix-regexp.js";
import { defineTool, type Input, type Tool, UsageError } from "./tool.js";

/** grep under one of its names; `syntax`: the option that the name implies. */
export function grepTool(name: string, syntax: "E" | "F" | null): SystemCommand {
  return defineTool({
    name,
    flags: "EFHLSabchiloqrsvwxnzR",
    values: "ABCefm",
    long: { color: "S", "line-buffered": "S" },
    usageStatus: 2,
    run: (tool) => search(tool, syntax),
  });
}

interface Search {
  readonly pattern: RegExp;
  readonly isNamed: boolean;
  readonly before: number;
  readonly after: number;
  readonly limit: number;
}

/** Status 0 if a line matched, 1 if none did, 2 after an error. */
async function search(tool: Tool, syntax: "E" | "F" | null): Promise<number> {
  const { patterns, paths } = await split(tool);
  const targets = tool.has("r") || tool.has("R") ? filesBelow(tool, paths) : paths;
  const around = tool.number("C", 0);
  const settings: Search = {
    pattern: compile(tool, patterns, syntax),
    isNamed: !tool.has("h") && (tool.has("H") || targets.length > 1 || tool.has("r")),
    before: tool.number("B", around),
    after: tool.number("A", around),
    limit: tool.number("m", Number.POSITIVE_INFINITY),
  };
  let found = false;
  for await (const input of tool.inputs(targets)) {
    const count = (await tool.attempt(() => searchIn(tool, input, settings))) ?? 0;
    found = found || count > 0;
    if (found && tool.has("q")) return 0;
  }
  if (tool.status !== 0) return 2;
  return found ? 0 : 1;
}

async function split(tool: Tool): Promise<{ patterns: readonly string[]; paths: readonly string[] }> {
  const given = [...tool.values("e")];
  for (const path of tool.values("f")) {
    const text = Buffer.from(tool.files.read(path) ?? []).toString();
    given.push(...text.replace(/\n$/, "").split("\n"));
  }
  if (given.length > 0) return { patterns: given, paths: tool.args };
  const [first, ...paths] = tool.args;
  if (first === undefined) throw new UsageError("no REGEX");
  return { patterns: first.split("\n"), paths };
}

function compile(tool: Tool, patterns: readonly string[], syntax: "E" | "F" | null): RegExp {
  const isFixed = syntax === "F" || tool.has("F");
  const isExtended = syntax === "E" || tool.has("E");
  const sources = patterns.map((pattern) => {
    try {
      return isFixed ? literalSource(pattern) : posixRegExp(pattern, { isExtended }).source;
    } catch (error) {
      if (error instanceof BadPattern) throw new UsageError(`bad regex '${pattern}': ${error.message}`);
      throw error;
    }
  });
  const choice = sources.map((source) => `(?:${source})`).join("|");
  const whole = tool.has("x") ? `^(?:${choice})$` : tool.has("w") ? `(?<!\\w)(?:${choice})(?!\\w)` : choice;
  return new RegExp(whole, `gu${tool.has("i") ? "i" : ""}`);
}

function filesBelow(tool: Tool, paths: readonly string[]): readonly string[] {
  return (paths.length > 0 ? paths : ["."]).flatMap((path) => {
    if (path === "-" || !tool.files.isFolder(path)) return [path];
    return filesBelow(
      tool,
      tool.files.list(path).map((name) => `${path.replace(/\/$/, "")}/${name}`),
    );
  });
}

/** Searches an input, and gives the number of matching lines. */
async function searchIn(tool: Tool, input: Input, settings: Search): Promise<number> {
  const name = input.name === "-" ? "(standard input)" : input.name;
  const context = new Context(tool, settings, settings.isNamed ? name : null);
  const isSilent = tool.has("q") || tool.has("l") || tool.has("L") || tool.has("c");
  let count = 0;
  let number = 0;
  for await (const line of linesOf(input.chunks())) {
    number += 1;
    const text = line.bytes.toString();
    settings.pattern.lastIndex = 0;
    const isMatch = settings.pattern.test(text) !== tool.has("v");
    if (isMatch && count < settings.limit) count += 1;
    else if (!isSilent) await context.pass(line, number);
    if (isMatch && !isSilent) await context.show(line, number, text);
    if (isMatch && (tool.has("q") || tool.has("l"))) break;
    if (count >= settings.limit && settings.after === 0) break;
  }
  await tool.write(summaryOf(tool, settings.isNamed ? name : null, { name, count }));
  return count;
}

/** The output of -c, -l and -L for a file; `prefix` is its name, if names are printed. */
function summaryOf(
  tool: Tool,
  prefix: string | null,
  found: { readonly name: string; readonly count: number },
): string {
  const { name, count } = found;
  if (tool.has("q")) return "";
  const total = tool.has("c") ? `${prefix === null ? "" : `${prefix}:`}${count}\n` : "";
  const isListed = (tool.has("l") && count > 0) || (tool.has("L") && count === 0);
  return total + (isListed ? `${name}\n` : "");
}

/** Prints matching lines with the lines around them. */
class Context {
  readonly #tool: Tool;
  readonly #settings: Search;
  readonly #name: string | null;
  #before: { readonly line: Line; readonly number: number }[] = [];
  #afterLeft = 0;
  #lastShown = 0;

  constructor(tool: Tool, settings: Search, name: string | null) {
    this.#tool = tool;
    this.#settings = settings;
    this.#name = name;
  }

  /** A line that does not match: context after the last match, or before the next one. */
  async pass(line: Line, number: number): Promise<void> {
    if (this.#afterLeft > 0) {
      this.#afterLeft -= 1;
      await this.#print(line.bytes, number, "-");
    } else if (this.#settings.before > 0) {
      this.#before = [...this.#before, { line, number }].slice(-this.#settings.before);
    }
  }

  async show(line: Line, number: number, text: string): Promise<void> {
    if (this.#tool.has("o")) return await this.#showMatches(text, number);
    const first = this.#before[0]?.number ?? number;
    const hasContext = this.#settings.before > 0 || this.#settings.after > 0;
    if (hasContext && this.#lastShown > 0 && first > this.#lastShown + 1) await this.#tool.write("--\n");
    for (const before of this.#before) await this.#print(before.line.bytes, before.number, "-");
    this.#before = [];
    this.#afterLeft = this.#settings.after;
    await this.#print(line.bytes, number, ":");
  }

  async #showMatches(text: string, number: number): Promise<void> {
    if (this.#tool.has("v")) return;
    this.#settings.pattern.lastIndex = 0;
    for (const [match] of text.matchAll(this.#settings.pattern)) {
      if (match !== "") await this.#print(Buffer.from(match), number, ":");
    }
  }

  async #print(bytes: Uint8Array, number: number, separator: ":" | "-"): Promise<void> {
    this.#lastShown = number;
    const name = this.#name === null ? "" : `${this.#name}${separator}`;
    const place = this.#tool.has("n") ? `${number}${separator}` : "";
    await this.#tool.write(Buffer.concat([Buffer.from(name + place), bytes, Buffer.from("\n")]));
  }
}
