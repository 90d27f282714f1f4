import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";
import type { Signal } from "../../screen/settled.js";
import type { Session } from "../../session/session.js";
import { changesMore, SYSTEM_UI } from "../companion/status-bar.js";
import { type FrameCounter, frameCounter, isStill, lastPackage } from "./frame-counter.js";

/**
 * The times of each phase, in the device's own ms. A dialog may appear half a second after the touch that opens it; the
 * ripple that Android draws around a touch is over after `echoMs` (RippleDrawable). An app sends at most one content
 * event in 100 ms, so a shorter quiet time would prove nothing (ViewConfiguration).
 */
const PACE = { echoMs: 350, reactMs: 500, quietMs: 130, capMs: 1_500, sliceMs: 400 } as const;

/** The events until the screen was stable, or until the time was over. */
export interface Heard {
  readonly isQuiet: boolean;
  readonly reaction: Signal | null;
  readonly signals: readonly Signal[];
  readonly waitedMs: number;
  /** Which source still reported changes at the end; null if the screen became stable. */
  readonly noise: "events" | "frames" | null;
}

export interface Listening {
  readonly companion: LiveCompanion;
  /** Number of the last event before the action. */
  readonly seq: number;
  /** Called once if the screen does not become stable soon. */
  readonly onUnrest: () => void;
}

/**
 * Waits for the first event that reports more than the touch itself, and then until no more events come. Without such
 * an event, the app's counter of frames shows whether it draws without events: then this waits until the app stops
 * drawing. Errors: those of the request.
 */
export async function settleByEvents(session: Session, listening: Listening, signal: AbortSignal): Promise<Heard> {
  const heardFrom: EventSource = {
    ...listening,
    isImeShown: session.lastObservation?.ime?.visible === true,
    front: lastPackage(session),
  };
  const counter = heardFrom.front === null ? null : frameCounter(session, heardFrom.front);
  const first = await firstReaction(heardFrom, counter, signal);
  if (first.isReacted) return await quietOf(heardFrom, first, signal);
  return await stillOf(heardFrom, { counter, first }, signal);
}

interface EventSource extends Listening {
  readonly isImeShown: boolean;
  /** The app that was in front before the action. */
  readonly front: string | null;
}

interface First extends Listened {
  /** The counter's value after the app finished drawing the touch itself. */
  readonly frames: number | null;
}

async function firstReaction(
  heardFrom: EventSource,
  counter: FrameCounter | null,
  signal: AbortSignal,
): Promise<First> {
  const echo = await listen(heardFrom, { seq: heardFrom.seq, forMs: PACE.echoMs }, signal);
  if (echo.isReacted) return { ...echo, frames: null };
  const frames = counter?.read(signal) ?? null;
  frames?.catch(() => {}); // a cancelled call may end before it is waited for
  const rest = await listen(heardFrom, { seq: echo.seq, forMs: PACE.reactMs - echo.waitedMs }, signal);
  return { ...rest, waitedMs: echo.waitedMs + rest.waitedMs, frames: await frames };
}

interface Listened {
  readonly isReacted: boolean;
  /** No more events came after the reaction; true without a reaction. */
  readonly isIdle: boolean;
  readonly waitedMs: number;
  /** Number of the last received event. */
  readonly seq: number;
}

/** Listens for a reaction after the event `seq`, for at most `forMs`. Other events do not end the wait. */
async function listen(
  heardFrom: EventSource,
  { seq: from, forMs }: { readonly seq: number; readonly forMs: number },
  signal: AbortSignal,
): Promise<Listened> {
  let waitedMs = 0;
  let seq = from;
  while (waitedMs < forMs) {
    const reactMs = forMs - waitedMs;
    const request = { after: seq, reactMs, quietMs: PACE.quietMs, timeoutMs: reactMs + PACE.sliceMs };
    const answer = await heardFrom.companion.waitIdle(request, signal);
    // At least 1 ms or the requested time counts, so that the loop ends.
    waitedMs += answer.reacted === true ? Math.max(1, answer.waitedMs) : Math.max(reactMs, answer.waitedMs);
    if (answer.reacted === true && hasReacted(heardFrom, seq, answer.seq)) {
      return { isReacted: true, isIdle: answer.idle, waitedMs, seq: answer.seq };
    }
    seq = answer.seq;
  }
  return { isReacted: false, isIdle: true, waitedMs, seq };
}

