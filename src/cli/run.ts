import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { openFovea } from "../app/open-app.js";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { requireActing } from "../base/read-only.js";
import { readChecked } from "../replay/flow/check-flow.js";
import type { Flow } from "../replay/flow/flow.js";
import { workspaceOf } from "../replay/flow/load-flow.js";
import { durationsIn } from "../replay/suite/earlier-durations.js";
import { type FlowResult, runSuite, type SuitePhone } from "../replay/suite/suite.js";
import { type FlowPlan, type PlannedFlow, planFlows } from "../replay/workspace/plan.js";
import { type Command, type CommandLine, readCommandLine, UsageError } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import { requirePlace } from "./require-place.js";
import { isOnFarm, withFarmPlaces } from "./run-on-farm.js";
import { givenVariables, RUN_FLAGS, RUN_USAGE, type RunOptions, runOptions } from "./run-options.js";
import { type PhoneUse, withPhones } from "./run-phones.js";
import { saveRunReports } from "./run-reports.js";
import { isIdle, resultLines, runHead, runSummary, storyLines } from "./run-story.js";
import { openRunView } from "./run-view.js";
import { runWatching } from "./run-watch.js";

const MOST_WORDS = 1_000;

/** Runs flows, on one phone or several. */
export const run: Command = async (call, signal) => {
  const line = readCommandLine(call, RUN_FLAGS, MOST_WORDS);
  const { terminal, positionals, flags } = line;
  if (flags["help"]) {
    printText(terminal, RUN_USAGE);
    return EXIT.done;
  }
  if (positionals.length === 0) throw new UsageError("the flow is missing: fovea run FLOW.yaml");
  const options = runOptions(line);
  const isCheck = flags["check"] === true;
  // A mistyped folder is reported before the flows run, not half an hour later.
  if (options.junit !== null && !isCheck) await requirePlace("--junit", options.junit, true);
  if (options.html !== null && !isCheck) await requirePlace("--html", options.html, true);
  const plan = async () => (isCheck ? await planned(line, options) : await plannedOrReported(line, options));
  const once = async (flows: FlowPlan) =>
    isCheck ? check(line, flows) : await perform(line, { options, plan: flows }, signal);
  if (flags["watch"] !== true) return await once(await plan());
  if (flags["json"] === true) throw new UsageError("--watch is for people, --json for programs: give one of them");
  return await runWatching({ call, paths: positionals, plan, perform: once }, signal);
};

async function planned(line: CommandLine, options: RunOptions): Promise<FlowPlan> {
  const { includeTags, excludeTags, config } = options;
  const root = await rootOf(line, options);
  const request = { paths: line.positionals, includeTags, excludeTags, config };
  return await planFlows(request, async (file) => await readChecked(file, root, options.model !== null));
}

/** The same; if there is nothing to run, the reports get the reason, because older reports would look like new ones. */
async function plannedOrReported(line: CommandLine, options: RunOptions): Promise<FlowPlan> {
  try {
    return await planned(line, options);
  } catch (error) {
    const { code, message } = toFoveaError(error);
    const file = line.positionals.join(" ");
    const why = { code, message };
    const none: FlowResult = { name: "flows", file, tags: [], properties: {}, outcome: "failed", tries: [], why };
    await saveRunReports(options, [none], new Date().toISOString());
    throw error;
  }
}

/** The folder of the workspace. Errors: UsageError. */
async function rootOf({ positionals }: CommandLine, { workspace }: RunOptions): Promise<string> {
  if (workspace !== null && (await stat(workspace).catch(() => null))?.isDirectory() !== true)
    throw new UsageError(`--workspace: there is no folder ${workspace}`);
  return workspace === null ? await workspaceOf(positionals, process.cwd()) : resolve(workspace);
}

function all({ sequence, others }: FlowPlan): readonly PlannedFlow[] {
  return [...sequence, ...others];
}

/** Reports all mistakes of all flows; uses no device. */
function check({ flags, terminal }: CommandLine, plan: FlowPlan): number {
  const checks = all(plan).map(({ file, mistakes }) => ({ file, mistakes: mistakes.map(({ message }) => message) }));
  const wrong = checks.filter(({ mistakes }) => mistakes.length > 0);
  if (flags["json"] === true) {
    printJson(terminal, { files: checks });
  } else {
    const idle = all(plan).flatMap(({ file, flow, mistakes }) =>
      flow && mistakes.length === 0 && isEmpty(flow) ? [`! ${file}: it has no commands`] : [],
    );
    const lines = [...plan.config.notes, ...wrong.flatMap(({ mistakes }) => mistakes), ...idle];
    printText(terminal, [...lines, `${checks.length - wrong.length} of ${checks.length} flows can be run`].join("\n"));
  }
  return wrong.length === 0 ? EXIT.done : EXIT.usage;
}

/** Maestro accepts an empty flow, too. */
function isEmpty({ onStart, steps, onComplete }: Flow): boolean {
  return onStart.length + steps.length + onComplete.length === 0;
}

