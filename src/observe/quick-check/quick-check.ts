import { FoveaError } from "../../base/errors.js";
import { rectOf } from "../../base/geometry.js";
import { countExchanges } from "../../devices/count-exchanges.js";
import type { DeviceFacts } from "../../devices/device.js";
import type { PictureChange } from "../../screen/diff-text.js";
import type { Observation } from "../../screen/observation.js";
import { changedPart, TILE, type TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { assemble } from "../assemble/assemble.js";
import { costOf } from "../assemble/cost-of.js";
import { lookOf } from "../assemble/parts-of.js";
import { showsNothing } from "../assemble/shows-nothing.js";
import { type ProbeContext, type ProbeResult, runProbe } from "../probe.js";
import { deviceFacts } from "../probes/device.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { type WindowData, windowProbe } from "../probes/window.js";
import { takeWindowAndScreenshot, type WindowAndScreenshot } from "../probes/window-and-screenshot.js";
import { NO_FACTS } from "../probes.js";

/** The facts of a screen that are known without its hierarchy. */
export interface QuickCheck {
  readonly bootId: string | null;
  readonly window: WindowData | null;
  /** Null without a screenshot, and if the screenshot shows only the system bars. */
  readonly grid: TileGrid | null;
  /** The device's time right before the screenshot, in ms since boot; null if it did not report it. */
  readonly uptimeMs: number | null;
  /**
   * The results of its probes; null if the facts are from an observation, or if they are not made into an observation.
   */
  readonly parts: QuickCheckParts | null;
}

/** The parts of a quick check from which an observation without elements is made. */
export interface QuickCheckParts {
  readonly facts: ProbeResult<DeviceFacts>;
  readonly window: ProbeResult<WindowData>;
  /** The cost of everything that was read, also of the screenshot. */
  readonly cost: Observation["cost"];
}

/** Reads window facts and pixels together. Errors: those of the connection if neither could be read. */
export async function quickCheck(session: Session, signal: AbortSignal): Promise<QuickCheck> {
  const startedAt = performance.now();
  const { device, tally } = countExchanges(session.device);
  const context: ProbeContext = { session, device, facts: deviceFacts(session, signal) };
  const window = runProbe(windowProbe(context), signal);
  const screenshot = runProbe(screenshotProbe(context, true), signal);
  const cost = () => ({ ...costOf(tally(), startedAt), walkMs: null });
  return await quickCheckFrom(context, { window, screenshot }, cost);
}

/**
 * Opens the stream of a quick check without an observation, see {@link takeWindowAndScreenshot} and
 * {@link finishQuickCheck}.
 */
export function beginQuickCheck(session: Session, framesOf: string | null, signal: AbortSignal): BegunQuickCheck {
  const context: ProbeContext = { session, device: session.device, facts: deviceFacts(session, signal) };
  context.facts.catch(() => {}); // a cancelled call may end before it is waited for
  return { context, windowAndScreenshot: takeWindowAndScreenshot(context, framesOf, signal) };
}

export interface BegunQuickCheck {
  readonly context: ProbeContext;
  readonly windowAndScreenshot: WindowAndScreenshot;
}

/** {@link quickCheck} by one stream, with the pixels last; no observation is made of it. Errors: as quickCheck. */
export async function finishQuickCheck({ context, windowAndScreenshot }: BegunQuickCheck): Promise<QuickCheck> {
  return await quickCheckFrom(context, windowAndScreenshot, null);
}

async function quickCheckFrom(
  { session, facts }: ProbeContext,
  asked: Pick<WindowAndScreenshot, "window" | "screenshot">,
  cost: (() => Observation["cost"]) | null,
): Promise<QuickCheck> {
  const [boot, window, screenshot] = await Promise.all([facts, asked.window, asked.screenshot]);
  const [error] = window.errors;
  if (window.value === null && screenshot.value === null && error) {
    throw new FoveaError(error.code, error.message, { device: session.device.serial });
  }
  const { value: picture } = screenshot;
  const grid = picture && !showsNothing(picture.frame, window.value?.systemInsets ?? null) ? picture.grid : null;
  const { uptimeMs = null } = picture ?? {};
  const parts = cost && { facts: boot, window, cost: cost() };
  return { bootId: boot.value?.bootId ?? null, window: window.value, grid, uptimeMs, parts };
}

const NOT_ASKED = { hierarchy: null, screenshot: null, facts: NO_FACTS, activity: null } as const;

/** The screen of a quick check as an observation without elements; null if the quick check has no `parts`. */
export function observationOf(session: Session, { parts }: QuickCheck): Observation | null {
  if (!parts) return null;
  const { facts, window, cost } = parts;
  const look = lookOf({ device: facts, window, ...NOT_ASKED, windowsMoved: false, failures: [] });
  return assemble({ session, look, elements: [], cost: () => cost, isInconsistent: false });
}

/** The facts of an observation as a quick check would have read them, with the observation's pixels. */
export function quickCheckOf(observation: Observation, grid: TileGrid | null): QuickCheck {
  const { device, displayId, screenSize, density, rotation, systemInsets, activeWindow, ime, power, keyguard } =
    observation;
  const facts = { displayId, screenSize, density, rotation, systemInsets, activeWindow, ime, power, keyguard };
  return {
    bootId: device.bootId,
    window: { ...facts, windows: null, errors: [], deviceTimeMs: null },
    grid,
    uptimeMs: null,
    parts: null,
  };
}

/**
 * How the pixels changed since `before`, below the tiles of the status bar (its clock changes); null if either
 * screenshot is missing.
 */
export function pictureChange(before: TileGrid | null, now: QuickCheck): PictureChange {
  if (!before || !now.grid) return null;
  const bar = now.window?.systemInsets?.statusBars;
  const top = bar?.visible === true ? Math.ceil(bar.top / TILE) * TILE : 0;
  return changedPart(before, now.grid, rectOf(0, top, now.grid.width, now.grid.height)) ?? "same";
}

/** Same boot, focused window, rotation and keyboard; false if one of them is unknown. */
export function isSameWindow(before: QuickCheck, after: QuickCheck): boolean {
  return before.window !== null && isWindowOf({ device: { bootId: before.bootId }, ...before.window }, after);
}

/** Whether the quick check shows the same window as the observation. */
export function isWindowOf(
  before: Pick<Observation, "activeWindow" | "rotation" | "ime"> & {
    readonly device: { readonly bootId: string | null };
  },
  { bootId, window }: QuickCheck,
): boolean {
  const [then, now] = [before.activeWindow, window?.activeWindow];
  if (!then || !now || bootId !== before.device.bootId) return false;
  if (window?.rotation !== before.rotation || window.ime?.visible !== before.ime?.visible) return false;
  return then.windowId === null || now.windowId === null ? then.title === now.title : then.windowId === now.windowId;
}
