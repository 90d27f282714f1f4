import { FoveaError } from "../../base/errors.js";
import { consolePort } from "../../devices/emulator-console.js";
import { askPhone, type Phone } from "../../devices/phone.js";
import { actScript } from "../../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../../devices/shell.js";
import type { DeviceState } from "../../devices/states/device-state.js";
import { emulatorLocation } from "../../devices/states/emulator-location.js";
import { pointText } from "../../devices/states/point-text.js";
import { FIRST_WITH_TEST_PROVIDERS, testLocation } from "../../devices/states/test-location.js";
import type { StateChange } from "../../session/changes/device-changes.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import { UNTOUCHED } from "../proof/performed.js";
import { changeNotes, type StatesResult } from "./change-states.js";

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Parses degrees like `52.52,13.405`. Errors: INVALID_ARGUMENT. */
export function parsePoint(text: string): Point {
  const [, first, second] = /^\s*(-?\d{1,3}(?:\.\d{1,10})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,10})?)\s*$/.exec(text) ?? [];
  const [latitude, longitude] = [Number(first), Number(second)];
  if (first !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  const why = /^[-\d.\s]{1,20},[-\d.\s]{1,20},[-\d.\s]{1,20}$/.test(text)
    ? "has an altitude, which cannot be set"
    : "is not a place: latitude and longitude in degrees";
  throw new FoveaError("INVALID_ARGUMENT", `"${text.slice(0, 60)}" ${why}`, {
    hint: "For example 52.52,13.405: latitude first, -90 to 90, then longitude, -180 to 180.",
  });
}

export interface Journey {
  /** The places of the route, at least one; the route ends at the last one. */
  readonly points: readonly Point[];
  /** The pause between two places. */
  readonly pauseSeconds: number;
  /** The longest time for the route: it ends at an earlier place if it would take longer. No limit if absent. */
  readonly mostMs?: number;
}

/**
 * Sets the phone's location to a place, or to several places one after another, and observes the screen. When the
 * location is restored, the phone uses its own location again; an emulator before Android 13 gets back its last fix.
 * Errors: UNSUPPORTED_ON_DEVICE for other devices before Android 13, EMULATOR_CONSOLE_FAILED, as DeviceChanges.set.
 */
export async function setLocation(
  session: Session,
  { points, pauseSeconds, mostMs }: Journey,
  signal: AbortSignal,
): Promise<StatesResult> {
  const places = points.map(({ latitude, longitude }) => pointText(latitude, longitude));
  const call = {
    tool: "location",
    args: places.length === 1 ? { at: places[0] } : { route: places, seconds: pauseSeconds },
  };
  const action = { kind: "device", change: "location", detail: places.at(-1) ?? "", package: null } as const;
  const changes: StateChange[] = [];
  const result = await act(
    session,
    call,
    async (ask) => {
      const state = locationOf(await askPhone(session.device, signal));
      const wanted = places.map((value) => ({ state, value }));
      await session.changes.require(session, wanted, signal);
      const passed = ask(action, null);
      const isInTime = budgetOf(mostMs, pauseSeconds);
      for (const [index, value] of places.entries()) {
        if (index > 0 && !isInTime()) break;
        if (index > 0) await pause(session, pauseSeconds, signal);
        changes.push(await session.changes.set(session, state, value, signal));
      }
      const reached = places.slice(0, changes.length).join(", ");
      const did = places.length === 1 ? `set the location to ${reached}` : `travelled to ${reached}`;
      const isKnown =
        state !== emulatorLocation || (await session.changes.valueBefore(session, state.name, signal)) !== null;
      const until = isKnown ? session.changes.until : STAYS;
      const end = changes.length < places.length ? [endNote(changes.length, places.length)] : [];
      const notes = () => [...end, ...changeNotes(changes.slice(-1), `this stays ${until}`)];
      const isReadAgain = changes.some(({ before, after, unproven }) => before !== after && unproven === undefined);
      return { ...UNTOUCHED, did, by: "shell", passed, notes, isReadAgain };
    },
    signal,
  );
  return { ...result, changes };
}

/**
 * Gives a function that says whether there is time for one more place: it takes at most the average time of the places
 * before.
 */
function budgetOf(mostMs: number | undefined, pauseSeconds: number): () => boolean {
  const startedAt = performance.now();
  let count = 0;
  return () => {
    count += 1;
    const doneMs = performance.now() - startedAt;
    const pausedMs = (count - 1) * pauseSeconds * 1_000;
    const nextMs = pauseSeconds * 1_000 + (doneMs - pausedMs) / count;
    return mostMs === undefined || doneMs + nextMs < mostMs;
  };
}

function endNote(reached: number, of: number): string {
  return `! the route ends at place ${reached} of ${of}: the call would take too long; travel the rest in another call`;
}

/** Said if it is unknown to which place the location could be restored. */
const STAYS = "until another location is set: the earlier location of the emulator is unknown";

/** The state that sets this phone's location: test providers; for an emulator before Android 13, its GPS. */
function locationOf({ device, apiLevel }: Phone): DeviceState {
  const isOld = (apiLevel ?? 0) < FIRST_WITH_TEST_PROVIDERS;
  return isOld && consolePort(device) !== null ? emulatorLocation : testLocation;
}

/** Waits by `sleep` on the device. */
async function pause(session: Session, seconds: number, signal: AbortSignal): Promise<void> {
  const ms = seconds * 1_000 + SHELL_LIMITS.totalMs;
  const limits = { ...SHELL_LIMITS, totalMs: ms, firstByteMs: ms };
  await runShellOk(session.device, actScript(["sleep", String(seconds)]), limits, signal);
}

/** A location that was read. */
export interface KnownLocation {
  /** The location that was set; for an emulator before Android 13, its last fix. Null if there is none. */
  readonly place: string | null;
  /** Whether it is unknown: the emulator may have a location, but no app asked for it. */
  readonly isUnknown: boolean;
}

/** Errors: as DeviceState.read. */
export async function readLocation(session: Session, signal: AbortSignal): Promise<KnownLocation> {
  const phone = await askPhone(session.device, signal);
  const state = locationOf(phone);
  const place = await state.read(phone, signal);
  return { place, isUnknown: place === null && state === emulatorLocation };
}
