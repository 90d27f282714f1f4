import { type FlowLine, readFlowLines } from "../flow-lines.js";
import type { OpenTrace } from "../open-trace.js";
import { traceLines } from "../trace-lines.js";
import { traceEvents, type Validation } from "../validate-trace.js";
import { extensions } from "../x-fovea.js";
import { withFlowRows } from "./flow-rows.js";
import { dataBlock, pageFrame } from "./page-frame.js";
import { callItem, type PageItem, stepItem } from "./page-item.js";
import { PagePictures, type Shrink } from "./page-pictures.js";

export interface PagePreference {
  /** One trace, or the traces of all phones of one run. */
  readonly traces: readonly [OpenTrace, ...OpenTrace[]];
  readonly shrink: Shrink;
  /** How many of the last steps are shown; all if absent. */
  readonly last?: number | undefined;
  /** The largest size of the page in bytes. */
  readonly mostBytes?: number;
}

/** The contents of the page, and what was left out of the trace. */
export interface PageReport {
  readonly validation: Validation;
  readonly steps: number;
  readonly stepsLeftOut: number;
  readonly pictures: number;
  readonly picturesLeftOut: number;
}

const MOST_BYTES = 64 * 1024 * 1024;
/** The share of the page's size for steps; the rest is for pictures. */
const SHARE_OF_STEPS = 0.6;

/**
 * A trace as one page, given piece by piece; `onReport` is called at its end. The memory needed does not grow with
 * screenshots or states. The steps of several traces are sorted by time, by the clock of the computer.
 */
export async function* tracePage(
  preference: PagePreference,
  onReport: (report: PageReport) => void,
): AsyncGenerator<string> {
  const { traces } = preference;
  const [main] = traces;
  const frame = await pageFrame(titleOf(main));
  yield frame.head;
  const made: Made = { items: [], flows: [], total: 0, pictures: 0, picturesLeftOut: 0, problems: 0, validation: NONE };
  for (const trace of traces) yield* blocksOf(trace, preference, made);
  const items = made.items.toSorted((a, b) => a.timestamp - b.timestamp);
  const steps = items.filter(({ kind }) => kind === "step").length;
  const { validation, pictures, picturesLeftOut, total, problems } = made;
  const report = { validation, steps, stepsLeftOut: total - steps, pictures, picturesLeftOut };
  const index = { manifest: main.manifest, items, flows: made.flows, ...report, validation: undefined, problems };
  yield dataBlock("index", index);
  yield frame.foot;
  onReport(report);
}

/** The results of the traces so far. */
interface Made {
  items: readonly PageItem[];
  flows: readonly FlowLine[];
  /** The number of steps in the traces. */
  total: number;
  pictures: number;
  picturesLeftOut: number;
  problems: number;
  validation: Validation;
}

const NONE: Validation = { steps: 0, problems: [], more: 0, tornBytes: 0 };

async function* blocksOf(trace: OpenTrace, preference: PagePreference, made: Made): AsyncGenerator<string> {
  const { shrink, traces, last, mostBytes = MOST_BYTES } = preference;
  const most = mostBytes / traces.length;
  const { skip, total, bytes } = await whatFits(trace, last ?? Number.POSITIVE_INFINITY, most * SHARE_OF_STEPS);
  const pictures = new PagePictures(trace.folder, shrink, most - bytes, made.pictures);
  const items: PageItem[] = [];
  const later = secondsBetween(traces[0], trace);
  const device = traces.length > 1 ? { device: trace.manifest?.device.serial ?? "" } : {};
  const add = (item: PageItem) => items.push({ ...item, ...device, timestamp: item.timestamp + later });
  const events = traceEvents(trace);
  let place = 0;
  let event = await events.next();
  for (; !event.done; event = await events.next()) {
    const { value } = event;
    if (value.kind === "call") {
      const isReported = place >= skip && value.call.result.error !== undefined && !value.isOfStep;
      if (isReported) add(callItem(value.call));
      continue;
    }
    place += 1;
    if (place <= skip) continue;
    const { step } = value;
    const share = total - place + 1;
    const before = await pictures.take(step.visual_state.screenshot_path, share);
    const after = await pictures.take(extensions.step(step)?.after?.screenshot_path, share);
    const number = made.total + place;
    add(stepItem(step, number, { before: before.number, after: after.number }));
    yield dataBlock(`step-${number}`, step) + before.block + after.block;
  }
  const flow = await readFlowLines(trace.folder);
  const lines = flow.lines.map((line) => ({ ...line, timestamp: line.timestamp + later }));
  const { problems, more } = event.value;
  made.items = [
    ...made.items,
    ...withFlowRows(items, lines, made.flows.length).map((item) => ({ ...item, ...device })),
  ];
  made.flows = [...made.flows, ...lines];
  made.total += place;
  made.pictures += pictures.count;
  made.picturesLeftOut += pictures.leftOut;
  made.problems += problems.length + more + flow.problems;
  made.validation = together(made.validation, event.value);
}

function together(one: Validation, other: Validation): Validation {
  return {
    ...other,
    steps: one.steps + other.steps,
    problems: [...one.problems, ...other.problems],
    more: one.more + other.more,
    tornBytes: one.tornBytes + other.tornBytes,
  };
}

function secondsBetween(one: OpenTrace, other: OpenTrace): number {
  const [from, to] = [one, other].map(({ manifest }) => Date.parse(manifest?.started_at ?? ""));
  return from === undefined || to === undefined || Number.isNaN(to - from) ? 0 : (to - from) / 1_000;
}

function titleOf({ manifest }: OpenTrace): string {
  return manifest === null ? "Trace" : `Trace of ${manifest.device.model ?? manifest.device.serial}`;
}

/** How many steps at the beginning are left out, so that the others are at most `last` and take at most `mostBytes`. */
async function whatFits(trace: OpenTrace, last: number, mostBytes: number) {
  const sizes: number[] = [];
  for await (const { text } of traceLines(trace.stepsPath)) {
    if (text.trim() !== "") sizes.push(Buffer.byteLength(text));
  }
  let [skip, bytes] = [sizes.length, 0];
  while (skip > 0 && sizes.length - skip < last && bytes + (sizes[skip - 1] ?? 0) <= mostBytes) {
    skip -= 1;
    bytes += sizes[skip] ?? 0;
  }
  return { skip, total: sizes.length, bytes };
}
