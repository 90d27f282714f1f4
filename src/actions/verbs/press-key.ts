import { FoveaError } from "../../base/errors.js";
import { fillsIn, KEYS, type KeyName, keyOfWord, PANELS, similarKeys, typesCharacter } from "../../base/key-names.js";
import { nearest } from "../../base/nearest.js";
import { lookUp } from "../../base/word-table.js";
import { cutName } from "../../base/zod-words.js";
import type { GlobalAction } from "../../devices/companion/words.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { losesItsName } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { ONLY_SENDS } from "../../session/session-watcher.js";
import { act, apiLevelOf, COMPANION_HINT, unsupported } from "../act.js";
import type { AskGate, Passed } from "../ask-gate.js";
import { actionOfKey, actViaCompanion } from "../companion/act-via-companion.js";
import { noteFocusMoves } from "../companion/focus-via-companion.js";
import { isNotViaCompanion, type NotViaCompanion, otherWayNotes } from "../companion/via-companion.js";
import { type InputPlan, inputArgv, sendTimed } from "../input/device-input.js";
import { drawnSince, framesBeforeKeys } from "../input/drawn-since.js";
import { heldField } from "../input/field-guard.js";
import { type ActResult, type Performed, UNTOUCHED } from "../proof/performed.js";
import type { Answering } from "../targets/when-ready.js";
import type { ShownField } from "../text/focus-field.js";
import { checkKeyField, fieldOfKey, isEnterKey, keyNotSent, proveKey } from "../text/key-field.js";

const MOST_SIMILAR = 5;

