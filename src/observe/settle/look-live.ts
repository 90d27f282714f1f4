import { isFoveaError } from "../../base/errors.js";
import type { LiveHalf } from "../../devices/on-device/live-half.js";
import type { Observation } from "../../screen/observation.js";
import type { Settled } from "../../screen/settled.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { deviceFacts } from "../device-facts.js";
import { OBSERVE_TREE, observe } from "../observe.js";
import { runProbe } from "../probe.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { type Heard, settleByEvents } from "./by-events.js";
import { restlessIn } from "./restless-in.js";

/** An app that takes no input for so long is said not to respond (ActivityManagerConstants, Android 7 to 16). */
const BUSY_MS = 5_000;
/** A start window stands for an app that is being loaded, which has no tree yet. */
const START_MS = 3_000;

/**
 * Reads every window once the screen has come to rest, by the events of the on-device half. It is read again only where
 * it was not there to be read: its app was busy, or is only being loaded.
 */
export async function lookLive(
  session: Session,
  { half, seq }: { readonly half: LiveHalf; readonly seq: number },
  signal: AbortSignal,
): Promise<{ readonly observation: Observation; readonly settled: Settled }> {
  let early: Promise<TileGrid | null> | null = null;
  const onUnrest = () => {
    early = pixelsOf(session, signal);
    early.catch(() => {}); // a cancelled call may end before it is waited for
  };
  const heard = await settleIfHeard(session, { half, seq, onUnrest }, signal);
  const before = await early;
  const fresh = heard.reaction === "events" ? true : "forced";
  const [{ observation }, after] = await Promise.all([
    observe(session, { ...OBSERVE_TREE, fresh }, signal),
    before !== null && !heard.isQuiet ? pixelsOf(session, signal) : null,
  ]);
  const settled = { ...settledOf(heard), toasts: toastsSince(half, seq) };
  if (!heard.isQuiet) {
    const restless = restlessIn(observation, { before, after, by: heard.noise ?? "events" });
    return { observation, settled: { ...settled, restless: restless ?? wordsOnly(half, seq, heard) } };
  }
  return await untilThere(session, { half, seq, observation, settled }, signal);
}

function settledOf({ isQuiet, signals, reaction, waitedMs }: Heard): Settled {
  return { isQuiet, signals, reaction, waitedMs, restless: null, toasts: [] };
}

/** A half that fails here fails when it is asked for the tree, too, which then comes from another source. */
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

/** Where no picture shows it, the last event names at least whose it is. */
function wordsOnly(half: LiveHalf, seq: number, { noise }: Heard): Settled["restless"] {
  const last = half.events.since(seq).findLast(({ type }) => type === "content" || type === "scrolled");
  const whose = last?.package ?? null;
  const what = whose === null ? "something keeps changing" : `something in ${whose} keeps changing`;
  return { by: noise ?? "events", what, region: null, refs: [] };
}

interface Found {
  readonly half: LiveHalf;
  readonly seq: number;
  readonly observation: Observation;
  readonly settled: Settled;
}

/** Once more where the window in front was not there to be read: as soon as its app is heard again, or never. */
async function untilThere(session: Session, found: Found, signal: AbortSignal) {
  const limitMs = waitsFor(found.observation);
  const { half, seq } = found;
  let { observation, settled } = found;
  for (
    let left = limitMs - settled.waitedMs;
    left > 0 && waitsFor(observation) > 0;
    left = limitMs - settled.waitedMs
  ) {
    const heard = half.events.lastSeq;
    const answer = await half.waitIdle({ after: heard, reactMs: left, quietMs: 130, timeoutMs: left + 400 }, signal);
    settled = {
      ...settled,
      waitedMs: settled.waitedMs + (answer.reacted === true ? Math.max(1, answer.waitedMs) : left),
    };
    if (answer.reacted !== true) break;
    observation = (await observe(session, OBSERVE_TREE, signal)).observation;
  }
  const isThere = waitsFor(observation) === 0;
  const what =
    observation.activeWindow?.type === "splash" ? "the app is still starting" : "the app in front does not answer";
  const restless = isThere ? null : ({ by: "app", what, region: null, refs: [] } as const);
  return { observation, settled: { ...settled, isQuiet: isThere, restless, toasts: toastsSince(half, seq) } };
}

/** How long the window in front is waited for, from the end of the action; 0 where it is there. */
function waitsFor({ hierarchySource, activeWindow, errors }: Observation): number {
  if (activeWindow?.type === "splash") return START_MS;
  const isHung = hierarchySource === "none" && errors.some(({ code }) => code === "WINDOW_UNREAD");
  return isHung ? BUSY_MS : 0;
}

/** Toasts are windows that no service is told of; the event that announces them has their words. */
function toastsSince(half: LiveHalf, seq: number): readonly string[] {
  const toasts = half.events.since(seq).filter((event) => event.type === "notification" && isToast(event.class));
  return [...new Set(toasts.map(({ text }) => text ?? "").filter((text) => text !== ""))];
}

function isToast(className: string | null): boolean {
  return className !== null && /^android\.widget\.Toast\b/.test(className);
}
