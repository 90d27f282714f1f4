import { readdir, stat } from "node:fs/promises";
import { basename, relative, sep } from "node:path";
import { FoveaError } from "../../base/errors.js";
import { inOneLine } from "../../screen/label.js";
import type { ReadFlow } from "../flow/parse-flow.js";
import { globMatcher, type PathMatcher } from "./glob.js";
import { flowsBelow, isFlowFile } from "./walk.js";
import { readWorkspaceConfig, type WorkspaceConfig } from "./workspace-config.js";

/** The request for a run. */
export interface PlanRequest {
  /** Paths of flows, and folders. */
  readonly paths: readonly string[];
  /** For flows in folders: only flows with one of these tags are run; if empty, all. */
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  /** The path of a file that replaces the `config.yaml` of a folder; null to use that one. */
  readonly config: string | null;
}

/** A flow that was read; the program that runs it reports its mistakes. */
export interface PlannedFlow extends ReadFlow {
  readonly file: string;
}

/** The flows to run, in order. */
export interface FlowPlan {
  readonly config: WorkspaceConfig;
  /** Flows that run one after another, before the others. */
  readonly sequence: readonly PlannedFlow[];
  readonly others: readonly PlannedFlow[];
}

/**
 * Chooses the flows and their order as Maestro's planner does (WorkspaceExecutionPlanner 2.10). From a folder: the
 * flows directly in it, or those that match the globs of its `config.yaml`, filtered by tags. First the flows of
 * `executionOrder`, then the others in the order of the folder's entries. A single file runs regardless of its tags.
 * Errors: NO_FLOW, FLOW_INVALID.
 */
export async function planFlows(request: PlanRequest, read: (file: string) => Promise<ReadFlow>): Promise<FlowPlan> {
  const { files, folders } = await kindsOf(request.paths);
  const [only] = request.paths;
  const config = await readWorkspaceConfig(files.length === 1 && folders.length === 0 ? [] : folders, request.config);
  if (files.length === 1 && folders.length === 0 && only !== undefined)
    return { config, sequence: [], others: [{ file: only, ...(await read(only)) }] };
  const found = await filesOf({ files, folders, config });
  const flows: PlannedFlow[] = [];
  for (const file of found) flows.push({ file, ...(await read(file)) });
  const tagged = byTags(flows, request, config);
  await requireMedia(tagged, [...files, ...folders]);
  const sequence = inSequence(tagged, config);
  return { config, sequence, others: tagged.filter((flow) => !sequence.includes(flow)) };
}

interface Inputs {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

async function kindsOf(paths: readonly string[]): Promise<Inputs> {
  const files: string[] = [];
  const folders: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) throw invalid(`${path} cannot be read: there is no such file or folder`);
    (found.isDirectory() ? folders : files).push(path);
  }
  return { files, folders };
}

async function filesOf({ files, folders, config }: Inputs & { readonly config: WorkspaceConfig }) {
  const named: string[] = [];
  for (const file of files) if (await isFlowFile(file, config.file)) named.push(file);
  const below: { readonly file: string; readonly folder: string }[] = [];
  for (const folder of folders) for (const file of await flowsBelow(folder, config.file)) below.push({ file, folder });
  if (named.length + below.length === 0) throw none(`no flow is in ${[...folders, ...files].join(", ")}`);
  const isMeant = matcherOf(config);
  const meant = below.filter(({ file, folder }) => isMeant(relative(folder, file).split(sep).join("/")));
  const found = [...new Set([...named, ...meant.map(({ file }) => file)])];
  if (found.length > 0) return found;
  if (config.flows.length === 1 && config.flows[0] === "*")
    throw none(
      `no flow is directly in ${folders.join(", ")}, but ${below.length} in subfolders: name them in its config.yaml, as \`flows: ["**"]\``,
    );
  throw none(`no flow fits ${config.flows.join(", ")} (${config.file})`);
}

