import type { OpenTrace } from "../open-trace.js";
import { traceLines } from "../trace-lines.js";
import { traceEvents, type Validation } from "../validate-trace.js";
import { extensions } from "../x-fovea.js";
import { dataBlock, pageFrame } from "./page-frame.js";
import { callItem, type PageItem, stepItem } from "./page-item.js";
import { PagePictures, type Shrink } from "./page-pictures.js";

export interface PagePreference {
  readonly trace: OpenTrace;
  readonly shrink: Shrink;
  /** Only so many steps from the end. */
  readonly last?: number | undefined;
  /** How large the page may become. */
  readonly mostBytes?: number;
}

/** What the page holds, and what of the trace it does not. */
export interface PageReport {
  readonly validation: Validation;
  readonly steps: number;
  readonly stepsLeftOut: number;
  readonly pictures: number;
  readonly picturesLeftOut: number;
}

const MOST_BYTES = 64 * 1024 * 1024;
/** Of the page's size, what steps may take; the rest is for pictures. */
const SHARE_OF_STEPS = 0.6;

/**
 * A trace as one page, piece by piece; `onReport` is called at its end. Memory does not grow with pictures or states.
 */
export async function* tracePage(
  preference: PagePreference,
  onReport: (report: PageReport) => void,
): AsyncGenerator<string> {
  const { trace, shrink, last, mostBytes = MOST_BYTES } = preference;
  const { skip, total, bytes } = await whatFits(trace, last ?? Number.POSITIVE_INFINITY, mostBytes * SHARE_OF_STEPS);
  const pictures = new PagePictures(trace.folder, shrink, mostBytes - bytes);
  const items: PageItem[] = [];
  const frame = await pageFrame(titleOf(trace));
  yield frame.head;
  const events = traceEvents(trace);
  let place = 0;
  let event = await events.next();
  for (; !event.done; event = await events.next()) {
    const { value } = event;
    if (value.kind === "call") {
      const isReported = place >= skip && value.call.result.error !== undefined && !value.isOfStep;
      if (isReported) items.push(callItem(value.call));
      continue;
    }
    place += 1;
    if (place <= skip) continue;
    const { step } = value;
    const share = total - place + 1;
    const before = await pictures.take(step.visual_state.screenshot_path, share);
    const after = await pictures.take(extensions.step(step)?.after?.screenshot_path, share);
    items.push(stepItem(step, place, { before: before.number, after: after.number }));
    yield dataBlock(`step-${place}`, step) + before.block + after.block;
  }
  const validation = event.value;
  const steps = items.filter(({ kind }) => kind === "step").length;
  const report = {
    validation,
    steps,
    stepsLeftOut: place - steps,
    pictures: pictures.count,
    picturesLeftOut: pictures.leftOut,
  };
  const { problems, more } = validation;
  const index = { manifest: trace.manifest, items, ...report, validation: undefined, problems: problems.length + more };
  yield dataBlock("index", index);
  yield frame.foot;
  onReport(report);
}

function titleOf({ manifest }: OpenTrace): string {
  return manifest === null ? "Trace" : `Trace of ${manifest.device.model ?? manifest.device.serial}`;
}

/** How many steps at the front are left out so that the others, at most `last`, take no more than so many bytes. */
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
