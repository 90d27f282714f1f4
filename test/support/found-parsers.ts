import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";
import { decodeText } from "../../src/observe/parse/text.js";
import type { ParserEntry } from "./parser-table.js";

/** Where what comes from a device is read. */
const FOLDERS = ["src/observe", "src/devices", "src/vision"];
/** What reads text or bytes that come from outside, by its name, its first parameter and what follows that. */
const READER =
  /export (?:async )?function\*? ((?:parse|read|decode|split|find|layout)\w*|\w+In)\(\s*((?:text|bytes|lines|body|tail|file|block|xml|value|stderr|list|content|node|stream): (?:string|Uint8Array|Buffer|unknown|readonly string\[\]|AsyncIterable<Buffer>))(.)/g;

/** A reader of the sources. */
export interface FoundParser {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** It reads one text, so that it is tried without a line in the table of parsers. */
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

/** How a reader of one text is tried: with the words that its own file looks for. */
export async function entryOf({ name, file }: FoundParser): Promise<ParserEntry> {
  const url = pathToFileURL(join(packageRoot(), "dist", file.replace(/\.ts$/, ".js")));
  const parse: unknown = (await import(url.href))[name];
  if (typeof parse !== "function") throw new Error(`${file} exports no function ${name}`);
  return { names: [name], run: (bytes) => parse(decodeText(bytes)), words: wordsIn(source(file)) };
}

/** The texts that patterns and strings of a file look for. */
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
