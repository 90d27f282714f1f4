import { opendir, readFile, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { readYaml } from "../flow/read-yaml.js";
import { isConfigKey } from "./workspace-config.js";

/** More files than any suite has. */
const MOST_FILES = 100_000;

/**
 * Files of flows in a folder and below it, in the order of the folders' entries, as in Maestro: links to folders are
 * not followed, and a file that only has keys of a workspace's configuration is left out.
 */
export async function flowsBelow(folder: string, config: string | null): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (at: string) => {
    for await (const entry of await opendir(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (await isFlowFile(path, config)) found.push(path);
      if (found.length > MOST_FILES) throw new Error(`there are more than ${MOST_FILES} flows in ${folder}`);
    }
  };
  await walk(folder);
  return found;
}

/** Whether a file is a flow, by Maestro's rules. */
export async function isFlowFile(path: string, config: string | null): Promise<boolean> {
  const ending = extname(path);
  if (ending !== ".yaml" && ending !== ".yml") return false;
  if (basename(path, ending) === "config" || resolve(path) === config) return false;
  if ((await stat(path).catch(() => null))?.isFile() !== true) return false;
  return !isConfig(await readFile(path, "utf8").catch(() => ""), path);
}

function isConfig(text: string, file: string): boolean {
  if (text.includes("\n---")) return false;
  try {
    const [only] = readYaml(text, file);
    return only?.kind === "map" && only.entries.every(({ key }) => isConfigKey(key));
  } catch {
    return false; // a mistake is reported when it is read as a flow
  }
}
