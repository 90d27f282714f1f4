import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";
import { decodeText } from "../../src/observe/parse/text.js";
import type { ParserEntry } from "./parser-table.js";

/** The folders with readers of a device's data. */
const FOLDERS = ["src/observe", "src/devices", "src/vision"];
/** A function that reads external text or bytes: its name, its first parameter and the following characters. */
const READER =
  /export (?:async )?function\*? ((?:parse|read|decode|split|find|layout)\w*|\w+In)\(\s*((?:text|bytes|lines|body|tail|file|block|xml|value|stderr|list|content|node|stream): (?:string|Uint8Array|Buffer|unknown|readonly string\[\]|AsyncIterable<Buffer>))(.)/g;

/** A reader function in the sources. */
export interface FoundParser {
  readonly name: string;
  /** The path relative to the root of the repository. */
  readonly file: string;
  /** Whether it reads a single text: then it is tested without a line in the table of parsers. */
  readonly isOfText: boolean;
}

export function foundParsers(): readonly FoundParser[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll("\\", "/")}`)
      .filter((file) => file.endsWith(".ts")),
  );
  return files.flatMap((file) =>
    [...source(file).matchAll(READER)].map(([, name = "", parameter, next]) => ({
      name,
      file,
      isOfText: parameter === "text: string" && next === ")",
    })),
  );
}

/** The entry of a reader of a single text, with the words that its own file searches for. */
export async function entryOf({ name, file }: FoundParser): Promise<ParserEntry> {
  const url = pathToFileURL(join(packageRoot(), "dist", file.replace(/\.ts$/, ".js")));
  const parse: unknown = (await import(url.href))[name];
  if (typeof parse !== "function") throw new Error(`${file} exports no function ${name}`);
  return { names: [name], run: (bytes) => parse(decodeText(bytes)), words: wordsIn(source(file)) };
}

/** The words in the patterns and strings of a file. */
export function wordsIn(code: string): readonly string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, "");
  const strings = [...bare.matchAll(/"((?:[^"\\\n]|\\.)+)"/g)].map(([, text = ""]) => text);
  const patterns = [...bare.matchAll(/\/((?:[^/\\\n]|\\.)+)\/[dgimsuvy]*[,;).]/g)].flatMap(([, text = ""]) =>
    text
      .replace(/\(\?[<:=!][^)]*?>?/g, "(")
      .replace(/\\[a-zA-Z]/g, " ")
      .split(/(?<!\\)[()[\]{}|*+?^$]/)
      .map((part) => part.replace(/\\(.)/g, "$1")),
  );
  const words = [...strings, ...patterns].filter((word) => word.trim() !== "");
  return words.length > 0 ? [...new Set(words)] : ["0", "=", ":"];
}

function source(file: string): string {
  return readFileSync(join(packageRoot(), file), "utf8");
}
