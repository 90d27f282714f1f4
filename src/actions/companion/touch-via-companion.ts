import { FoveaError, isFoveaError } from "../../base/errors.js";
import { REQUEST_TIMEOUT_MS } from "../../devices/companion/limits.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { GestureRequest, NodeAddress } from "../../devices/companion/requests.js";
import { LIVE_WINDOW_ID } from "../../observe/companion/front-window.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { Session } from "../../session/session.js";
import type { Passed } from "../ask-gate.js";
import type { Performed } from "../proof/performed.js";
import { type JudgeGap, STILL } from "../staleness/gap.js";
import type { FoundTarget } from "../targets/located.js";
import { addressOf, type FoundNode } from "../targets/node-address.js";
import { withTargets } from "../targets/target-names.js";
import { actOnNode } from "./act-on-node.js";
import { alongside } from "./alongside.js";
import { type DoneTouch, gapByEvents } from "./gap-by-events.js";
import { durationOf } from "./gestures.js";
import { takesClick } from "./takes-click.js";
import { mayMove, msUntilEventsKnown } from "./unrest.js";
import { companionOf, isNotViaCompanion, type NotViaCompanion, tryAct } from "./via-companion.js";

/** A touch that is planned on the screen as it is. */
export interface TouchPlan {
  /** Proof that the guard let it pass as it is planned. */
  readonly passed: Passed;
  /** The targets of the touch, first to last. */
  readonly targets: readonly FoundTarget[];
  readonly gesture: GestureRequest;
  /** The window that the touch is meant for; null if nothing is known of the place. */
  readonly window: ActiveWindow | null;
  /** The element to click, if only a click is meant. */
  readonly click?: FoundNode | null;
  /** The element to touch, if it is a single element and the touch is short. */
  readonly node?: FoundNode | null;
  /** The display that was observed; the default display if that is unknown. */
  readonly displayId: number | null;
}

/** A touch that was done: its plan, and everything in {@link Performed} except its words and places. */
export interface Touched<Plan> {
  readonly plan: Plan;
  readonly done: Omit<Performed, "did" | "points">;
}

/** How often a touch is planned at most, because something moved meanwhile. */
const MOST_PLANS = 4;

/**
 * Plans a touch on the screen as it is, and does it through the companion: by the service's click if that is as good as
 * a touch, else by a gesture. A click that the app refuses becomes a gesture; a click that may have happened does not.
 * If windows appeared or disappeared since the planning began, or the target moved, the touch is planned again, and a
 * target that is gone is refused then. Errors: those of makePlan; FOCUS_LOST and TORN_OBSERVATION if the screen does
 * not become stable, REF_STALE if the node changes each time; those of the requests.
 */
export async function touchViaCompanion<Plan extends TouchPlan>(
  session: Session,
  makePlan: () => Promise<Plan>,
  signal: AbortSignal,
): Promise<Touched<Plan> | NotViaCompanion> {
  const touching = new Touching(session, signal);
  for (let plans = 0; plans < MOST_PLANS; plans += 1) {
    const companion = await companionOf(session, signal);
    if (isNotViaCompanion(companion)) return companion;
    const since = companion.events.lastSeq;
    const plan = await makePlan();
    const outcome = await touching.touch(companion, plan, since).catch((error) => {
      throw withTargets(error, plan.targets);
    });
    if (outcome === "again") continue;
    return isNotViaCompanion(outcome)
      ? outcome
      : { plan, done: { ...outcome, passed: plan.passed, targets: plan.targets, notes: () => [] } };
  }
  throw touching.restless();
}

type Outcome = Pick<Performed, "by" | "after" | "gap"> | NotViaCompanion | "again";

/** One touch in progress; keeps what its earlier plans found out. */
class Touching {
  readonly #session: Session;
  readonly #signal: AbortSignal;
  #lastGesture = "";
  #isClickRefused = false;
  #hasChanged = false;
  #moved: "window" | "content" = "window";
  #wasRestless = false;

  constructor(session: Session, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
  }

