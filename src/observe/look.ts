import type { DeviceFacts } from "../devices/device.js";
import type { Ime } from "../screen/facts.js";
import type { FrameStats } from "../screen/frame-stats.js";
import type { ObserveRequest } from "./observe.js";
import { type ProbeContext, type ProbeResult, runProbe } from "./probe.js";
import { type HierarchyLook, hierarchyProbe } from "./probes/hierarchy.js";
import { inputMethodProbe } from "./probes/input-method.js";
import { type ScreenshotLook, screenshotProbe } from "./probes/screenshot.js";
import { type WindowLook, windowProbe } from "./probes/window.js";
import { packageInFront, readFrameStats } from "./read-frame-stats.js";

/** What the probes of one look found; absent parts were not asked for. */
export interface Look {
  readonly facts: ProbeResult<DeviceFacts>;
  readonly window: ProbeResult<WindowLook>;
  readonly hierarchy: ProbeResult<HierarchyLook> | null;
  readonly screenshot: ProbeResult<ScreenshotLook> | null;
  readonly frameStats: ProbeResult<FrameStats> | null;
  readonly inputMethod: ProbeResult<Ime> | null;
}

/**
 * Runs the probes together. With a tree, the picture is taken once the window manager has answered: the tree takes
 * longer than both (uiautomator waits for a quiet second), and the window manager is asked again after it, so that the
 * picture lies between two words that have to agree.
 */
export async function look(context: ProbeContext, request: ObserveRequest, signal: AbortSignal): Promise<Look> {
  const window = runProbe(windowProbe(context), signal);
  const isReset = request.frameStats === "reset";
  const [facts, windowResult, hierarchy, screenshot, frameStats, inputMethod] = await Promise.all([
    context.facts,
    window,
    request.hierarchy ? runProbe(hierarchyProbe(context, window), signal) : null,
    request.screenshot ? takePicture(context, request.hierarchy ? window : null, signal) : null,
    request.frameStats === "off" ? null : readFrameStats(context, window, isReset, signal),
    askInputMethod(context, window, signal),
  ]);
  return { facts, window: windowResult, hierarchy, screenshot, frameStats, inputMethod };
}

/**
 * Once more what has to belong together; the rest of the first look stays, with its age, but for the statistics of an
 * app that turns out not to be in front any more.
 */
export async function lookAgain(
  context: ProbeContext,
  { request, first }: { readonly request: ObserveRequest; readonly first: Look },
  signal: AbortSignal,
): Promise<Look> {
  const again = await look(context, { ...request, frameStats: "off" }, signal);
  const before = packageInFront(first.window.value);
  const isSameApp = before !== undefined && packageInFront(again.window.value) === before;
  if (isSameApp || request.frameStats === "off") return { ...again, frameStats: first.frameStats };
  const isReset = request.frameStats === "reset";
  return { ...again, frameStats: await readFrameStats(context, Promise.resolve(again.window), isReset, signal) };
}

/** The results of the probes that ran. */
export function resultsOf(look: Look): readonly ProbeResult<unknown>[] {
  return Object.values(look).filter((result: ProbeResult<unknown> | null) => result !== null);
}

async function takePicture(
  context: ProbeContext,
  after: Promise<unknown> | null,
  signal: AbortSignal,
): Promise<ProbeResult<ScreenshotLook>> {
  await after;
  return await runProbe(screenshotProbe(context), signal);
}

/** Only where the window manager does not tell about the keyboard. */
async function askInputMethod(
  context: ProbeContext,
  window: Promise<ProbeResult<WindowLook>>,
  signal: AbortSignal,
): Promise<ProbeResult<Ime> | null> {
  const { value } = await window;
  if (value && value.ime !== null) return null;
  return await runProbe(inputMethodProbe(context), signal);
}
