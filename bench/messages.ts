import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { parse } from "acorn";
import { packageRoot } from "../src/base/assets.js";
import { OPTIONS } from "../src/base/config.js";
import { ERROR_CODES } from "../src/base/errors.js";
import { COMMANDS } from "../src/cli/commands.js";
import { documentedSchema } from "../src/server/tool-schema.js";
import { OPTIONAL_TOOLS, TOOLS } from "../src/tools/tools.js";
import type { Bench } from "./bench.js";

/** A message of the product and its place: a table and the entry in it, or a file and its line. */
export interface Message {
  readonly place: string;
  readonly text: string;
}

/** Every message of the product in one line, for a person to read in one sitting; `--only PART` of the place. */
export const messagesBench: Bench = {
  name: "messages",
  about: "every message that the product can say, with its place [--only PART]",
  run: async (args) => {
    const only = args[args.indexOf("--only") + 1];
    const all = [...tables(), ...sources()];
    const shown = args.includes("--only") ? all.filter(({ place }) => place.includes(only ?? "")) : all;
    return {
      text: shown.map(({ place, text }) => `${place}\t${text}`).join("\n"),
      figures: [{ name: "messages", value: shown.length, unit: "messages" }],
    };
  },
};

function tables(): readonly Message[] {
  const errors = Object.entries(ERROR_CODES).flatMap(([code, recoveries]) =>
    [recoveries].flat().map((text) => ({ place: `error ${code}`, text })),
  );
  const options = OPTIONS.map(({ flag, doc }) => ({ place: `option ${flag}`, text: doc }));
  const tools = [...TOOLS, ...OPTIONAL_TOOLS].flatMap((tool) => [
    { place: `tool ${tool.name}`, text: tool.description },
    ...Object.entries(documentedSchema(tool).properties).map(([field, { description }]) => ({
      place: `tool ${tool.name}.${field}`,
      text: String(description ?? ""),
    })),
  ]);
  const commands = Object.entries(COMMANDS).map(([name, { about }]) => ({ place: `command ${name}`, text: about }));
  return [...errors, ...options, ...tools, ...commands];
}

/**
 * Files whose texts are already listed from tables, and files with texts that no user reads: patterns of words, and the
 * syntax of other programs.
 */
const NOT_READ =
  /^src\/(?:base\/(?:errors|options|synonyms)|screen\/(?:query|commands)\/|cli\/commands\.ts|vision\/icon-names)/;

/** Literals that are sentences or parts of them, in the order of files and lines. */
export function sources(): readonly Message[] {
  const folder = join(packageRoot(), "dist", "src");
  const files = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll("\\", "/"));
  return files
    .filter((file) => file.endsWith(".js") && !NOT_READ.test(`src/${file.replace(/js$/, "ts")}`))
    .sort()
    .flatMap((file) => literalsOf(join(folder, file), `src/${file.replace(/js$/, "ts")}`));
}

/** The errors of the helper functions that TypeScript adds to each file with `using`. */
const COMPILED =
  /^(?:Symbol\.(?:asyncDispose|dispose) is not defined|Object not disposable|An error was suppressed during disposal)\.$/;

type Node = Readonly<Record<string, unknown>>;

function literalsOf(path: string, shownAs: string): readonly Message[] {
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
  const options = { ecmaVersion: "latest", sourceType: "module", allowHashBang: true, locations: true } as const;
  const found = new Map<string, { readonly line: number; readonly text: string }>();
  for (const node of nodesOf(parse(readFileSync(path, "utf8"), options))) {
    const text = textOf(node);
    if (text === undefined || !isSentence(text) || COMPILED.test(text)) continue;
    const { line, column } = startOf(node);
    const entry = map.findEntry(line - 1, column);
    const original = "originalLine" in entry ? entry.originalLine + 1 : line;
    found.set(`${original} ${text}`, { line: original, text });
  }
  return [...found.values()]
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => ({ place: `${shownAs}:${line}`, text }));
}

/** Every node except imports, whose names are not messages. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (isNode(value)) {
    if (/^(?:Import|Export(?:All|Named))/.test(String(value["type"])) && value["source"]) return;
    yield value;
    for (const [key, inner] of Object.entries(value)) if (key !== "loc") yield* nodesOf(inner);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !(value instanceof RegExp);
}

/** A string, or a template with `…` in place of its expressions. */
function textOf(node: Node): string | undefined {
  if (node["type"] === "Literal" && typeof node["value"] === "string") return inOneLine(node["value"]);
  const { quasis } = node;
  if (node["type"] !== "TemplateLiteral" || !Array.isArray(quasis)) return undefined;
  const parts = quasis.map((part: Node) => (isNode(part["value"]) ? String(part["value"]["cooked"]) : ""));
  return inOneLine(parts.join("…"));
}

function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " / ").trim();
}

/** Whether two lower-case words follow each other, which does not occur in messages between programs. */
function isSentence(text: string): boolean {
  return /(?:^|[^\w.:/-])[a-z’']{2,} [a-z’'…]{2,}/.test(text) && !/^(?:use strict|[a-z]+ -[a-z])/.test(text);
}

function startOf(node: Node): { readonly line: number; readonly column: number } {
  const { loc } = node;
  const start = isNode(loc) ? loc["start"] : undefined;
  return isNode(start) ? { line: Number(start["line"]), column: Number(start["column"]) } : { line: 1, column: 0 };
}
