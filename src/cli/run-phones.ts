import { parse } from "node:path";
import { setDisplay } from "../actions/device/display.js";
import type { openApp } from "../app/open-app.js";
import { FoveaError } from "../base/errors.js";
import type { Device } from "../devices/device.js";
import { takePicture } from "../observe/take-picture.js";
import type { Flow } from "../replay/flow/flow.js";
import type { FlowRunner } from "../replay/flow/flow-runner.js";
import { runFlow } from "../replay/flow/run-flow.js";
import type { Variables } from "../replay/flow/template.js";
import type { StepReport } from "../replay/report.js";
import type { SuitePhone } from "../replay/suite/suite.js";
import type { WorkspaceConfig } from "../replay/workspace/workspace-config.js";
import type { CommandLine } from "./command.js";
import { confirmOnTerminal } from "./confirm-on-terminal.js";
import type { RunOptions } from "./run-options.js";

/** What each phone of a run is given. */
export interface PhoneUse {
  readonly line: CommandLine;
  readonly options: RunOptions;
  readonly config: WorkspaceConfig;
  readonly variables: Variables;
  /** Hears of a flow as it begins, and of each of its steps as it ends. */
  readonly onFlow: (flow: Flow, serial: string) => void;
  readonly onStep: (step: StepReport, serial: string) => void;
}

type App = Awaited<ReturnType<typeof openApp>>;

/** The phones that flows are run on. Errors: those of finding them; DEVICE_NOT_FOUND where there are too few. */
export async function runPhones(app: App, use: PhoneUse, signal: AbortSignal): Promise<readonly SuitePhone[]> {
  const devices = await devicesFor(app, use.options.shards, signal);
  const phones: SuitePhone[] = [];
  for (const [shard, device] of devices.entries()) {
    const session = app.sessions.of(device);
    if (use.config.stopsAnimations) await setDisplay(session, { animations: false }, signal);
    phones.push({
      serial: device.serial,
      run: async (flow, limit) => {
        use.onFlow(flow, device.serial);
        return await runFlow(flow, runnerOf({ session, shard, flow }, use), limit);
      },
    });
  }
  return phones;
}

async function devicesFor({ devices }: App, shards: number, signal: AbortSignal): Promise<readonly Device[]> {
  if (shards === 1) return [await devices.get(undefined, signal)];
  const usable = (await devices.list(signal)).filter(({ problem, allowed }) => problem === null && allowed);
  if (usable.length < shards) {
    const there = usable.map(({ serial }) => serial).join(", ");
    throw new FoveaError(
      "DEVICE_NOT_FOUND",
      `--shards ${shards} needs as many phones that can be used; there ${usable.length === 1 ? "is" : "are"} ${usable.length}${there === "" ? "" : `: ${there}`}`,
    );
  }
  return await Promise.all(usable.slice(0, shards).map(async ({ serial }) => await devices.get(serial, signal)));
}

interface OneRun {
  readonly session: FlowRunner["session"];
  readonly shard: number;
  readonly flow: Flow;
}

function runnerOf({ session, shard, flow }: OneRun, use: PhoneUse): FlowRunner {
  const { line, options, config, variables, onStep } = use;
  const { serial } = session.device;
  const isPictured = line.config.trace !== undefined && line.config.tracePictures === "on";
  return {
    session,
    allowedSchemes: line.config.allowUrlSchemes,
    allowedHosts: options.allowedHosts,
    variables: new Map([...variables, ...fixedVariables(flow, serial, shard)]),
    lookupMs: options.lookupMs,
    pictures: options.screenshots ?? config.outputFolder,
    updatesBaselines: options.updatesBaselines,
    // Steps come so fast that no picture can be taken between them.
    ...(isPictured && { afterAct: async (limit: AbortSignal) => await takePicture(session, limit) }),
    mayClear: async (appId: string, limit: AbortSignal) => await askToClear(appId, line, limit),
    onStep: (step) => onStep(step, serial),
  };
}

/** What Maestro gives every flow. */
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
