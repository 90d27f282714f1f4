import { parse } from "node:path";
import { openApp } from "../app/open-app.js";
import { toFoveaError } from "../base/errors.js";
import { writeFileAt } from "../base/new-file.js";
import { requireActing } from "../base/read-only.js";
import { takePicture } from "../observe/take-picture.js";
import { checkFlow, type FlowCheck } from "../replay/flow/check-flow.js";
import type { Flow } from "../replay/flow/flow.js";
import type { FlowRunner } from "../replay/flow/flow-runner.js";
import { flowFiles, loadFlow } from "../replay/flow/load-flow.js";
import { runFlow } from "../replay/flow/run-flow.js";
import type { Variables } from "../replay/flow/template.js";
import { unrunFlow } from "../replay/flow/unrun-flow.js";
import { junitXml } from "../replay/junit.js";
import type { RunReport } from "../replay/report.js";
import { type Command, type CommandLine, integerFlag, readCommandLine, textFlag, UsageError } from "./command.js";
import { confirmOnTerminal } from "./confirm-on-terminal.js";
import { EXIT, printJson, printText } from "./output.js";
import { requirePlace } from "./require-place.js";
import { runHead, runSummary, stepLines } from "./run-story.js";

const USAGE = `fovea run FLOW.yaml… [--env NAME=VALUE…] [--junit OUT.xml] [--screenshots DIR] [--json]

Runs flows in Maestro's format (docs/flows.md says which part of it), one after another; a folder stands for the
flows in it. All of them are read before anything is done.
  --env NAME=VALUE     A variable: \${NAME} in the flow; may be given several times
  --allow-http HOST    Scripts may ask this host by http; may be given several times
  --junit OUT.xml      Writes the outcome for CI
  --screenshots DIR    Saves what takeScreenshot takes, and the screen of each failed step
  --update-baselines   Keeps what assertScreenshot sees, in place of comparing it
  --lookup-timeout MS  How long an element may take to come; 17000 if absent, as in Maestro
  --check              Only says what is wrong with the flows, all of them, by file and line; needs no device
  --yes                Flows may delete the data of apps (clearState) without asking
  --json               Prints the outcome as data

Exit codes: 0 all passed, 1 one failed or could not be run, 2 a flow or the command line is wrong: nothing was done.`;