  /** Tries one plan. `since` is the number of the last event before the planning began. */
  async touch(companion: LiveCompanion, plan: TouchPlan, since: number): Promise<Outcome> {
    // The connection was lost while the screen was read, and may be back.
    if (!companion.isUsable) return "again";
    if (plan.window && !isSeenBy(companion, plan.window)) return { why: "it could not read the screen" };
    if (plan.window && companion.events.haveWindowsChangedSince(since)) return this.#again("window");
    const unheard = plan.window ? msUntilEventsKnown(companion, plan.window) : 0;
    if (unheard > 0) {
      await companion.events.nextChange(companion.events.lastSeq, unheard, this.#signal);
      return this.#again("content");
    }
    const gesture = JSON.stringify(plan.gesture);
    const stands = gesture === this.#lastGesture;
    this.#lastGesture = gesture;
    // Where other things move, the target counts as still if two observations found it in one place.
    this.#wasRestless = plan.window !== null && mayMove(companion, plan.window, since);
    if (this.#wasRestless && !stands) return this.#again("content");
    const address =
      this.#isClickRefused || !plan.click || !takesClick(plan.click) ? null : addressOf(companion, plan.click);
    return address ? await this.#click(companion, plan, address) : await this.#gesture(companion, plan);
  }

  /** The error that says why no plan was carried out. */
  restless(): FoveaError {
    const { serial } = this.#session.device;
    const hint = "Call wait_for with a condition, or without one for any change; then observe, and try again.";
    const [code, what] =
      this.#moved === "window"
        ? (["FOCUS_LOST", `windows keep appearing and disappearing on ${serial}`] as const)
        : (["TORN_OBSERVATION", `the target keeps moving on ${serial}`] as const);
    return new FoveaError(code, `${what}; nothing was touched`, { device: serial, hint });
  }

  #again(moved: "window" | "content"): "again" {
    this.#moved = moved;
    return "again";
  }

  async #click(companion: LiveCompanion, plan: TouchPlan, address: NodeAddress): Promise<Outcome> {
    const checkedSeq = companion.events.lastSeq;
    try {
      const clicked = await actOnNode(this.#session, companion, clickOn(address, plan.click), this.#signal);
      if (isNotViaCompanion(clicked)) return clicked;
      const done = { companion, by: "click", checkedSeq, doneSeq: clicked.seq } as const;
      if (clicked.performed) return { by: "click", after: clicked.seq, gap: this.#gapOf(plan, done) };
      this.#isClickRefused = true;
      return "again";
    } catch (error) {
      if (!isFoveaError(error, "REF_STALE") || error.context.mayHaveHappened === true) throw error;
      // The device found that the node is not the observed one, and did nothing to it: one fresh observation decides.
      if (this.#hasChanged) throw this.#changing(error);
      this.#hasChanged = true;
      return "again";
    }
  }

  #changing({ message }: FoveaError): FoveaError {
    const { serial } = this.#session.device;
    const what = `the element to click on ${serial} changes with every reading; nothing was clicked: ${message}`;
    return new FoveaError("REF_STALE", what, { device: serial, mayHaveHappened: false });
  }

  async #gesture(companion: LiveCompanion, plan: TouchPlan): Promise<Outcome> {
    const { gesture, displayId } = plan;
    const checkedSeq = companion.events.lastSeq;
    const timeoutMs = REQUEST_TIMEOUT_MS + durationOf(gesture);
    const there = displayId === null ? gesture : { ...gesture, display: displayId };
    const request = () => companion.client.request("gesture", there, this.#signal, { timeoutMs });
    const done = await tryAct(request).catch((error: unknown) => offDisplay(error));
    if (done === undefined) return this.#again("window");
    if (isNotViaCompanion(done)) return done;
    const { seq } = done.result;
    return {
      by: "gesture",
      after: seq,
      gap: this.#gapOf(plan, { companion, by: "gesture", checkedSeq, doneSeq: seq }),
    };
  }

  /** How to judge the gap of a touch. A bare point has no gap: nothing was known there that could have changed. */
  #gapOf(
    { window, click, node, gesture }: TouchPlan,
    done: Pick<DoneTouch, "companion" | "by" | "checkedSeq" | "doneSeq">,
  ): JudgeGap {
    const wasRestless = this.#wasRestless;
    if (!window) return async () => ({ gap: STILL, drew: null });
    const touch = { ...done, window, found: node ?? click ?? null, isTap: gesture.kind === "tap", wasRestless };
    return async ({ after }) => ({ gap: gapByEvents(touch, after), drew: null });
  }
}

/** The device also compares the words in and around the node, because the rows of a list reuse nodes. */
function clickOn(target: NodeAddress, found: FoundNode | null | undefined) {
  const others = found ? alongside(found) : [];
  return { target, action: "click", ...(others.length > 0 && { alongside: others }) } as const;
}

/** The display was turned or resized since the planning, so a corner lies outside of it: nothing was done. */
function offDisplay(error: unknown): undefined {
  if (!isFoveaError(error, "INVALID_ARGUMENT") || error.context.mayHaveHappened === true) throw error;
}

/**
 * Whether the companion observed this window: its window names begin with this prefix. Observing again by another
 * source would suppress the service each time.
 */
function isSeenBy({ epoch }: LiveCompanion, { windowId }: ActiveWindow): boolean {
  return windowId?.startsWith(`${LIVE_WINDOW_ID}${epoch}`) === true;
}
