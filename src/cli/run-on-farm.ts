import type { Flow } from "../replay/flow/flow.js";
import type { SuitePhone } from "../replay/suite/suite.js";
import type { PlannedFlow } from "../replay/workspace/plan.js";
import { type CommandLine, UsageError } from "./command.js";
import type { RunOptions } from "./run-options.js";
import { type PhoneUse, picturesBeside } from "./run-phones.js";

/** The flows of a run, and the folder to which their file names are relative. */
export interface FarmRun {
  readonly use: PhoneUse;
  readonly flows: readonly PlannedFlow[];
  readonly root: string;
}

/**
 * Runs `work` with places for flows; each flow runs on a leased phone of the farm. Errors: NONE_EXIST if no phone meets
 * the needs; UsageError for options that a farm does not support; those of opening a farm and of `work`.
 */
export async function withFarmPlaces<T>(
  { use, flows, root }: FarmRun,
  work: (places: readonly SuitePhone[]) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { options, line } = use;
  requirePossible(options, flows);
  const [{ openFarmUse, tenantOf }, { parseNeeds }, { assertExist }, { FlowPlace }] = await Promise.all([
    import("../app/farm/open-farm.js"),
    import("../farm/needs.js"),
    import("../farm/allocate.js"),
    import("../library/farm/flow-phones.js"),
  ]);
  const needs = parseNeeds(options.needs);
  await using opened = await openFarmUse(line.config, "fovea run", signal);
  const fabric = opened.use;
  assertExist([needs], await fabric.list([], signal));
  const meeting = await fabric.list(needs, signal);
  const on = {
    fabric,
    tenant: tenantOf(line.config),
    needs,
    waitMs: options.waitMs,
    root,
    filesOf: (flow: Flow) => flows.find((one) => one.flow === flow)?.files ?? [flow.file],
    variables: use.variables,
    lookupMs: options.lookupMs,
    clears: line.flags["yes"] === true,
    allowedHosts: options.allowedHosts,
    pictures: options.screenshots ?? use.config.outputFolder ?? (options.html && picturesBeside(options.html)),
    onFlow: use.onFlow,
    onStep: use.onStep,
  };
  const count = Math.max(1, Math.min(options.shards, flows.length, meeting.length));
  const places = Array.from({ length: count }, () => new FlowPlace(on));
  try {
    return await work(places);
  } finally {
    for (const place of places) await place[Symbol.asyncDispose]();
  }
}

/** Errors: UsageError for options and flows that a farm does not support. */
function requirePossible(options: RunOptions, flows: readonly PlannedFlow[]): void {
  if (options.updatesBaselines)
    throw new UsageError("--update-baselines writes files of this host: run without --farm");
  const several = flows.find(({ flow }) => (flow?.devices.length ?? 0) > 1);
  if (several) throw new UsageError(`${several.file} is for several phones, which a farm does not run yet`);
}

/** Whether the command line names a farm, on which the flows run. */
export function isOnFarm({ config }: CommandLine): boolean {
  return config.farm.length > 0;
}
