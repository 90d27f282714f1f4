import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { packageRoot } from "../../src/base/assets.js";

/** A regular expression of the program. */
export interface SourcePattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const ROOT = join(packageRoot(), "dist");
const FOLDERS = ["src", "packages/virtual-android/src", "packages/fovea-agent/src"];
/** Programs, which must not be loaded because they start to work at once. */
const PROGRAMS = /^src\/cli\/main\.js$|-thread\.js$|\/bin\.js$/;

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".js") && existsSync(join(packageRoot(), name.replace(/js$/, "ts")))),
);

/** All literal patterns, and those that modules build while they are loaded. */
export async function sourcePatterns(): Promise<readonly SourcePattern[]> {
  return [...FILES.flatMap(literals), ...(await builtWhileLoading())];
}

/** The files with a `new RegExp` that only runs later, so that its pattern is unknown here. */
export function filesWithLatePatterns(): readonly string[] {
  const late = FILES.filter((file) => nodesOf(file).some(({ node, depth }) => depth > 0 && isConstruction(node)));
  return late.sort();
}

function literals(file: string): readonly SourcePattern[] {
  return nodesOf(file).flatMap(({ node }) => {
    const regex = node["type"] === "Literal" ? node["regex"] : undefined;
    return isRecord(regex) ? [{ file, source: String(regex["pattern"]), flags: String(regex["flags"]) }] : [];
  });
}

type Node = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

function isConstruction(node: Node): boolean {
  const callee = node["type"] === "NewExpression" || node["type"] === "CallExpression" ? node["callee"] : undefined;
  return isRecord(callee) && callee["name"] === "RegExp";
}

/** Every node of a module, with the number of functions around it. */
function nodesOf(file: string): readonly { readonly node: Node; readonly depth: number }[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true });
  const found: { node: Node; depth: number }[] = [];
  const left: { value: unknown; depth: number }[] = [{ value: program, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (!isRecord(value)) continue;
    if (!Array.isArray(value)) found.push({ node: value, depth });
    const inner = /Function/.test(String(value["type"])) ? depth + 1 : depth;
    for (const part of Object.values(value)) left.push({ value: part, depth: inner });
  }
  return found;
}

/** Loads every module, and records the patterns that the RegExp constructor gets. */
async function builtWhileLoading(): Promise<readonly SourcePattern[]> {
  const built: SourcePattern[] = [];
  const Original = RegExp;
  const listening = new Proxy(Original, {
    construct(target, args, newTarget) {
      const made: unknown = Reflect.construct(target, args, newTarget);
      const file = /dist\/src\/([^:)]+)/.exec(new Error().stack ?? "")?.[1];
      if (made instanceof Original && file !== undefined) {
        built.push({ file, source: made.source, flags: made.flags });
      }
      return made instanceof Original ? made : new Original("");
    },
  });
  globalThis.RegExp = listening;
  try {
    for (const file of FILES) if (!PROGRAMS.test(file)) await import(join(ROOT, file));
  } finally {
    globalThis.RegExp = Original;
  }
  return built;
}
