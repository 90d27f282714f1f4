import { parse } from "node:path";
import { setDisplay } from "../actions/device/display.js";
import type { openFovea } from "../app/open-app.js";
import { FoveaError } from "../base/errors.js";
import { redactionOf } from "../base/redaction.js";
import type { Device } from "../devices/device.js";
import { readCoveredLog } from "../observe/evidence/read-app-log.js";
import { takePicture } from "../observe/take-picture.js";
import { flowNote } from "../recorder/flow-note.js";
import { Redactor } from "../recorder/redactor.js";
import type { Flow } from "../replay/flow/flow.js";
import type { FlowRunner, TracedStep } from "../replay/flow/flow-runner.js";
import { runFlow } from "../replay/flow/run-flow.js";
import type { Variables } from "../replay/flow/template.js";
import type { StepReport } from "../replay/report.js";
import type { SuitePhone } from "../replay/suite/suite.js";
import type { WorkspaceConfig } from "../replay/workspace/workspace-config.js";
import type { Session } from "../session/session.js";
import type { CommandLine } from "./command.js";
import { confirmOnTerminal } from "./confirm-on-terminal.js";
import type { RunOptions } from "./run-options.js";

/** What the runs on all phones have in common. */
export interface PhoneUse {
  readonly line: CommandLine;
  readonly options: RunOptions;
  readonly config: WorkspaceConfig;
  /** The flow for the greatest number of phones, if a flow is for several; else null. */
  readonly most: Flow | null;
  readonly variables: Variables;
  /** Called when a flow begins, and when each of its steps begins and ends. */
  readonly onFlow: (flow: Flow, serial: string) => void;
  readonly onStepBegin: (step: Pick<StepReport, "name" | "place">, flow: Flow, serial: string) => void;
  readonly onStep: (step: StepReport, serial: string) => void;
  /** Writes a step into the trace of its phone; absent if no trace is recorded. */
  readonly traceStep?: (serial: string, step: TracedStep) => void;
  /** Runs a question to a person, and gives the answer. */
  readonly asking: <T>(ask: () => Promise<T>) => Promise<T>;
}

type App = Awaited<ReturnType<typeof openFovea>>;

/**
 * Runs `work` with the phones for the flows. No other program can act on these phones until it ends: others are refused
 * with the name of this one. Errors: those of finding the phones; DEVICE_NOT_FOUND if there are too few; DEVICE_BUSY if
 * another program acts on one; those of `work`.
 */
export async function withPhones<T>(
  app: App,
  { use, work }: { readonly use: PhoneUse; readonly work: (phones: readonly SuitePhone[]) => Promise<T> },
  signal: AbortSignal,
): Promise<T> {
  const devices = await devicesFor(app, use, signal);
  const sessions = devices.map((device) => app.sessions.of(device));
  const { recorder } = app;
  const traceStep = (serial: string, step: TracedStep) => recorder.flowStep(serial, flowNote(step));
  const traced = use.line.config.trace === undefined ? use : { ...use, traceStep };
  return await reserved(sessions, async () => await work(await phonesOf(sessions, traced, signal)), signal);
}

/** Holds the turn on each phone while `work` runs; all its actions belong to these turns. */
async function reserved<T>(
  [first, ...rest]: readonly Session[],
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!first) return await work();
  return await first.acts.run(async () => await reserved(rest, work, signal), signal);
}

async function phonesOf(
  sessions: readonly Session[],
  use: PhoneUse,
  signal: AbortSignal,
): Promise<readonly SuitePhone[]> {
  for (const session of sessions)
    if (use.config.stopsAnimations) await setDisplay(session, { animations: false }, signal);
  // Flows for several phones use all of them, one flow after another.
  const leading = sessions.slice(0, use.options.shards);
  return leading.map((session, shard) => ({
    serial: session.device.serial,
    run: async (flow, limit) => {
      use.onFlow(flow, session.device.serial);
      const runner = runnerOf({ session, shard, flow }, use);
      const named = flow.devices.map((name, place) => [name, peerOf({ sessions, place, flow, runner }, use)] as const);
      return await runFlow(flow, { ...runner, peers: new Map(named) }, limit);
    },
  }));
}

interface Peer {
  readonly sessions: readonly Session[];
  readonly place: number;
  readonly flow: Flow;
  readonly runner: FlowRunner;
}

