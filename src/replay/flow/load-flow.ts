import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import type { Flow } from "./flow.js";
import { type FlowSurroundings, parseFlow, type ReadFlow, readFlow } from "./parse-flow.js";
import { isWithin } from "./within.js";
import type { FlowText } from "./yaml-fields.js";

/**
 * Reads a flow and the flows that it runs, from files of a workspace; `root` is the flow's folder if absent. Errors:
 * FLOW_INVALID.
 */
export async function loadFlow(file: string, root?: string): Promise<Flow> {
  return await parseFlow(await readText(file), filesBelow(root ?? dirname(file)));
}

/** The same, with all mistakes. Errors: those that are not mistakes in a flow. */
export async function readFlowFile(file: string, root: string, hasModel: boolean): Promise<ReadFlow> {
  return await readFlow(await readText(file), { ...filesBelow(root), hasModel });
}

/** Allows files that a flow names (flows, scripts and pictures) only in the workspace. */
function filesBelow(root: string): FlowSurroundings {
  const placeOf = async (path: string, from: string) => {
    const place = resolve(dirname(from), path);
    if (await isWithin(root, place)) return place;
    throw new Error(`it lies outside the workspace ${root} (--workspace DIR names another)`);
  };
  return {
    root,
    load: async (path, from) => await readText(await placeOf(path, from)),
    find: async (path, from) => {
      const place = await placeOf(path, from);
      if (!(await stat(place)).isFile()) throw new Error("it is not a file");
    },
  };
}

/**
 * The workspace of these paths if the user names none: the current folder if it contains all paths; else the nearest
 * folder at or above the first path that is called `.maestro`, or contains `.git` or a `config.yaml`; else the folder
 * of the first path.
 */
export async function workspaceOf(paths: readonly string[], startedIn: string): Promise<string> {
  const isHere = await Promise.all(paths.map(async (path) => await isWithin(startedIn, path)));
  if (isHere.every(Boolean)) return resolve(startedIn);
  const first = resolve(paths[0] ?? ".");
  const own = (await isFolder(first)) ? first : dirname(first);
  for (let folder = own; ; folder = dirname(folder)) {
    if (await isMarked(folder)) return folder;
    if (dirname(folder) === folder) return own;
  }
}

async function isMarked(folder: string): Promise<boolean> {
  if (/[/\\]\.maestro$/.test(folder)) return true;
  const names: readonly string[] = await readdir(folder).catch(() => []); // this user may not be allowed to read it
  return [".git", "config.yaml", "config.yml"].some((name) => names.includes(name));
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** More than any flow needs; a larger file is not read into memory. */
const MOST_BYTES = 4_000_000;

async function readText(file: string): Promise<FlowText> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new Error("it is too large for a flow");
    return { file, text: await readFile(file, "utf8") };
  } catch (cause) {
    const why = causeWords(cause);
    throw new FoveaError("FLOW_INVALID", `${file} cannot be read: ${why}`, { cause });
  }
}

/** The files of flows in a folder and in all folders below it, as relative paths, sorted. */
export async function flowFilesBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.ya?ml$/i.test(name) && !/config\.ya?ml$/i.test(name)).toSorted();
}
