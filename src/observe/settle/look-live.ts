import { isFoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Observation } from "../../screen/observation.js";
import type { Settled } from "../../screen/settled.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { observe } from "../observe.js";
import { OBSERVE_TREE } from "../observe-request.js";
import { runProbe } from "../probe.js";
import { deviceFacts } from "../probes/device.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { type Heard, settleByEvents } from "./by-events.js";
import { restlessIn } from "./restless-in.js";
import { toastsSince } from "./toasts.js";

/**
 * Android reports an app that takes no input for this long as not responding (ActivityManagerConstants, Android 7 to
 * 16).
 */
const BUSY_MS = 5_000;
/** A splash window shows that an app is being loaded; it has no hierarchy yet. */
const START_MS = 3_000;
/** Between two activities no window has the focus, for some hundred ms at the usual speed of animations. */
const TRANSITION_MS = 1_500;

/**
 * Reads every window once the events of the companion show that the screen is stable. Reads it again only if there was
 * no hierarchy: the app was busy, or is still being loaded.
 */
export async function lookLive(
  session: Session,
  { companion, seq }: { readonly companion: LiveCompanion; readonly seq: number },
  signal: AbortSignal,
): Promise<{ readonly observation: Observation; readonly settled: Settled }> {
  let early: Promise<TileGrid | null> | null = null;
  const onUnrest = () => {
    early = pixelsOf(session, signal);
    early.catch(() => {}); // a cancelled call may end before it is waited for
  };
  const heard = await settleIfHeard(session, { companion, seq, onUnrest }, signal);
  const before = await early;
  const fresh = heard.reaction === "events" ? true : "forced";
  const readSince = companion.events.lastSeq;
  const [{ observation }, after] = await Promise.all([
    observe(session, { ...OBSERVE_TREE, fresh }, signal),
    before !== null && !heard.isQuiet ? pixelsOf(session, signal) : null,
  ]);
  const settled = { ...settledOf(heard), toasts: toastsSince(companion, seq) };
  if (!heard.isQuiet) {
    const restless = restlessIn(observation, { before, after, by: heard.noise ?? "events" });
    return { observation, settled: { ...settled, restless: restless ?? wordsOnly(companion, seq, heard) } };
  }
  return await untilThere(session, { companion, seq, readSince, observation, settled }, signal);
}

function settledOf({ isQuiet, signals, reaction, waitedMs }: Heard): Settled {
  return { isQuiet, signals, reaction, waitedMs, restless: null, toasts: [] };
}

/** Ignores a failing companion: it fails again when the hierarchy is read, which then comes from another source. */
async function settleIfHeard(
  session: Session,
  listening: Parameters<typeof settleByEvents>[1],
  signal: AbortSignal,
): Promise<Heard> {
  try {
    return await settleByEvents(session, listening, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error)) throw error;
    return { isQuiet: true, reaction: null, signals: [], waitedMs: 0, noise: null };
  }
}

async function pixelsOf(session: Session, signal: AbortSignal): Promise<TileGrid | null> {
  const context = { session, device: session.device, facts: deviceFacts(session, signal) };
  const [{ value }] = await Promise.all([runProbe(screenshotProbe(context), signal), context.facts]);
  return value?.grid ?? null;
}

/** Without screenshots, the last event at least names the app that keeps changing. */
function wordsOnly(companion: LiveCompanion, seq: number, { noise }: Heard): Settled["restless"] {
  const last = companion.events.since(seq).findLast(({ type }) => type === "content" || type === "scrolled");
  const whose = last?.package ?? null;
  const what = whose === null ? "unknown part" : `a part of ${whose}`;
  return { by: noise ?? "events", what, region: null, refs: [] };
}

interface Found {
  readonly companion: LiveCompanion;
  readonly seq: number;
  /** The last event before the screen was read. */
  readonly readSince: number;
  readonly observation: Observation;
  readonly settled: Settled;
}

/** Reads the screen again if the window in front had no hierarchy: until it has one, or until the time is over. */
async function untilThere(session: Session, found: Found, signal: AbortSignal) {
  const { companion, seq } = found;
  let { observation, settled, readSince } = found;
  for (let gap = gapOf(observation); gap && settled.waitedMs < gap.limitMs; gap = gapOf(observation)) {
    const reactMs = Math.min(gap.lookMs, gap.limitMs - settled.waitedMs);
    // An event of the app during the reading may be its answer; an event of another window is not.
    const after = hasSpoken(companion, readSince, observation) ? readSince : companion.events.lastSeq;
    const request = { after, reactMs, quietMs: QUIET_MS, timeoutMs: reactMs + GRACE_MS };
    const { reacted, waitedMs } = await companion.waitIdle(request, signal);
    settled = { ...settled, waitedMs: settled.waitedMs + (reacted === true ? Math.max(1, waitedMs) : reactMs) };
    if (reacted === true || gap.isWorthLooking) {
      readSince = companion.events.lastSeq;
      observation = (await observe(session, OBSERVE_TREE, signal)).observation;
    }
  }
  const what = gapOf(observation)?.what;
  const restless = what === undefined ? null : ({ by: "app", what, region: null, refs: [] } as const);
  return {
    observation,
    settled: { ...settled, isQuiet: restless === null, restless, toasts: toastsSince(companion, seq) },
  };
}

function hasSpoken({ events }: LiveCompanion, seq: number, { activeWindow }: Observation): boolean {
  const name = activeWindow?.app?.package ?? activeWindow?.package ?? null;
  return events.since(seq).some((event) => event.package === name);
}

const QUIET_MS = 130;
const GRACE_MS = 400;

/** Why the window in front has no hierarchy, and how long to wait for it. */
interface Gap {
  readonly what: string;
  /** The limit, in ms from the end of the action. */
  readonly limitMs: number;
  /** The time between two readings, in ms. */
  readonly lookMs: number;
  /** Whether the hierarchy may appear without an event. A hung app must not be read: every reader has to wait. */
  readonly isWorthLooking: boolean;
}

const GAPS = {
  start: { what: "the app is still starting", limitMs: START_MS, lookMs: 250, isWorthLooking: true },
  transition: { what: "no window in front has a tree", limitMs: TRANSITION_MS, lookMs: 50, isWorthLooking: true },
  hung: { what: "the app in front does not answer", limitMs: BUSY_MS, lookMs: BUSY_MS, isWorthLooking: false },
} as const satisfies Record<string, Gap>;

function gapOf({ hierarchySource, activeWindow, power, errors }: Observation): Gap | undefined {
  if (activeWindow?.type === "splash") return GAPS.start;
  if (hierarchySource !== "none" || power?.interactive === false) return undefined;
  const codes = errors.map(({ code }) => code);
  if (codes.includes("WINDOW_UNREAD")) return GAPS.hung;
  return codes.includes("HIERARCHY_NULL_ROOT") ? GAPS.transition : undefined;
}