/** Errors: the first mistake that is not skipped. */
function requireRunnable(plan: FlowPlan, { continues, skipsUnsupported }: RunOptions): void {
  if (continues) return;
  const mistakes = all(plan).flatMap((flow) => flow.mistakes);
  const wrong = mistakes.filter(({ code }) => !(skipsUnsupported && code === "FLOW_UNSUPPORTED"));
  const [first, ...others] = wrong;
  if (!first) return;
  const more = others.length === 0 ? "" : ` (and ${others.length} more: fovea run --check lists them)`;
  throw new FoveaError(first.code, `${first.message}${more}`);
}

interface Running {
  readonly options: RunOptions;
  readonly plan: FlowPlan;
}

async function perform(line: CommandLine, { options, plan }: Running, signal: AbortSignal): Promise<number> {
  const { terminal, flags } = line;
  const startedAt = new Date().toISOString();
  const results: FlowResult[] = [];
  const save = async (flows: readonly FlowResult[]) => {
    await saveRunReports(options, flows, startedAt);
  };
  try {
    requireRunnable(plan, options);
    requireActing("a flow", line.config);
    await runAll(line, { options, plan, results }, signal);
  } catch (error) {
    await save(inPlace(plan, results, toFoveaError(signal.aborted ? signal.reason : error)));
    throw error;
  }
  const flows = inPlace(plan, results, null);
  await save(flows);
  if (flags["json"]) printJson(terminal, { flows, reports: flows.flatMap(({ tries }) => tries) });
  else if (flows.length > 1 || isIdle(flows)) printText(terminal, runSummary(flows));
  return isIdle(flows) || flows.some(({ outcome }) => outcome === "failed") ? EXIT.failed : EXIT.done;
}

/** The results in the order of the flows, including flows that were not reached. */
function inPlace(plan: FlowPlan, results: readonly FlowResult[], ended: FoveaError | null): readonly FlowResult[] {
  return all(plan).flatMap(({ file, flow, mistakes: [mistake] }): readonly FlowResult[] => {
    const found = results.find((result) => result.file === file);
    if (found || !ended) return found ? [found] : [];
    const { name, tags, properties } = flow ?? { name: file, tags: [], properties: {} };
    const why = mistake ?? { code: ended.code, message: `not run: ${ended.message}` };
    return [
      { name, file, tags, properties, outcome: "failed", tries: [], why: { code: why.code, message: why.message } },
    ];
  });
}

async function runAll(
  line: CommandLine,
  { options, plan, results }: Running & { readonly results: FlowResult[] },
  signal: AbortSignal,
): Promise<void> {
  const { config, flags, terminal } = line;
  const isStory = flags["json"] !== true;
  using view = openRunView(terminal);
  const say = (lines: readonly string[], serial: string) => {
    const lead = options.shards > 1 ? `[${serial}] ` : "";
    if (isStory) view.print(lines.map((one) => `${lead}${one}`).join("\n"));
  };
  if (isStory && plan.config.notes.length > 0) view.print(plan.config.notes.join("\n"));
  const use: PhoneUse = {
    line,
    options,
    config: plan.config,
    most: mostPhones(plan, options),
    variables: givenVariables(options, plan.config.env, terminal.env),
    onFlow: (flow, serial) => say([runHead(flow, serial), ...flow.notes], serial),
    onStepBegin: (step, flow, serial) => {
      if (isStory) view.began(serial, { ...step, flow: flow.name });
    },
    asking: async (ask) => await view.paused(ask),
    onStep: (step, serial) => {
      view.rests(serial);
      say(storyLines(step), serial);
    },
  };
  const suite = {
    ...options,
    sequence: plan.sequence,
    others: plan.others,
    continuesOnFailure: plan.config.continuesOnFailure,
    earlierMs: await earlierMs(options),
    onResult: (result: FlowResult) => {
      results.push(result);
      say([...resultLines(result), ""], result.tries.at(-1)?.device ?? "");
    },
  };
  const work = async (phones: readonly SuitePhone[]) => await runSuite({ ...suite, phones }, signal);
  if (isOnFarm(line)) {
    await withFarmPlaces({ use, flows: all(plan), root: await rootOf(line, options) }, work, signal);
    return;
  }
  await using app = await openFovea(config, {
    keepsScreens: true,
    keepsChanges: false,
    program: holderName(all(plan).length),
    entry: "script",
  });
  await withPhones(app, { use, work }, signal);
}

/**
 * The flow for the greatest number of phones, if a flow is for several. Errors: UsageError if --shards is given, too.
 */
function mostPhones(plan: FlowPlan, { shards }: RunOptions): Flow | null {
  const flows = all(plan).flatMap(({ flow }) => (flow && flow.devices.length > 1 ? [flow] : []));
  const [most] = flows.toSorted((a, b) => b.devices.length - a.devices.length);
  if (!most) return null;
  if (shards > 1) throw new UsageError(`--shards: ${most.file} already needs ${most.devices.length} phones`);
  return most;
}

/** The name of this run, which other programs get when they are refused its phones. */
function holderName(flows: number): string {
  return `fovea run of ${flows === 1 ? "a flow" : `${flows} flows`}`;
}

/** How long each flow took in the earlier run, whose report this run will replace. */
async function earlierMs({ junit, shards }: RunOptions): Promise<ReadonlyMap<string, number>> {
  if (junit === null || shards === 1) return new Map();
  return durationsIn(await readFile(junit, "utf8").catch(() => "")); // there is none before the first run
}
