import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { inOneLine } from "../../screen/label.js";
import type { EnvEntry } from "../flow/flow-scripts.js";
import { flowInvalid, readYaml, type Yaml } from "../flow/read-yaml.js";
import { envOf, type MapYaml, valueAt } from "../flow/yaml-fields.js";

/** The `config.yaml` of a folder of flows: the keys of Maestro that have a meaning here, and `env`. */
export interface WorkspaceConfig {
  /** The path of the file; null if there is none. */
  readonly file: string | null;
  /** Globs of flows, relative to the folder; a glob that begins with `!` excludes. */
  readonly flows: readonly string[];
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  /** Names of flows that run first, one after another. */
  readonly flowsOrder: readonly string[];
  /** Whether the rest of `flowsOrder` runs after one of them failed. */
  readonly continuesOnFailure: boolean;
  /** The folder for pictures; null for none. */
  readonly outputFolder: string | null;
  readonly stopsAnimations: boolean;
  /** Variables of all flows, a key of Fovea. */
  readonly env: readonly EnvEntry[];
  /** A line that names the ignored keys; empty if none are ignored. */
  readonly notes: readonly string[];
}

const NONE: WorkspaceConfig = {
  file: null,
  flows: ["*"],
  includeTags: [],
  excludeTags: [],
  flowsOrder: [],
  continuesOnFailure: true,
  outputFolder: null,
  stopsAnimations: false,
  env: [],
  notes: [],
};

/** Maestro's keys (WorkspaceConfig 2.10). */
const MAESTRO_KEYS: ReadonlySet<string> = new Set([
  "flows",
  "includeTags",
  "excludeTags",
  "executionOrder",
  "baselineBranch",
  "notifications",
  "disableRetries",
  "platform",
  "testOutputDir",
]);

export function isConfigKey(key: string): boolean {
  return MAESTRO_KEYS.has(key);
}

/** Fields that only Maestro's cloud uses. */
const NOT_HERE: ReadonlySet<string> = new Set(["baselineBranch", "notifications", "disableRetries"]);

/** Reads the configuration in the first of these folders that has one, or the given file. Errors: FLOW_INVALID. */
export async function readWorkspaceConfig(folders: readonly string[], given: string | null): Promise<WorkspaceConfig> {
  if (given !== null) return await configIn(resolve(given));
  for (const folder of folders) {
    for (const name of ["config.yaml", "config.yml"]) {
      const path = join(folder, name);
      if ((await stat(path).catch(() => null))?.isFile() === true) return await configIn(path);
    }
  }
  return NONE;
}

async function configIn(file: string): Promise<WorkspaceConfig> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const why = causeWords(cause);
    throw new FoveaError("FLOW_INVALID", `${file} cannot be read: ${why}`, { cause });
  });
  const [root] = readYaml(text, file);
  if (!root || (root.kind === "text" && root.isNull === true)) return { ...NONE, file };
  if (root.kind !== "map") throw flowInvalid(file, root.line, "a map of keys is expected: flows, includeTags, …");
  const { executionOrder, platform } = {
    executionOrder: mapAt(root, "executionOrder", file),
    platform: mapAt(root, "platform", file),
  };
  const android = platform && mapAt(platform, "android", file);
  return {
    file,
    flows: textsAt(root, "flows", file) ?? NONE.flows,
    includeTags: textsAt(root, "includeTags", file) ?? [],
    excludeTags: textsAt(root, "excludeTags", file) ?? [],
    flowsOrder: (executionOrder && textsAt(executionOrder, "flowsOrder", file)) ?? [],
    continuesOnFailure: !executionOrder || yesAt(executionOrder, "continueOnFailure", file) !== false,
    outputFolder: textsAt(root, "testOutputDir", file)?.[0] ?? null,
    stopsAnimations: android ? yesAt(android, "disableAnimations", file) === true : false,
    env: envOf(valueAt(root, "env")),
    notes: ignoredIn(root),
  };
}

function ignoredIn({ entries }: MapYaml): readonly string[] {
  const ignored = entries
    .map(({ key }) => key)
    .filter((key) => NOT_HERE.has(key) || !(isConfigKey(key) || key === "env"));
  return ignored.length === 0 ? [] : [`! ignored in config.yaml: ${ignored.map(inOneLine).join(", ")}`];
}

function present(map: MapYaml, key: string): Yaml | undefined {
  const value = valueAt(map, key);
  return value?.kind === "text" && value.isNull === true ? undefined : value;
}

/** A text, or a list of texts. */
function textsAt(map: MapYaml, key: string, file: string): readonly string[] | undefined {
  const value = present(map, key);
  if (!value) return undefined;
  if (value.kind === "text") return [value.text];
  if (value.kind === "map") throw flowInvalid(file, value.line, `${key}: a list of texts is expected`);
  return value.items.map((item) => {
    if (item.kind === "text") return item.text;
    throw flowInvalid(file, item.line, `${key}: a text is expected`);
  });
}

function yesAt(map: MapYaml, key: string, file: string): boolean | undefined {
  const value = present(map, key);
  if (!value) return undefined;
  if (value.kind === "text" && /^(?:true|false)$/i.test(value.text)) return value.text.toLowerCase() === "true";
  throw flowInvalid(file, value.line, `${key}: true or false is expected`);
}

function mapAt(map: MapYaml, key: string, file: string): MapYaml | undefined {
  const value = present(map, key);
  if (!value) return undefined;
  if (value.kind === "map") return value;
  throw flowInvalid(file, value.line, `${key}: a map is expected`);
}
