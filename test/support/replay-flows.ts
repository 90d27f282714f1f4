import { join } from "node:path";
import { readRecording } from "../../src/replay/read-recording.js";
import { type ReplayOptions, replayTrace } from "../../src/replay/replay-trace.js";
import type { RunReport, StepReport } from "../../src/replay/report.js";
import { toolContext } from "../../src/server/tool-context.js";
import { useCompanions } from "./companion-ways.js";
import { drive, SMALL } from "./drive.js";
import { never } from "./never.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";
import { type Layout, type TrueEvents, watchedApp } from "./watched-apps.js";

/** A call of a tool. */
export type FlowStep = readonly [tool: string, args: Readonly<Record<string, unknown>>];

export interface Flow {
  readonly name: string;
  readonly app: string;
  readonly steps: readonly FlowStep[];
}

/** A recorded flow, and the true events of each step. */
export interface Recorded {
  readonly flow: Flow;
  readonly folder: string;
  readonly events: readonly (readonly string[])[];
}

/** Tools whose calls are not steps. */
const LOOKS: ReadonlySet<string> = new Set(["wait_for", "screenshot"]);

/** Options with the companion, which reads trees fast. */
const QUICK: ProductOptions = { ...SMALL, apiLevel: 34, onDevice: "enabled", link: useCompanions() };

export interface RecordPreference {
  readonly layout?: Layout;
  /** The list to which true events are added; layouts may add to it, too. */
  readonly log?: TrueEvents;
  readonly product?: ProductOptions;
  /** Prepares the phone before the flow. */
  readonly prepare?: (product: Product) => void;
}

/** Records a flow below a folder, through the server, on its own phone. */
export async function recordFlow(flow: Flow, below: string, preference: RecordPreference = {}): Promise<Recorded> {
  const { layout = {}, product: options = {}, log = [] } = preference;
  const trace = join(below, flow.name);
  const rework = (app: Parameters<typeof watchedApp>[0]) => watchedApp(app, log, layout);
  await using driven = await drive({
    ...QUICK,
    app: flow.app,
    rework,
    ...options,
    config: { ...options.config, trace },
  });
  staysOn(driven.product);
  preference.prepare?.(driven.product);
  const events: (readonly string[])[] = [];
  await driven.did("observe");
  for (const [tool, args] of flow.steps) {
    log.length = 0;
    await driven.did(tool, args);
    if (!LOOKS.has(tool)) events.push([...log]);
  }
  const states = await driven.product.recorder.stop();
  const folder = [...states.values()][0]?.folder;
  if (!folder) throw new Error("nothing was recorded");
  return { flow, folder, events };
}

/** Keeps the screen on: at forty times the pace it could time out while a busy machine runs other programs. */
function staysOn({ phone }: Product): void {
  phone.putSetting("system", "screen_off_timeout", "86400000");
}

/** The result of a replay, and the true events of each step. */
export interface Replayed {
  readonly report: RunReport;
  readonly events: readonly (readonly string[])[];
}

export interface ReplayPreference extends Partial<ReplayOptions>, RecordPreference {}

/** Replays a trace on its own phone, with another layout of its apps. */
export async function replayFlow(
  { flow, folder }: Pick<Recorded, "flow" | "folder">,
  preference: ReplayPreference = {},
): Promise<Replayed> {
  const { layout = {}, product: options = {}, log = [], ...rest } = preference;
  const rework = (app: Parameters<typeof watchedApp>[0]) => watchedApp(app, log, layout);
  await using product = await startProduct({ ...QUICK, app: flow.app, rework, ...options });
  staysOn(product);
  const events: (readonly string[])[] = [];
  const onStep = (step: StepReport) => {
    events.push([...log]);
    log.length = 0;
    rest.onStep?.(step);
  };
  const replay: ReplayOptions = {
    file: folder,
    patienceMs: 500,
    values: new Map(),
    ignore: [],
    keepsGoing: true,
    launches: false,
    keep: async () => null,
    ...rest,
    onStep,
  };
  const context = toolContext(product, () => {});
  const session = await product.session();
  await using recording = await readRecording(folder);
  const report = await replayTrace(recording, { session, context }, replay, never());
  return { report, events };
}

/** Steps that are reported as done, although their true events differ from those of the recording. */
export function wronglyDone({ events: then }: Recorded, { report, events: now }: Replayed): readonly StepReport[] {
  return report.steps.filter(({ outcome }, place) => {
    const isSame = JSON.stringify([...new Set(then[place])]) === JSON.stringify([...new Set(now[place])]);
    return (outcome === "passed" || outcome === "healed") && !isSame;
  });
}
