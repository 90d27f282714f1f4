import { FoveaError, isFoveaError } from "../base/errors.js";
import type { Point } from "../base/geometry.js";
import { OBSERVE_ALL, type ObserveResult, observe } from "../observe/observe.js";
import type { Observation } from "../screen/observation.js";
import type { Session } from "../session/session.js";

/** What a verb did, for the caller to read. */
export interface Performed {
  /** What was done, in the past tense: `tapped e12 button "Save"`. */
  readonly did: string;
  /** Device pixels that were touched, in order; empty for keys, texts and apps. */
  readonly points: readonly Point[];
  /** The screen that the action was planned on; null where none was read before. */
  readonly before: Observation | null;
  /** Anything else worth a line. */
  readonly notes?: readonly string[];
}

/** An action and the screen after it. */
export interface ActResult extends Performed {
  readonly after: ObserveResult;
}

/**
 * Performs one action and looks at what came of it. Actions on one device come one after another, and none is ever sent
 * twice. If the look fails the result is an error that says that the action was done.
 */
export async function act(
  session: Session,
  perform: (signal: AbortSignal) => Promise<Performed>,
  signal: AbortSignal,
): Promise<ActResult> {
  return await session.acts.run(async () => {
    const performed = await perform(signal);
    return { ...performed, after: await lookAfter(session, performed, signal) };
  }, signal);
}

async function lookAfter(session: Session, performed: Performed, signal: AbortSignal): Promise<ObserveResult> {
  try {
    return await observe(session, { ...OBSERVE_ALL, frameStats: "off" }, signal);
  } catch (error) {
    if (!isFoveaError(error)) throw error;
    throw new FoveaError(
      error.code,
      `${performed.did}, but the screen could not be read afterwards: ${error.message}`,
      {
        ...error.context,
        attemptedAction: performed.did,
        mayHaveHappened: true,
        cause: error,
      },
    );
  }
}

/** The API level of the device; null where it does not say. */
export async function apiLevelOf(session: Session, signal: AbortSignal): Promise<number | null> {
  return (await session.device.facts(signal)).apiLevel;
}
