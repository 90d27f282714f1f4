import { FoveaError, isFoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { EventType, NodeAction } from "../../devices/companion/words.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { captionNodes, fieldNow } from "../../screen/field-print.js";
import type { Observation } from "../../screen/observation.js";
import type { Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import type { Passed } from "../ask-gate.js";
import { addressOf, type FoundNode } from "../targets/node-address.js";
import { describe } from "../targets/refuse-target.js";
import { type ResolvedTarget, resolveTarget } from "../targets/resolve-target.js";
import { withTargets } from "../targets/target-names.js";
import { whenReady } from "../targets/when-ready.js";
import {
  editable,
  type FocusedField,
  focusedAfterTap,
  focusedAsShown,
  type GivenFocus,
  requireField,
} from "../text/focus-field.js";
import { askToType, type TypeTextAsked } from "../text/type-text-request.js";
import { actOnNode } from "./act-on-node.js";
import { tapGesture } from "./gestures.js";
import { touchViaCompanion } from "./touch-via-companion.js";
import { isNotViaCompanion, type NotViaCompanion } from "./via-companion.js";

/** A field that an observation showed with the focus; no event since then reports a move of the focus. */
export interface FocusedNode extends GivenFocus {
  /** Null if the hierarchy does not show which node has the focus. */
  readonly node: FoundNode | null;
  /** The field did not have the focus before. */
  readonly isNew: boolean;
  /** The number of the last event when the field had the focus. */
  readonly seq: number;
  /** The field is not visible, and more than one view got the focus since the field was asked to take it. */
  readonly mayHaveGoneOn?: boolean;
}

/**
 * Gives a field the focus. First it asks the app to focus the node, which cannot hit anything else; then it tries the
 * service's click, then a touch. Without a target it takes the field that has the focus. The guard is asked about the
 * text before anything is done. Errors: NO_TEXT_FIELD, FOCUS_LOST if the focus does not stay anywhere; those of the
 * guard, resolveTarget, touchViaCompanion and of the requests.
 */
export async function focusViaCompanion(
  session: Session,
  companion: LiveCompanion,
  request: TypeTextAsked,
  signal: AbortSignal,
): Promise<FocusedNode | NotViaCompanion> {
  const { target } = request;
  if (target === null) {
    const { seen, ...focused } = await stayingFocus(session, companion, (now) => focusedAsShown(session, now), signal);
    return { ...focused, passed: askToType(request, focused.field, seen), isNew: false, targets: [] };
  }
  const found = await whenReady(session, request, (look) => resolveTarget(session, target, look), signal);
  const field = requireField(session, found);
  const passed = askToType(request, field, found.screen);
  const wanted = found.element;
  const tapped = { tapped: field, screen: found.screen, point: found.point };
  const has = { isNew: false, targets: [found] };
  const since = companion.events.lastSeq;
  const given = wanted?.focused === true ? has : await giveFocus(session, companion, { target, found, passed }, signal);
  if (isNotViaCompanion(given)) return given;
  const { seen: _, ...focused } = await stayingFocus(
    session,
    companion,
    (seen) => focusedAfterTap(session, tapped, seen),
    signal,
  );
  const mayHaveGoneOn = focused.isHidden === true && focusesSince(companion, since) > 1;
  return { ...focused, ...given, passed, mayHaveGoneOn };
}

/** How many views got the focus since this event; infinite if events were missed. */
function focusesSince({ events }: LiveCompanion, since: number): number {
  const heard = events.between(since + 1, events.lastSeq);
  return heard?.filter(({ type }) => type === "focused").length ?? Number.POSITIVE_INFINITY;
}

/** Events after which another view may have the focus. */
const MOVES_FOCUS: ReadonlySet<EventType> = new Set<EventType>([
  "focused",
  "windowState",
  "windows",
  "display",
  "service",
]);
const MOST_LOOKS = 4;
/** While the keyboard opens and the page makes room for it, waits until no event came for 100 ms, 1.5 s at most. */
const REST = { quietMs: 100, timeoutMs: 1_500 } as const;

interface StayingFocus extends Omit<FocusedNode, "isNew" | "targets" | "passed"> {
  /** The observation that showed it. */
  readonly seen: Observation;
}

/** The field with the focus, from an observation after which no event may have moved the focus. */
async function stayingFocus(
  session: Session,
  companion: LiveCompanion,
  focusedOn: (seen: Observation) => FocusedField,
  signal: AbortSignal,
): Promise<StayingFocus> {
  for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
    const since = companion.events.lastSeq;
    const { observation } = await observe(session, OBSERVE_TREE, signal);
    const focused = focusedOn(observation);
    const seq = companion.events.lastSeq;
    const node = focused.field && !focused.isHidden ? { observation, element: focused.field } : null;
    if (!mayHaveMoved(companion, since)) return { ...focused, node, seq, seen: observation };
    await rest(companion, {}, signal);
  }
  const { serial } = session.device;
  throw new FoveaError("FOCUS_LOST", `the focus keeps moving on ${serial}; nothing was typed`, {
    device: serial,
    hint: "Call wait_for with what should appear, then type again.",
  });
}

/** Whether another view may have got the focus since this event. */
export function mayHaveMoved({ events }: LiveCompanion, since: number): boolean {
  const heard = events.between(since + 1, events.lastSeq);
  return heard === undefined || heard.some(({ type }) => MOVES_FOCUS.has(type));
}

/**
 * Gives a function that says later whether the focus may have moved between now and a time of the device's clock, in ms
 * since boot without sleep; null if no events are received.
 */
export function noteFocusMoves({ onDevice: { current } }: Session): ((untilUpMs: number) => boolean) | null {
  if (!current?.isUsable) return null;
  const { events } = current;
  const since = events.lastSeq;
  return (untilUpMs) => {
    const heard = current.isUsable ? events.between(since + 1, events.lastSeq) : undefined;
    return heard === undefined || heard.some(({ type, uptimeMs }) => MOVES_FOCUS.has(type) && uptimeMs <= untilUpMs);
  };
}

/**
 * An error is ignored: a companion that cannot report a stable screen is asked for the screen next, and fails there.
 */
export async function rest(
  companion: LiveCompanion,
  since: { readonly after?: number },
  signal: AbortSignal,
): Promise<void> {
  await companion.waitIdle({ ...REST, ...since }, signal).catch(() => signal.throwIfAborted());
}

interface Wanted {
  readonly passed: Passed;
  readonly target: Target;
  readonly found: ResolvedTarget;
}

/** Ways to give a node the focus. `focus` comes first: it is not a click, so it starts nothing else. */
const WAYS: readonly NodeAction[] = ["focus", "click"];

async function giveFocus(
  session: Session,
  companion: LiveCompanion,
  { target, found: { element }, passed }: Wanted,
  signal: AbortSignal,
): Promise<Pick<FocusedNode, "isNew" | "targets"> | NotViaCompanion> {
  for (const action of element ? WAYS : []) {
    const asked = await askNode(session, companion, { target, action }, signal);
    if (isNotViaCompanion(asked)) return asked;
    if (asked.isFocused) return { isNew: true, targets: [asked.found] };
  }
  const planTap = async () => {
    const found = await resolveTarget(session, target, signal);
    requireField(session, found);
    const gesture = tapGesture(found.point, { count: 1, holdMs: 0 });
    const { activeWindow } = found.screen;
    const window = found.element && activeWindow;
    return { passed, targets: [found], gesture, window, displayId: activeWindow?.displayId ?? null };
  };
  const touched = await touchViaCompanion(session, planTap, signal);
  if (isNotViaCompanion(touched)) return touched;
  await rest(companion, {}, signal);
  return { isNew: true, targets: touched.done.targets };
}

interface AskedNode {
  readonly found: ResolvedTarget;
  readonly isFocused: boolean;
}

/**
 * Asks the node of a field for the focus. `isFocused` is also true if the field is gone or has another name then: the
 * caller finds that out.
 */
async function askNode(
  session: Session,
  companion: LiveCompanion,
  { target, action }: { readonly target: Target; readonly action: NodeAction },
  signal: AbortSignal,
): Promise<AskedNode | NotViaCompanion> {
  const found = await resolveTarget(session, target, signal);
  const { element, node, screen } = found;
  if (element?.focused === true) return { found, isFocused: true };
  const address = node && addressOf(companion, node);
  if (!element || !address) return { found, isFocused: false };
  try {
    const answer = await actOnNode(session, companion, { target: address, action }, signal);
    if (isNotViaCompanion(answer)) return answer;
    if (!answer.performed) return { found, isFocused: false };
    await rest(companion, { after: answer.seq }, signal);
  } catch (error) {
    // The node is not the observed one, and nothing was done to it: the next way observes again.
    if (!isFoveaError(error, "REF_STALE") || error.context.mayHaveHappened === true) throw withTargets(error, [found]);
    return { found, isFocused: false };
  }
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  const now = fieldNow(screen, element, observation);
  if (now.kind === "gone" || now.kind === "renamed") return { found, isFocused: true };
  return { found, isFocused: editable(observation.focusedElement)?.ref === now.print.element.ref };
}

/**
 * Lets the device compare the field and its caption with the observation that showed the field with the focus, and
 * gives the field the focus again if it was lost meanwhile. Gives the number of the last event before. Errors:
 * FOCUS_LOST if it is another field now; those of the request.
 */
async function holdNode(
  session: Session,
  companion: LiveCompanion,
  { node, screen }: FocusedNode,
  signal: AbortSignal,
): Promise<number | null> {
  const target = node && addressOf(companion, node);
  if (!node || !target) return null;
  const alongside = captionNodes(screen, node.element);
  const beside = alongside.length > 0 && { alongside };
  const { serial } = session.device;
  try {
    const held = await actOnNode(session, companion, { target, action: "focus", ...beside }, signal);
    return isNotViaCompanion(held) ? null : held.seq;
  } catch (error) {
    if (!isFoveaError(error, "REF_STALE") || error.context.mayHaveHappened === true) throw error;
    const what = `${describe(node.element)} is a different field now, or is gone`;
    throw new FoveaError("FOCUS_LOST", `${what}; nothing was typed on ${serial}`, {
      device: serial,
      hint: "Observe to see what the fields are, and type again.",
    });
  }
}

/** A field that the device has just compared. */
interface HeldNode {
  readonly focused: FocusedNode;
  /** The number of the last event before; null if there was nothing to compare. */
  readonly heldSeq: number | null;
}

/**
 * As {@link holdNode}. A new node above a field moves its node to another index: then one new observation decides
 * whether it is still that field and has the focus. Errors: those of holdNode.
 */
export async function holdFound(
  session: Session,
  companion: LiveCompanion,
  focused: FocusedNode,
  signal: AbortSignal,
): Promise<HeldNode> {
  try {
    return { focused, heldSeq: await holdNode(session, companion, focused, signal) };
  } catch (error) {
    const { field, screen } = focused;
    if (!isFoveaError(error, "FOCUS_LOST") || field === null) throw error;
    const found = { tapped: field, screen, point: null };
    const seen = await stayingFocus(session, companion, (now) => focusedAfterTap(session, found, now), signal).catch(
      (why) => {
        throw isFoveaError(why, "NO_TEXT_FIELD") ? error : why;
      },
    );
    const { isNew, targets, passed } = focused;
    const { seen: _, ...there } = seen;
    const again = { ...there, isNew, targets, passed };
    return { focused: again, heldSeq: await holdNode(session, companion, again, signal) };
  }
}