function matcherOf({ flows, file }: WorkspaceConfig): PathMatcher {
  const matchers = (globs: readonly string[]) =>
    globs.map((glob) => {
      const made = globMatcher(glob);
      if (typeof made !== "string") return made;
      throw invalid(`${file}: flows: "${glob}" is not a pattern of paths: ${made}`);
    });
  const wanted = matchers(flows.filter((glob) => !glob.startsWith("!")));
  const unwanted = matchers(flows.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
  if (wanted.length === 0 && unwanted.length > 0)
    throw invalid(`${file}: flows only excludes: put "*" or "**" before it`);
  return (path) => wanted.some((fits) => fits(path)) && !unwanted.some((fits) => fits(path));
}

/** A flow that cannot be read has no tags; it is kept, so that its error is reported. */
function byTags(flows: readonly PlannedFlow[], request: PlanRequest, config: WorkspaceConfig): readonly PlannedFlow[] {
  const included = [...request.includeTags, ...config.includeTags];
  const excluded = [...request.excludeTags, ...config.excludeTags];
  const found = flows.filter(({ flow }) => {
    if (!flow) return true;
    const has = (tags: readonly string[]) => flow.tags.some((tag) => tags.includes(tag));
    return (included.length === 0 || has(included)) && !has(excluded);
  });
  if (found.length > 0) return found;
  const given = `of the ${flows.length} flows`;
  if (included.length === 0) throw none(`each ${given} has one of the excluded tags (${excluded.join(", ")})`);
  const and = excluded.length === 0 ? "" : ` without an excluded tag (${excluded.join(", ")})`;
  throw none(`none ${given} has one of the tags ${included.join(", ")}${and}`);
}

/** As in Maestro, the media files of a flow have to exist, by name, in the paths of the run. Errors: FLOW_INVALID. */
async function requireMedia(flows: readonly PlannedFlow[], paths: readonly string[]): Promise<void> {
  const wanted = flows.flatMap(({ flow, file }) =>
    (flow?.steps ?? []).flatMap(({ command }) =>
      command.kind === "media" ? command.files.map((path) => ({ name: basename(path), file })) : [],
    ),
  );
  if (wanted.length === 0) return;
  const below = await Promise.all(
    paths.map(async (path) =>
      (await readdir(path, { recursive: true }).catch(() => [path])).map((one) => basename(one)),
    ),
  );
  const there = new Set(below.flat());
  const missing = wanted.find(({ name }) => !there.has(name));
  if (missing) throw invalid(`${missing.file} adds ${missing.name}, which does not lie in ${paths.join(", ")}`);
}

/**
 * The flows of `executionOrder`, as in Maestro: up to the first name that no flow has; if several flows have one name,
 * the last.
 */
function inSequence(flows: readonly PlannedFlow[], { flowsOrder, file }: WorkspaceConfig): readonly PlannedFlow[] {
  const byName = new Map(flows.map((flow) => [nameOf(flow), flow]));
  const order = [...new Set(flowsOrder)];
  if (!order.some((name) => byName.has(name))) return [];
  const end = order.findIndex((name) => !byName.has(name));
  const names = end < 0 ? order : order.slice(0, end);
  if (names.length === 0)
    throw invalid(`${file}: executionOrder: no flow is called ${order.filter((name) => !byName.has(name)).join(", ")}`);
  // If a name is repeated before the end, there is no order, as in Maestro.
  if (names.some((name, place) => flowsOrder[place] !== name)) return [];
  return names.flatMap((name) => byName.get(name) ?? []);
}

function nameOf({ flow, file }: PlannedFlow): string {
  return flow?.name ?? basename(file).replace(/\.[^.]*$/, "");
}

function none(why: string): FoveaError {
  return new FoveaError("NO_FLOW", inOneLine(why));
}

function invalid(why: string): FoveaError {
  return new FoveaError("FLOW_INVALID", inOneLine(why));
}