/** The runner for one of a flow's phones; the first phone is the one on which the flow runs. Errors: INTERNAL. */
function peerOf({ sessions, place, flow, runner }: Peer, use: PhoneUse): FlowRunner {
  const session = sessions[place];
  if (!session) throw new FoveaError("INTERNAL", `${flow.name} has no phone ${place + 1}`);
  return place === 0 ? runner : runnerOf({ session, shard: 0, flow }, use);
}

/** The phones for the run. Errors: DEVICE_NOT_FOUND if there are too few. */
async function devicesFor(
  { devices }: App,
  { options: { shards }, most, line }: PhoneUse,
  signal: AbortSignal,
): Promise<readonly Device[]> {
  const wanted = Math.max(shards, most?.devices.length ?? 0);
  if (wanted === 1) return [await devices.get(undefined, signal)];
  const usable = (await devices.list(signal)).filter(({ problem, allowed }) => problem === null && allowed);
  const serials = usable.map(({ serial }) => serial);
  if (serials.length < wanted) {
    const who = most ? `${most.name}, which is for ${most.devices.join(" and ")},` : `--shards ${shards}`;
    const there = `${serials.length === 1 ? "is" : "are"} ${serials.length}${serials.length === 0 ? "" : `: ${serials.join(", ")}`}`;
    throw new FoveaError("DEVICE_NOT_FOUND", `${who} needs as many usable phones; there ${there}`);
  }
  const isNamed = (serial: string) => serial === line.config.device;
  const sorted = [...serials.filter(isNamed), ...serials.filter((serial) => !isNamed(serial))];
  return await Promise.all(sorted.slice(0, wanted).map(async (serial) => await devices.get(serial, signal)));
}

interface OneRun {
  readonly session: FlowRunner["session"];
  readonly shard: number;
  readonly flow: Flow;
}

function runnerOf({ session, shard, flow }: OneRun, use: PhoneUse): FlowRunner {
  const { line, options, config, variables, onStepBegin, onStep, asking } = use;
  const { serial } = session.device;
  const isPictured = line.config.trace !== undefined && line.config.tracePictures === "on";
  return {
    session,
    allowedSchemes: line.config.allowUrlSchemes,
    allowedHosts: options.allowedHosts,
    model: options.model,
    variables: new Map([...variables, ...fixedVariables(flow, serial, shard)]),
    lookupMs: options.lookupMs,
    pictures: options.screenshots ?? config.outputFolder ?? (options.html && picturesBeside(options.html)),
    ...((options.html !== null || line.config.trace !== undefined) && {
      readLog: async (app: string, limit: AbortSignal) =>
        await readCoveredLog(session, { app, redact: line.config.redact }, limit),
    }),
    covers: new Redactor(redactionOf(line.config.redact), line.config.redactRegions),
    updatesBaselines: options.updatesBaselines,
    // Steps may follow each other too fast for a screenshot between them.
    ...(isPictured && { afterAct: async (limit: AbortSignal) => await takePicture(session, limit) }),
    mayClear: async (appId: string, limit: AbortSignal) =>
      await asking(async () => await askToClear(appId, line, limit)),
    ...(use.traceStep && { traceStep: (step) => use.traceStep?.(serial, step) }),
    onStepBegin: (step) => onStepBegin(step, flow, serial),
    onStep: (step) => onStep(step, serial),
  };
}

/** The folder for the screenshots of failed steps, which the HTML page shows. */
export function picturesBeside(html: string): string {
  return `${html.replace(/\.html?$/i, "")}-pictures`;
}

/** The variables that Maestro sets for every flow. */
function fixedVariables({ file }: Flow, serial: string, shard: number): readonly (readonly [string, string])[] {
  return [
    ["MAESTRO_FILENAME", parse(file).name],
    ["MAESTRO_DEVICE_UDID", serial],
    ["MAESTRO_SHARD_ID", String(shard + 1)],
    ["MAESTRO_SHARD_INDEX", String(shard)],
  ];
}

async function askToClear(appId: string, { flags, terminal }: CommandLine, signal: AbortSignal): Promise<void> {
  if (flags["yes"] === true) return;
  const question = `The flow deletes all data of ${appId}: accounts, files and settings. Go on?`;
  await confirmOnTerminal(question, terminal, signal);
}
