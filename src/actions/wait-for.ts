import { FoveaError, isFoveaError } from "../base/errors.js";
import { deadline, pollUntil } from "../base/signals.js";
import { type Glance, glance, isSameGlance } from "../observe/glance.js";
import { OBSERVE_ALL, type ObserveResult, observe } from "../observe/observe.js";
import { holds } from "../screen/match.js";
import { DEFAULT_OUTLINE, renderOutline } from "../screen/outline.js";
import type { Condition } from "../screen/selector.js";
import { printCondition } from "../screen/selector-print.js";
import type { Session } from "../session/session.js";

export interface WaitRequest {
  /** What shall become true; null waits for any change of the screen. */
  readonly condition: Condition | null;
  readonly timeoutMs: number;
}

export interface WaitResult {
  readonly after: ObserveResult;
  readonly waitedMs: number;
  /** How often the device was asked whether anything changed. */
  readonly glances: number;
}

/** The shortest time between two glances; a screenshot takes longer than that on most devices. */
const GLANCE_EVERY_MS = 100;

/**
 * Waits until a condition is true of the screen, or until the screen changes. The tree, which is slow to read, is read
 * again only after a glance (window facts and pixels) showed a change; `onGlance` hears of each.
 * A screen that cannot be read fulfils nothing, not even a negation.
 * Errors: WAIT_TIMEOUT with the screen as it was last seen, those of the connection.
 */
export async function waitFor(
  session: Session,
  request: WaitRequest,
  onGlance: (waitedMs: number) => void,
  signal: AbortSignal,
): Promise<WaitResult> {
  const startedAt = performance.now();
  using limit = deadline(request.timeoutMs, "the wait", signal);
  const state: WaitState = { seen: null, last: null, glances: 0 };
  try {
    const after = await pollUntil(
      async () => {
        const done = await step(session, request, state, limit.signal);
        onGlance(performance.now() - startedAt);
        return done;
      },
      GLANCE_EVERY_MS,
      limit.signal,
    );
    return { after, waitedMs: Math.round(performance.now() - startedAt), glances: state.glances };
  } catch (error) {
    if (signal.aborted || !isFoveaError(error, "TIMEOUT")) throw error;
    throw timedOut(session, request, state, error);
  }
}

interface WaitState {
  /** The screen at the last reading (of the tree, or for a change at the start). */
  seen: Glance | null;
  last: ObserveResult | null;
  glances: number;
}

async function step(
  session: Session,
  { condition }: WaitRequest,
  state: WaitState,
  signal: AbortSignal,
): Promise<ObserveResult | undefined> {
  const now = await glance(session, signal);
  state.glances += 1;
  const hasChanged = state.seen !== null && !isSameGlance(state.seen, now);
  const isFirst = state.seen === null;
  if (condition === null) {
    state.seen ??= now;
    return hasChanged ? await read(session, state, signal) : undefined;
  }
  if (!isFirst && !hasChanged) return undefined;
  state.seen = now;
  const result = await read(session, state, signal);
  const { observation } = result;
  const isReadable = observation.hierarchySource !== "none" || !needsElements(condition);
  return isReadable && holds(condition, observation) ? result : undefined;
}

async function read(session: Session, state: WaitState, signal: AbortSignal): Promise<ObserveResult> {
  state.last = await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, signal);
  return state.last;
}

function needsElements(condition: Condition): boolean {
  if (condition.kind === "not") return needsElements(condition.condition);
  if (condition.kind === "and" || condition.kind === "or") return condition.conditions.some(needsElements);
  return condition.kind === "exists";
}

function timedOut(session: Session, request: WaitRequest, state: WaitState, cause: unknown): FoveaError {
  const what = request.condition ? printCondition(request.condition) : "a change of the screen";
  const observation = state.last?.observation;
  return new FoveaError(
    "WAIT_TIMEOUT",
    `${what} did not come within ${request.timeoutMs} ms on ${session.device.serial}`,
    {
      device: session.device.serial,
      ...(observation ? { visualContext: renderOutline(observation, { ...DEFAULT_OUTLINE, maxChars: 2_000 }) } : {}),
      cause,
    },
  );
}
