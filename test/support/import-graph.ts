import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { packageRoot } from "../../src/base/assets.js";

const ROOT = packageRoot();

/** One import line. */
export interface Import {
  readonly file: string;
  readonly folder: string;
  readonly from: string;
}

/** The path of the virtual phone's sources, relative to `src`. */
export const PHONE = "../packages/virtual-android/src";

/** The paths of all source files relative to `src`, including those of the virtual phone. */
export function sourceFiles(): readonly string[] {
  return [".", PHONE].flatMap((folder) =>
    readdirSync(join(ROOT, "src", folder), { recursive: true })
      .map((name) => posix.join(folder, String(name).replaceAll("\\", "/")))
      .filter((name) => name.endsWith(".ts")),
  );
}

/** The path of an imported file, in the form of sourceFiles. */
export function targetOf(file: string, from: string): string {
  return posix.join(posix.dirname(file), from).replace(/^\.\.\/src\//, "");
}

export function imports(): readonly Import[] {
  return sourceFiles().flatMap((file) =>
    importsIn(readFileSync(join(ROOT, "src", file), "utf8")).map(({ from }) => ({
      file,
      folder: file.split("/")[0] ?? "",
      from,
    })),
  );
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;
const STATIC = /(?<=^|[\n;}])\s*(?:import|export)\b(?:([^;"'`]*?)\bfrom)?\s*["']([^"']+)["']/g;
const AT_RUN_TIME = /\bimport\s*\(\s*["'`]([^"'`]+)["'`]/g;

/**
 * The imports of every form in TypeScript source. The text is searched without its comments, because the compiler of
 * TypeScript 7 has no stable API.
 */
export function importsIn(source: string): readonly { readonly from: string; readonly isOfTypes: boolean }[] {
  const text = source.replace(COMMENT, " ");
  const lines = [...text.matchAll(STATIC)].map(([, clause = "", from = ""]) => ({
    from,
    isOfTypes: clause.trimStart().startsWith("type "),
  }));
  return [...lines, ...[...text.matchAll(AT_RUN_TIME)].map(([, from = ""]) => ({ from, isOfTypes: false }))];
}

/** An import line of the agents; `folder` is relative to their sources, `.` for the top folder. */
export interface AgentImport extends Import {
  readonly isOfTypes: boolean;
}

export function agentImports(): readonly AgentImport[] {
  const sources = join(ROOT, "packages/fovea-agent/src");
  const files = readdirSync(sources, { recursive: true }).map((name) => String(name).replaceAll("\\", "/"));
  return files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((file) => {
      const folder = posix.dirname(file).split("/")[0] ?? "";
      return importsIn(readFileSync(join(sources, file), "utf8")).map((found) => ({ file, folder, ...found }));
    });
}

/** The top folders of `src`, whose files form layers (docs/architecture.md); `..` is the phone. */
export function rooms(): readonly string[] {
  return [...new Set(sourceFiles().map((file) => file.split("/")[0] ?? ""))];
}

/** A room, and each folder in it with source files. */
export function foldersOf(room: string): readonly string[] {
  return [room, ...new Set(filesOf(room).flatMap((file) => foldersAround(file, room)))];
}

function filesOf(room: string): readonly string[] {
  return sourceFiles().filter((file) => file.startsWith(`${room}/`));
}

/** The folders around a file, below its room. */
function foldersAround(file: string, room: string): readonly string[] {
  const parts = posix.dirname(file).split("/");
  return parts.map((_, end) => parts.slice(0, end + 1).join("/")).filter((folder) => folder.startsWith(`${room}/`));
}

/** The imports of each file from Fovea's own files. */
export function importsBetweenFiles(): Readonly<Record<string, readonly string[]>> {
  const arrows: Record<string, string[]> = {};
  for (const { file, from } of imports()) {
    if (!from.startsWith(".")) continue;
    const target = targetOf(file, from).replace(/\.js$/, ".ts");
    arrows[file] = [...(arrows[file] ?? []), target];
  }
  return arrows;
}

/** The entries of a folder, each with the entries that it imports; a subfolder is one entry. */
export function importsWithinFolder(
  arrows: Readonly<Record<string, readonly string[]>>,
  folder: string,
): ReadonlyMap<string, readonly string[]> {
  const thingIn = (file: string) => file.slice(folder.length + 1).split("/")[0] ?? "";
  const floors = new Map<string, readonly string[]>();
  for (const [file, targets] of Object.entries(arrows)) {
    if (!file.startsWith(`${folder}/`)) continue;
    const thing = thingIn(file);
    const others = targets.filter((target) => target.startsWith(`${folder}/`)).map(thingIn);
    floors.set(thing, [...(floors.get(thing) ?? []), ...others.filter((other) => other !== thing)]);
  }
  return floors;
}

/** The first import cycle that is found, `a -> b -> a`; undefined if there is none. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string | undefined {
  const state = new Map<string, "open" | "done">();
  const visit = (file: string, path: readonly string[]): string | undefined => {
    if (state.get(file) === "done") return undefined;
    if (state.get(file) === "open") return [...path.slice(path.indexOf(file)), file].join(" -> ");
    state.set(file, "open");
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    state.set(file, "done");
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