/** Whether an event reports more than that a field got the focus: after that the keyboard still has to appear. */
function hasReacted({ companion, front, isImeShown }: EventSource, after: number, last: number): boolean {
  const events = companion.events.between(after + 1, last);
  // An event that was missed may have been a reaction.
  if (!events || isImeShown) return true;
  return events.some((event) => changesMore(event, front) && !isFieldFocus(event));
}

function isFieldFocus({ type, class: name }: OnDeviceEvent): boolean {
  if (type === "textSelection") return true;
  return type === "focused" && (name === null || /Edit|AutoComplete|Search/.test(name));
}

async function quietOf(heardFrom: EventSource, first: First, signal: AbortSignal): Promise<Heard> {
  const heard = { reaction: "events", signals: ["events"] } as const;
  let { waitedMs, isIdle } = first;
  let isReported = false;
  while (!isIdle && !isQuietBut(heardFrom) && waitedMs < PACE.capMs) {
    if (!isReported) heardFrom.onUnrest();
    isReported = true;
    const timeoutMs = Math.max(1, Math.min(PACE.sliceMs, PACE.capMs - waitedMs));
    const answer = await heardFrom.companion.waitIdle({ quietMs: PACE.quietMs, timeoutMs }, signal);
    waitedMs += Math.max(1, answer.waitedMs);
    isIdle = answer.idle;
  }
  const isQuiet = isIdle || isQuietBut(heardFrom);
  return { ...heard, isQuiet, waitedMs, noise: isQuiet ? null : "events" };
}

/**
 * Whether the screen is stable except for the status bar, whose icons and progress send events all the time. False if
 * windows appeared or disappeared: the notification shade has the same package.
 */
function isQuietBut({ companion, seq, front }: EventSource): boolean {
  const events = companion.events.since(seq);
  if (front === SYSTEM_UI || companion.events.haveWindowsChangedSince(seq)) return false;
  const own = events.filter((event) => changesMore(event, front));
  const [last, lastOwn] = [events.at(-1), own.at(-1)];
  if (!last || own.length === events.length) return false;
  return lastOwn === undefined || last.uptimeMs - lastOwn.uptimeMs >= PACE.quietMs;
}

/** Without an event: waits until the app stops drawing. A late reaction still counts as one. */
async function stillOf(
  heardFrom: EventSource,
  { counter, first }: { readonly counter: FrameCounter | null; readonly first: First },
  signal: AbortSignal,
): Promise<Heard> {
  const silent = { reaction: null, signals: ["events"], noise: null } as const;
  let before = first.frames;
  let now = before === null ? null : ((await counter?.read(signal)) ?? null);
  if (before === null || now === null) return { ...silent, isQuiet: true, waitedMs: first.waitedMs };
  let { waitedMs, seq } = first;
  const hasDrawn = !isStill(before, now);
  if (hasDrawn) heardFrom.onUnrest();
  while (now !== null && before !== null && !isStill(before, now) && waitedMs < PACE.capMs) {
    const heard = await listen(heardFrom, { seq, forMs: PACE.quietMs }, signal);
    waitedMs += heard.waitedMs;
    seq = heard.seq;
    if (heard.isReacted) return await quietOf(heardFrom, { ...first, waitedMs, isIdle: heard.isIdle }, signal);
    before = now;
    now = (await counter?.read(signal)) ?? null;
  }
  const isQuiet = now === null || before === null || isStill(before, now);
  const noise = isQuiet ? null : ("frames" as const);
  return { reaction: hasDrawn ? "frames" : null, signals: ["events", "frames"], isQuiet, waitedMs, noise };
}
