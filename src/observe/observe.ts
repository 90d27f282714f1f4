import { FoveaError } from "../base/errors.js";
import { countExchanges, type ExchangeTally } from "../devices/count-exchanges.js";
import type { DeviceFacts } from "../devices/device.js";
import type { Ime } from "../screen/facts.js";
import type { Frame } from "../screen/frame.js";
import type { FrameStats } from "../screen/frame-stats.js";
import type { Observation } from "../screen/observation.js";
import { renderElement } from "../screen/outline.js";
import { tileGrid } from "../screen/tiles.js";
import type { Session } from "../session/session.js";
import { assemble } from "./assemble.js";
import { deviceFacts } from "./device-facts.js";
import { type ProbeContext, type ProbeResult, runProbe } from "./probe.js";
import { frameStatsProbe } from "./probes/frame-stats.js";
import { type HierarchyLook, hierarchyProbe } from "./probes/hierarchy.js";
import { inputMethodProbe } from "./probes/input-method.js";
import { type ScreenshotLook, screenshotProbe } from "./probes/screenshot.js";
import { type WindowLook, windowProbe } from "./probes/window.js";
import { isTorn } from "./torn.js";

export interface ObserveRequest {
  /** Read the view hierarchy. */
  readonly hierarchy: boolean;
  /** Take a screenshot. */
  readonly screenshot: boolean;
  /** Read the frame statistics of the app in front, or read them and reset the counters. */
  readonly frameStats: "off" | "read" | "reset";
}

export const OBSERVE_ALL: ObserveRequest = { hierarchy: true, screenshot: true, frameStats: "read" };

/** An observation and the pixels that belong to it, which are too large to be part of it. */
export interface ObserveResult {
  readonly observation: Observation;
  readonly frame: Frame | null;
}

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
 * One look at one device: all probes together, each with its own deadline. A probe that fails is a named gap, and if
 * all of them fail the observation holds nothing but their errors: only cancellation ends the call.
 * If the tree and the focused window do not belong together, both are read once more; if they still do not, the
 * observation says TORN_OBSERVATION. Changes nothing on the device but the counters that `frameStats: "reset"` resets.
 */
export async function observe(session: Session, request: ObserveRequest, signal: AbortSignal): Promise<ObserveResult> {
  const startedAt = performance.now();
  const counted = countExchanges(session.device);
  const context: ProbeContext = { session, device: counted.device, facts: deviceFacts(session, signal) };
  const first = await look(context, request, signal);
  const torn = isTorn(first);
  const second = torn ? await lookAgain(context, first, signal) : first;
  const cost = costOf(counted.tally(), startedAt);
  const result = assemble({ session, look: second, cost, isTorn: torn && isTorn(second) });
  keep(session, result);
  return result;
}

/** Only a screen whose elements were read can say later what a ref meant. */
function keep(session: Session, { observation, frame }: ObserveResult): void {
  if (observation.hierarchySource === "none") return;
  session.remember(observation, describeElement);
  if (frame) session.noteTiles(observation.observationId, tileGrid(frame));
}

async function look(context: ProbeContext, request: ObserveRequest, signal: AbortSignal): Promise<Look> {
  const window = runProbe(windowProbe(context), signal);
  const [facts, windowResult, hierarchy, screenshot, frameStats, inputMethod] = await Promise.all([
    context.facts,
    window,
    request.hierarchy ? runProbe(hierarchyProbe(context), signal) : null,
    request.screenshot ? runProbe(screenshotProbe(context), signal) : null,
    request.frameStats === "off" ? null : readFrameStats(context, window, request.frameStats === "reset", signal),
    askInputMethod(context, window, signal),
  ]);
  return { facts, window: windowResult, hierarchy, screenshot, frameStats, inputMethod };
}

/** Once more what has to belong together; the rest of the first look stays, with its age. */
async function lookAgain(context: ProbeContext, first: Look, signal: AbortSignal): Promise<Look> {
  const window = runProbe(windowProbe(context), signal);
  const [windowResult, hierarchy, screenshot] = await Promise.all([
    window,
    runProbe(hierarchyProbe(context), signal),
    first.screenshot ? runProbe(screenshotProbe(context), signal) : null,
  ]);
  return { ...first, window: windowResult, hierarchy, screenshot };
}

/**
 * The app that was in front at the last observation of this boot is asked at once; if another one turns out to be in
 * front now, that one is asked, too. A reset waits until it is known whom to reset.
 */
async function readFrameStats(
  context: ProbeContext,
  window: Promise<ProbeResult<WindowLook>>,
  reset: boolean,
  signal: AbortSignal,
): Promise<ProbeResult<FrameStats>> {
  const guess = reset ? undefined : await lastPackage(context);
  const guessed = guess === undefined ? undefined : runProbe(frameStatsProbe(context, guess, false), signal);
  const now = packageInFront((await window).value);
  if (guessed && (now === guess || now === undefined)) return await guessed;
  await guessed;
  if (now !== undefined) return await runProbe(frameStatsProbe(context, now, reset), signal);
  return await runProbe({ name: "frameStats", deadlineMs: 1, work: () => Promise.reject(noPackage()) }, signal);
}

function noPackage(): FoveaError {
  return new FoveaError("NO_FRAME_STATS", "it is not known which app is in front");
}

async function lastPackage({ session, facts }: ProbeContext): Promise<string | undefined> {
  const last = session.lastObservation;
  if (!last) return undefined;
  const bootId = (await facts).value?.bootId ?? null;
  if (bootId === null || last.device.bootId !== bootId) return undefined;
  return last.activeWindow?.app?.package ?? last.activeWindow?.package ?? undefined;
}

function packageInFront(window: WindowLook | null): string | undefined {
  return window?.activeWindow?.app?.package ?? window?.activeWindow?.package ?? undefined;
}

/** Only where the window manager does not tell about the keyboard. */
async function askInputMethod(context: ProbeContext, window: Promise<ProbeResult<WindowLook>>, signal: AbortSignal) {
  const { value } = await window;
  if (value?.ime?.visible !== undefined && value.ime.visible !== null) return null;
  return await runProbe(inputMethodProbe(context), signal);
}

function costOf(tally: ExchangeTally, startedAt: number): Observation["cost"] {
  return {
    adbStreams: tally.adbStreams,
    deviceProcesses: tally.deviceProcesses,
    longestStreamMs: Math.round(tally.longestStreamMs * 10) / 10,
    wallMs: Math.round((performance.now() - startedAt) * 10) / 10,
  };
}

function describeElement(observation: Observation, ref: string): string {
  const element = observation.elements.find((one) => one.ref === ref);
  return element ? renderElement(element, undefined) : ref;
}