/** The key of a short name, a KEYCODE_ name or a code. Errors: INVALID_ARGUMENT if Android has no such key. */
export function keyOf(word: string): KeyName {
  const key = keyOfWord(word);
  if (key) return key;
  const similar = similarKeys(word).slice(0, MOST_SIMILAR);
  const names = [...Object.keys(KEYS), ...Object.keys(PANELS)];
  const meant = nearest(word, names);
  const also = similar.length > 0 ? `; similar: ${similar.map((name) => `KEYCODE_${name}`).join(", ")}` : "";
  throw new FoveaError("INVALID_ARGUMENT", `key: Android has no key ${cutName(word)}${also}`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Use ${names.join(", ")}, or a KEYCODE_ name.`,
  });
}

/** Power and sleep show the lock screen, and so does a key that wakes the phone. */
const LOCKS = ["keyguard"] as const;

/** A long press holds the key for ViewConfiguration's 400–500 ms. */
const LONG_MS = 1_000;
const SHORT_MS = 100;

export interface KeyRequest extends Answering {
  readonly key: string;
  readonly long: boolean;
  readonly count: number;
}

/**
 * Presses a key, briefly or long, once or several times. The companion performs back, home and recents, pressed once
 * and briefly, as global actions, and also opens `notifications` and `quick_settings`; every other key is sent by
 * `input`. Errors: INVALID_ARGUMENT, UNSUPPORTED_ON_DEVICE; those of actViaCompanion and sendInput.
 */
export async function pressKey(session: Session, request: KeyRequest, signal: AbortSignal): Promise<ActResult> {
  const { count, long, onlySends } = request;
  const isPlain = count === 1 && !long;
  const panel = lookUp<GlobalAction>(PANELS, request.key.toLowerCase());
  const how = { ...(long && { long }), ...(count > 1 && { count }), ...(onlySends && ONLY_SENDS) };
  const call = { tool: "press_key", args: { key: request.key, ...how } };
  if (panel && isPlain)
    return await act(session, call, (ask) => open(session, { name: request.key, panel, ask }, signal), signal);
  const key = keyOf(request.key);
  const action = isPlain ? actionOfKey(key.name) : undefined;
  return await act(
    session,
    call,
    async (ask) => {
      const seen = await screenForKey(session, key, signal);
      const passed = ask({ kind: "key", key: key.name.replace(/^KEYCODE_/, ""), long }, seen);
      const pressed = action ? await actViaCompanion(session, action, signal) : { why: null };
      if (isNotViaCompanion(pressed))
        return await pressByInput(session, { key, request, insteadOf: pressed, passed }, signal);
      return { ...UNTOUCHED, did: `pressed ${key.name}`, asksFor: LOCKS, passed, ...pressed };
    },
    signal,
  );
}

/** Keys that activate the focused element, as a touch would, or submit its text. */
const ACTIVATES = /^KEYCODE_(?:ENTER|NUMPAD_ENTER|DPAD_CENTER|SPACE|BUTTON_A|BUTTON_SELECT)$/;

/**
 * The screen on which a key is pressed, as far as the key's effect depends on it. If the caller was shown a field with
 * the focus, the device itself guards that field (field-guard.ts); else the screen is read if the key activates an
 * element or fills in a field.
 */
async function screenForKey(session: Session, key: KeyName, signal: AbortSignal): Promise<Observation | null> {
  const { gate, lastReported } = session;
  const isHeld = fieldOfKey(session, key) !== null && !gate.isAgreed;
  // Digits enter a PIN if the phone is locked, and a key that fills in a field may fill in a password.
  const isLookedUp = ACTIVATES.test(key.name) || fillsIn(key.name);
  if (!gate.readsScreen || !isLookedUp || isHeld) return lastReported ?? session.lastObservation;
  return (await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal)).observation;
}

async function open(
  session: Session,
  { name, panel, ask }: { readonly name: string; readonly panel: GlobalAction; readonly ask: AskGate },
  signal: AbortSignal,
): Promise<Performed> {
  const passed = ask({ kind: "key", key: name.toUpperCase(), long: false }, null);
  const opened = await actViaCompanion(session, panel, signal);
  if (!isNotViaCompanion(opened)) return { ...UNTOUCHED, did: `opened ${name.toLowerCase()}`, passed, ...opened };
  const why = opened.why === null ? "" : `: ${opened.why}`;
  const message = `no key opens ${name.toLowerCase()} on every phone; the companion of ${session.device.serial} does${why}`;
  throw unsupported(session, message, `Swipe down from the top of the screen; or: ${COMPANION_HINT}`);
}

interface KeyPlan {
  readonly key: KeyName;
  readonly request: KeyRequest;
  readonly insteadOf: NotViaCompanion;
  readonly passed: Passed;
}

async function pressByInput(
  session: Session,
  { key, request: { count, long }, insteadOf, passed }: KeyPlan,
  signal: AbortSignal,
): Promise<Performed> {
  const apiLevel = await apiLevelOf(session, signal);
  if (apiLevel !== null && apiLevel < key.since) throw tooNew(session, key, apiLevel);
  const codes = Array.from({ length: count }, () => key.name);
  const calls = [inputArgv(apiLevel, ["keyevent", ...(long ? ["--longpress"] : []), ...codes])];
  const extraMs = count * (long ? LONG_MS : SHORT_MS);
  const meant = fieldOfKey(session, key);
  const hasMovedUntil = noteFocusMoves(session);
  const checkedAtMs = meant && (await checkKeyField(session, meant, signal));
  const mayLoseName = meant !== null && losesItsName(meant.screen, meant.field);
  const isFramed = meant !== null && (isEnterKey(key) || mayLoseName);
  const guard = { window: meant?.window ?? null, ...(meant && { field: heldField(meant.field) }) };
  const asked = isFramed ? framesBeforeKeys(session) : {};
  const plan = { passed, calls, extraMs, isSecret: typesCharacter(key), ...guard, ...asked };
  const sent = await sendKey(session, apiLevel, plan, signal);
  if (meant && "notSent" in sent) throw keyNotSent(session, meant, sent);
  const keys = { checkedAtMs, runs: calls.length, isOneKey: count === 1 && !long, mayBlink: !mayLoseName };
  const drawn = "notSent" in sent || !isFramed ? null : drawnSince(session, { ...keys, sent, hasMovedUntil });
  const proveText = async (field: ShownField, after: Observation, limit: AbortSignal) => {
    const held = drawn && { isHeld: await drawn.isHeld(limit), isStill: await drawn.isStill(limit) };
    return proveKey({ ...field, ...held }, { key, times: count }, after);
  };
  const times = count > 1 ? ` ${count} times` : "";
  const did = `pressed ${long ? "and held " : ""}${key.name}${times}`;
  const notes = () => otherWayNotes(insteadOf);
  return {
    ...UNTOUCHED,
    did,
    by: "input",
    passed,
    asksFor: LOCKS,
    notes,
    ...(meant && { proveText: (after, limit) => proveText(meant, after, limit) }),
  };
}

/** Sends a key; without a check of the focus if the device does not report the focus at all. */
async function sendKey(session: Session, apiLevel: number | null, plan: InputPlan, signal: AbortSignal) {
  const sent = await sendTimed(session, apiLevel, plan, signal);
  if (!("notSent" in sent) || sent.notSent !== "unknown") return sent;
  return await sendTimed(session, apiLevel, { ...plan, window: null }, signal);
}

function tooNew(session: Session, { name, since }: KeyName, apiLevel: number): FoveaError {
  const message = `${session.device.serial} (API ${apiLevel}) has no ${name}: it came with API ${since}`;
  return unsupported(session, message, "Use another key, or an element on the screen.");
}
