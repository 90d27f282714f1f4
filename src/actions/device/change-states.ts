import { FoveaError, toFoveaError } from "../../base/errors.js";
import type { DeviceState } from "../../devices/states/device-state.js";
import type { GuardedAction } from "../../guard/guarded-action.js";
import { quoteWords } from "../../screen/label.js";
import type { StateChange } from "../../session/changes/device-changes.js";
import type { Session } from "../../session/session.js";
import type { ActCall } from "../../session/session-watcher.js";
import { act } from "../act.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";

/** A state and its wanted value; null for the device's default. */
export interface WantedState {
  readonly state: DeviceState;
  readonly value: string | null;
}

/** States that are changed together, as one action. */
export interface StateWork {
  readonly call: ActCall;
  readonly action: GuardedAction;
  /** What was done, in the past tense: `turned the screen to landscape`. */
  readonly did: string;
  /** The states to set, read when the action's turn has come. */
  readonly wanted: (signal: AbortSignal) => Promise<readonly WantedState[]>;
}

/** The result of the action, with the old and the new value of each state. */
export interface StatesResult extends ActResult {
  readonly changes: readonly StateChange[];
}

/**
 * Changes states of the device, each of which is read again afterwards, and observes the screen. They are restored at
 * the end of the session. Errors: as DeviceChanges.set, with what was done before; those of the guard.
 */
export async function changeStates(session: Session, work: StateWork, signal: AbortSignal): Promise<StatesResult> {
  const changes: StateChange[] = [];
  const result = await act(
    session,
    work.call,
    async (ask) => {
      const wanted = await work.wanted(signal);
      await session.changes.require(session, wanted, signal);
      const passed = ask(work.action, null);
      for (const { state, value } of wanted) {
        changes.push(
          await session.changes.set(session, state, value, signal).catch((error) => {
            throw withDone(error, changes);
          }),
        );
      }
      const names = changes.map(({ state }) => state);
      const isLeft = await session.changes.isAnyLeft(session, names, signal);
      const notes = () => changeNotes(changes, isLeft ? `this stays ${session.changes.until}` : AS_BEFORE);
      const isReadAgain = changes.some(({ before, after }) => before !== after);
      const did = isReadAgain ? work.did : UNCHANGED;
      return { ...UNTOUCHED, did, by: "shell", passed, notes, isReadAgain };
    },
    signal,
  );
  return { ...result, changes };
}

const AS_BEFORE = "this is as it was before the first change: nothing is left to restore";
const UNCHANGED = "changed nothing: already in that state";

/** A line for each state: what it was and is; and, if any moved, when it is restored. */
export function changeNotes(changes: readonly StateChange[], restored: string | null): readonly string[] {
  const moved = changes.filter(({ before, after }) => before !== after);
  const same = changes.filter(({ before, after, unproven }) => before === after && unproven === undefined);
  return [
    ...moved.map(({ state, before, after }) => `${state}: ${valueWords(before)} -> ${valueWords(after)}`),
    ...changes.flatMap(({ state, unproven }) =>
      unproven === undefined ? [] : [`! ${state} is not confirmed: ${unproven}`],
    ),
    ...same.map(({ state, after }) => `${state}: ${valueWords(after)} already`),
    ...(moved.length === 0 || restored === null ? [] : [restored]),
  ];
}

export function valueWords(value: string | null): string {
  if (value === null) return "default";
  return /^[\w.:,/+-]{1,60}$/.test(value) ? value : quoteWords(value.slice(0, 200));
}

function withDone(error: unknown, done: readonly StateChange[]): FoveaError {
  const coded = toFoveaError(error);
  if (done.length === 0) return coded;
  const message = `${coded.message}; done before: ${done.map(({ state }) => state).join(", ")}`;
  return new FoveaError(coded.code, message, { ...coded.context, hint: coded.hint, mayHaveHappened: true });
}