const OWN = {
  env: { type: "string", multiple: true },
  "allow-http": { type: "string", multiple: true },
  junit: { type: "string" },
  screenshots: { type: "string" },
  "update-baselines": { type: "boolean" },
  "lookup-timeout": { type: "string" },
  check: { type: "boolean" },
  yes: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

const MOST_WORDS = 1_000;
const LOOKUP_MS = 17_000;

/** Runs flows on one device. */
export const run: Command = async (call, signal) => {
  const line = readCommandLine(call, OWN, MOST_WORDS);
  const { terminal, positionals, flags } = line;
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  if (positionals.length === 0) throw new UsageError("the flow is missing: fovea run FLOW.yaml");
  if (flags["check"] === true) return await check(line);
  await requirePlaces(line);
  const variables = variablesOf(line);
  const flows = await readFlows(positionals);
  requireActing("a flow", line.config);
  const lookupMs = integerFlag(flags, "lookup-timeout") ?? LOOKUP_MS;
  const reports: RunReport[] = [];
  try {
    await runAll(flows, { line, lookupMs, variables, reports }, signal);
  } catch (error) {
    const coded = toFoveaError(signal.aborted ? signal.reason : error);
    const at = { device: reports[0]?.device ?? "", startedAt: new Date().toISOString() };
    await saveReport([...reports, ...flows.slice(reports.length).map((flow) => unrunFlow(flow, at, coded))], line);
    throw error;
  }
  await saveReport(reports, line);
  if (flags["json"]) printJson(terminal, { reports });
  else if (reports.length > 1) printText(terminal, runSummary(reports));
  return reports.every(({ outcome }) => outcome === "passed") ? EXIT.done : EXIT.failed;
};

/** All mistakes of all flows; no device is looked for. */
async function check({ flags, positionals, terminal }: CommandLine): Promise<number> {
  const checks: FlowCheck[] = [];
  for (const file of (await Promise.all(positionals.map(flowFiles))).flat()) checks.push(await checkFlow(file));
  const wrong = checks.filter(({ mistakes }) => mistakes.length > 0);
  if (flags["json"] === true) {
    printJson(terminal, { files: checks });
  } else {
    const lines = wrong.flatMap(({ mistakes }) => mistakes);
    printText(terminal, [...lines, `${checks.length - wrong.length} of ${checks.length} flows can be run`].join("\n"));
  }
  return wrong.length === 0 ? EXIT.done : EXIT.usage;
}

async function saveReport(reports: readonly RunReport[], { flags }: CommandLine): Promise<void> {
  const junit = textFlag(flags, "junit");
  if (junit !== undefined) await writeFileAt(junit, Buffer.from(junitXml(reports)), true);
}

/** A mistyped folder is told before half an hour of flows, not after. */
async function requirePlaces({ flags }: CommandLine): Promise<void> {
  const junit = textFlag(flags, "junit");
  if (junit !== undefined) await requirePlace("--junit", junit, true);
}

function variablesOf({ flags }: CommandLine): Variables {
  return new Map(
    wordsOf(flags["env"]).map((word) => {
      const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
      if (name === undefined || value === undefined) throw new UsageError("--env takes NAME=VALUE");
      return [name, value];
    }),
  );
}

function wordsOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

/** What Maestro gives every flow. */
function fixedVariables({ file }: Flow, serial: string): readonly (readonly [string, string])[] {
  return [
    ["MAESTRO_FILENAME", parse(file).name],
    ["MAESTRO_DEVICE_UDID", serial],
    ["MAESTRO_SHARD_ID", "1"],
    ["MAESTRO_SHARD_INDEX", "0"],
  ];
}

async function readFlows(paths: readonly string[]): Promise<readonly Flow[]> {
  const files = (await Promise.all(paths.map(flowFiles))).flat();
  return await Promise.all(files.map(loadFlow));
}

interface Running {
  readonly line: CommandLine;
  readonly lookupMs: number;
  readonly variables: Variables;
  /** Each is put here as it ends. */
  readonly reports: RunReport[];
}

async function runAll(
  flows: readonly Flow[],
  { line, lookupMs, variables, reports }: Running,
  signal: AbortSignal,
): Promise<void> {
  const { config, flags, terminal } = line;
  const isStory = flags["json"] !== true;
  const isPictured = config.trace !== undefined && config.tracePictures === "on";
  await using app = await openApp(config, {
    keepsScreens: true,
    keepsChanges: false,
    program: "fovea run",
    entry: "script",
  });
  const session = app.sessions.of(await app.devices.get(undefined, signal));
  for (const flow of flows) {
    if (isStory) printText(terminal, [runHead(flow, session.device.serial), ...flow.notes].join("\n"));
    const runner: FlowRunner = {
      session,
      allowedSchemes: config.allowUrlSchemes,
      allowedHosts: wordsOf(flags["allow-http"]),
      variables: new Map([...variables, ...fixedVariables(flow, session.device.serial)]),
      lookupMs,
      pictures: textFlag(flags, "screenshots") ?? null,
      updatesBaselines: flags["update-baselines"] === true,
      // Steps come so fast that no picture can be taken behind their backs.
      ...(isPictured && { afterAct: async (limit: AbortSignal) => await takePicture(session, limit) }),
      mayClear: async (appId: string, limit: AbortSignal) => await askToClear(appId, line, limit),
      onStep: (step) => {
        if (isStory) printText(terminal, stepLines(step).join("\n"));
      },
    };
    const report = await runFlow(flow, runner, signal);
    if (isStory) printText(terminal, `${runSummary([report])}\n`);
    reports.push(report);
  }
}

async function askToClear(appId: string, { flags, terminal }: CommandLine, signal: AbortSignal): Promise<void> {
  if (flags["yes"] === true) return;
  const question = `The flow deletes all data of ${appId}: accounts, files and settings. Go on?`;
  await confirmOnTerminal(question, terminal, signal);
}
