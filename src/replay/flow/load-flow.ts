import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { FoveaError } from "../../base/errors.js";
import type { Flow } from "./flow.js";
import { type FlowSurroundings, parseFlow, readFlow } from "./parse-flow.js";
import type { FlowText } from "./yaml-fields.js";

/** Reads a flow and those that it runs, from files. Errors: FLOW_INVALID. */
export async function loadFlow(file: string): Promise<Flow> {
  return await parseFlow(await readText(file), FILES);
}

/** All that is wrong with a flow and with those that it runs. Errors: those that are not mistakes of a flow. */
export async function mistakesOf(file: string): Promise<readonly string[]> {
  const { mistakes } = await readFlow(await readText(file), FILES);
  return mistakes.map(({ message }) => message);
}

const FILES: FlowSurroundings = { load: async (path, from) => await readText(resolve(dirname(from), path)) };

/** Far more than a flow may have; nothing larger is read into memory. */
const MOST_BYTES = 4_000_000;

async function readText(file: string): Promise<FlowText> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new Error("it is too large for a flow");
    return { file, text: await readFile(file, "utf8") };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FoveaError("FLOW_INVALID", `${file} cannot be read: ${why}`, { cause });
  }
}

/** The files of flows below what is named: a folder stands for those right in it, by name. Errors: FLOW_INVALID. */
export async function flowFiles(path: string): Promise<readonly string[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter((name) => /\.ya?ml$/i.test(name) && !/^config\.ya?ml$/i.test(name));
  if (names.length === 0) throw new FoveaError("FLOW_INVALID", `${path} holds no flow: no file ends in .yaml`);
  return names.toSorted().map((name) => join(path, name));
}

/** The files of flows anywhere below a folder, relative to it, by name. */
export async function flowFilesBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.ya?ml$/i.test(name) && !/config\.ya?ml$/i.test(name)).toSorted();
}
