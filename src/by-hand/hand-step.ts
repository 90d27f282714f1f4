import { containsPoint, type Point } from "../base/geometry.js";
import { keyOfWord } from "../base/key-names.js";
import type { UiElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import { nameElement } from "../screen/outline.js";
import type { ActCall } from "../session/session-watcher.js";
import { gestureOf, type HandGesture } from "./hand-gesture.js";
import type { ScreenAtTouch } from "./seen-screens.js";
import type { DeviceKey, Happening, PanelTouch } from "./touch-reader.js";
import type { TouchScreen } from "./touch-screens.js";
import { keyOfButton, underTouch } from "./under-touch.js";

interface Noted {
  /** The tool call that repeats it. */
  readonly call: ActCall;
  readonly did: string;
  /** The refs of the touched element. */
  readonly refs: readonly string[];
  readonly points: readonly Point[];
}

/** The record of one action of a person. */
export type HandStep =
  | (Noted & { readonly kind: "done" })
  | (Noted & { readonly kind: "typed"; readonly field: UiElement })
  /** No tool can repeat it. */
  | (Noted & { readonly kind: "unresolved"; readonly why: string })
  /** The keyboard was touched: its text is read from the field later. */
  | { readonly kind: "typing" };

/** The step for a touch, by the element that was under it. */
export function touchStep(touch: PanelTouch, panel: TouchScreen, met: ScreenAtTouch): HandStep {
  const { doubt, windows: isSameWindows } = met;
  if (met.seen === null) return unresolvedStep(touch, doubt ?? "no screen was read before it");
  const seen = met.seen.observation;
  const { screenSize: size, rotation, density, ime } = seen;
  if (!size || rotation === null || density === null)
    return unresolvedStep(touch, "the size or the rotation of the display is not known");
  const gesture = gestureOf(touch, panel, { size, rotation, density });
  const at = gesture.kind === "swipe" ? gesture.from : gesture.at;
  if (ime?.visible === true && ime.frame && containsPoint(ime.frame, at) && isSameWindows) return { kind: "typing" };
  if (doubt !== null) return unresolvedStep(touch, doubt, [at]);
  if (gesture.kind === "unclear") return unresolvedStep(touch, gesture.why, [at]);
  if (gesture.kind === "swipe") return swipeStep(gesture, touch, seen);
  const under = underTouch(at, seen);
  if ("why" in under) return unresolvedStep(touch, under.why, [at]);
  const key = keyOfButton(under.element);
  if (key !== undefined)
    return { kind: "done", call: { tool: "press_key", args: { key } }, did: `pressed ${key}`, refs: [], points: [at] };
  const name = nameElement(under.element);
  const isHeld = gesture.kind === "hold";
  const args = { target: under.element.ref, ...(isHeld && { hold_ms: gesture.ms }) };
  const did = isHeld ? `held ${name} for ${gesture.ms} ms` : `tapped ${name}`;
  return { kind: "done", call: { tool: "tap", args }, did, refs: [under.element.ref], points: [at] };
}

/** The step for a swipe: over a scrollable element, or between two places. */
function swipeStep(swipe: HandGesture & { readonly kind: "swipe" }, touch: PanelTouch, seen: Observation): HandStep {
  const { from, to, direction } = swipe;
  const points = [from, to];
  const { systemGestures: edges } = seen.systemInsets ?? {};
  const size = seen.screenSize ?? { width: 0, height: 0 };
  const isAtEdge = edges && (from.x < edges.left || from.x >= size.width - edges.right);
  if (isAtEdge) return unresolvedStep(touch, "the swipe began at an edge that belongs to system gestures", points);
  const over = seen.elements.findLast((one) => one.scrollable === true && containsPoint(one.bounds, from));
  if (over && direction !== null) {
    const call = { tool: "swipe", args: { direction, target: over.ref } };
    return { kind: "done", call, did: `swiped ${direction} over ${nameElement(over)}`, refs: [over.ref], points };
  }
  const [start, end] = points.map(({ x, y }) => `${x},${y}`);
  const call = { tool: "swipe", args: { from: start, to: end } };
  return { kind: "done", call, did: `swiped from ${start} to ${end}`, refs: [], points };
}

/**
 * Whether a touched element is still under the touch afterwards. If it is, the changes that were reported while the
 * finger was down neither brought it there nor removed another element.
 */
export function isStillUnder({ kind, refs, points }: Noted & { readonly kind: string }, after?: Observation): boolean {
  const [at] = points;
  const [ref] = refs;
  if (kind !== "done" || after === undefined || at === undefined || ref === undefined) return false;
  const under = underTouch(at, after);
  return "element" in under && (under.element.ref === ref || under.element.was.includes(ref));
}

/** Keys of the device that have a name among Android's keys. */
const KEYS: Readonly<Record<string, string>> = {
  KEY_BACK: "back",
  KEY_HOMEPAGE: "home",
  KEY_HOME: "home",
  KEY_APPSELECT: "recents",
  KEY_ENTER: "enter",
  KEY_VOLUMEUP: "KEYCODE_VOLUME_UP",
  KEY_VOLUMEDOWN: "KEYCODE_VOLUME_DOWN",
  KEY_POWER: "KEYCODE_POWER",
};

export function keyStep(key: DeviceKey): HandStep {
  const name = Object.hasOwn(KEYS, key.name) ? KEYS[key.name] : undefined;
  if (name === undefined || !keyOfWord(name)) return unresolvedStep(key, `no key of Android is known for ${key.name}`);
  return {
    kind: "done",
    call: { tool: "press_key", args: { key: name } },
    did: `pressed ${name}`,
    refs: [],
    points: [],
  };
}

/** The step for an input that is not known to have hit an element: it cannot be repeated. */
export function unresolvedStep(
  { kind }: Happening,
  why: string,
  points: readonly Point[] = [],
): HandStep & { readonly kind: "unresolved" } {
  const call = { tool: "unresolved", args: { why } };
  return {
    kind: "unresolved",
    call,
    did: kind === "key" ? "pressed a key" : "touched the screen",
    refs: [],
    points,
    why,
  };
}
