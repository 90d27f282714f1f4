import { isWindowsChange } from "../../devices/companion/event-log.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";
import { isSameElement, isTouchTarget, type UiElement } from "../../screen/element.js";
import type { ActiveWindow } from "../../screen/facts.js";
import { nameOrQuoted } from "../../screen/label.js";
import { type Gap, isAmongTheSame, isUnchangedLater, orStanding, type SeenAfter, STILL } from "../staleness/gap.js";
import { type FoundOn, nodeOf } from "../targets/node-address.js";
import { concerns, type Heard } from "./unrest.js";

/** A touch through the companion that was done. */
export interface DoneTouch {
  readonly companion: Heard;
  readonly window: ActiveWindow;
  /** The touched element; null if it was not a single element. */
  readonly found: FoundOn | null;
  readonly by: "click" | "gesture";
  /** A single short touch: an app answers it with a click event of one view. */
  readonly isTap: boolean;
  /** The number of the last event that was received when the touch was sent. */
  readonly checkedSeq: number;
  /** The number of the device's last event before the touch was done. */
  readonly doneSeq: number;
  /** Something on the screen moved when the touch was planned, though not the target. */
  readonly wasRestless: boolean;
}

/** How far back events are searched for a rhythm: a change that comes every second is not caused by the touch. */
const RHYTHM_MS = 5_000;
/** How many intervals before the touch have to be as long as the last one. */
const BEATS = 3;
const MOST_OFF = 0.25;
/** Apps report at most one change in 100 ms; this many in a second count as changes without a pause. */
const STORM_MS = 1_000;
const STORM = 6;

/**
 * Judges the time between the last check and the touch by the events. The device numbers the events, so none that it
 * received before the touch is missed. The click that the app reports afterwards has to be on the touched element.
 */
export function gapByEvents(touch: DoneTouch, after: SeenAfter | null): Gap {
  const { companion, checkedSeq, doneSeq, wasRestless } = touch;
  const other = touch.by === "gesture" && touch.isTap ? otherClicked(touch) : undefined;
  if (other)
    return {
      kind: "missed",
      why: `a click on ${named(other.class, "something")} of ${named(other.package, "an app")}`,
    };
  const heard = companion.events.between(checkedSeq + 1, doneSeq);
  if (!heard) return { kind: "unknown", why: "events of the device were missed" };
  const own = heard.filter((event) => isOfTarget(event, touch));
  const isSurelyIt = isSure(touch) && isAsMeant(touch, after);
  const surprise = isSurelyIt ? undefined : own.find((event) => !isRhythm(event, touch));
  const { found, window } = touch;
  const standing = found && { element: found.element, screen: found.observation, window };
  if (surprise) {
    const gap: Gap = { kind: "changed", why: wordsFor(surprise) };
    // Clicks and changes of windows are not small changes, although a window that they opened may have closed again.
    return standing && own.every(({ type }) => type === "content") ? orStanding(gap, standing, after) : gap;
  }
  if (isSurelyIt || (own.length === 0 && (!wasRestless || isAlone(touch, after)))) return STILL;
  if (standing && isUnchangedLater(standing, after)) return STILL;
  return { kind: "unknown", why: "the screen changes all the time" };
}

/** A change in another window moves nothing in this one. */
function isOfTarget(event: OnDeviceEvent, { window, found }: DoneTouch): boolean {
  if (!concerns(event, window)) return false;
  const own = found && windowIdOf(found);
  return own === null || event.window === null || event.window === own || isWindowsChange(event.type);
}

function windowIdOf({ observation, element }: FoundOn): number | null {
  return observation.viewHierarchy?.windows[element.window]?.windowId ?? null;
}

/** Whether the same event had come again and again, without a pause or in one rhythm, when the target was observed. */
function isRhythm(event: OnDeviceEvent, { companion, checkedSeq }: DoneTouch): boolean {
  if (isWindowsChange(event.type)) return false;
  const kind = kindOf(event);
  const same = companion.events.since(0).filter((one) => one.seq <= checkedSeq && kindOf(one) === kind);
  const at = same.flatMap(({ uptimeMs }) => (uptimeMs >= companion.walkedAtMs - RHYTHM_MS ? [uptimeMs] : []));
  if (at.filter((atMs) => atMs >= companion.walkedAtMs - STORM_MS).length >= STORM) return true;
  const beats = [...at, event.uptimeMs].slice(-BEATS - 1);
  const intervals = beats.slice(1).map((atMs, nth) => atMs - (beats[nth] ?? atMs));
  const mean = intervals.reduce((sum, ms) => sum + ms, 0) / intervals.length;
  return intervals.length === BEATS && intervals.every((ms) => Math.abs(ms - mean) <= mean * MOST_OFF);
}

function kindOf(event: OnDeviceEvent): string {
  return [event.type, event.package, event.class, event.window].join();
}

/**
 * Whether a click certainly hit the right element, whatever changed: the device compares the words of the node right
 * before, and no other element has these words. This does not hold in lists: there one view shows one row and later
 * another.
 */
function isSure({ by, found }: DoneTouch): boolean {
  if (by !== "click" || !found) return false;
  const { elements } = found.observation;
  const words = ownWords(found);
  if (words === "" || isInList(found)) return false;
  return elements.every((element) => element === found.element || ownWords({ ...found, element }) !== words);
}

/**
 * Whether nothing on the screen afterwards contradicts the click. An element with the same words beside another name,
 * or on the next page, does: it may have got the click instead. If the click opened another window, nothing is known,
 * and this is true.
 */
function isAsMeant(touch: DoneTouch, after: SeenAfter | null): boolean {
  const { found } = touch;
  if (!found || !after || isElsewhere(touch, after)) return true;
  return (
    !isContradicted(found.element, after) && isAmongTheSame(found.element, found.observation.elements, after.elements)
  );
}

/**
 * Whether a click certainly hit the right element, given that no event came before it and that no other element has its
 * words. Other changes on the screen do not matter then, unless the element is on another page afterwards.
 */
function isAlone(touch: DoneTouch, after: SeenAfter | null): boolean {
  const { found } = touch;
  if (!isSure(touch)) return false;
  if (!found || !after || isElsewhere(touch, after)) return true;
  return !isContradicted(found.element, after) && !isKeptOnOtherPage(found, after);
}

/**
 * The element has the same words under another title now. After an event an app holds the next one back for a while:
 * the title may have changed before the click.
 */
function isKeptOnOtherPage({ element, observation }: FoundOn, after: SeenAfter): boolean {
  const isKept = after.elements.some((one) => isSameElement(one, element));
  return isKept && !isAmongTheSame(element, observation.elements, after.elements);
}

function isElsewhere({ window }: DoneTouch, after: SeenAfter): boolean {
  return after.activeWindow?.windowId !== window.windowId;
}

/** Another element has the same words now, or a toggle is as it was: it may have turned by itself right before. */
function isContradicted(element: UiElement, after: SeenAfter): boolean {
  if (hasTwinSince(element, after)) return true;
  const now = after.elements.find((one) => isSameElement(one, element));
  return element.checked !== null && now?.checked === element.checked;
}

/** An element with the same words appeared: the words that the device compared may have been those of that element. */
function hasTwinSince(element: UiElement, { elements }: SeenAfter): boolean {
  const words = element.labels.join("\u0001");
  const alike = (one: UiElement) => isTouchTarget(one) && one.labels.join("\u0001") === words;
  return words !== "" && elements.some((one) => alike(one) && !isSameElement(one, element));
}

function ownWords(found: FoundOn): string {
  const { text, contentDescription } = nodeOf(found) ?? {};
  return [text, contentDescription].filter((words) => typeof words === "string" && words !== "").join();
}

const LISTS: ReadonlySet<string> = new Set(["list", "pager"]);

function isInList({ observation, element }: FoundOn): boolean {
  for (let at = element.parent; at !== null; ) {
    const around = observation.elements.find(({ ref }) => ref === at);
    if (!around) return false;
    if (LISTS.has(around.role)) return true;
    at = around.parent;
  }
  return false;
}

/**
 * The first click that the app reported after the touch, if it is not on the target, on its container or on something
 * in it.
 */
function otherClicked({ companion, found, window, doneSeq }: DoneTouch): OnDeviceEvent | undefined {
  const clicked = companion.events.since(doneSeq).find(({ type }) => type === "clicked");
  if (!clicked || !found) return undefined;
  if (clicked.package !== null && window.package !== null && !packagesOf(found).has(clicked.package)) return clicked;
  const own = windowIdOf(found);
  if (clicked.window !== null && own !== null && clicked.window !== own) return clicked;
  const classes = classesAround(found);
  const isNamed = clicked.class !== null && clicked.class !== PLAIN && ![...classes].some((name) => DRAWN.test(name));
  return isNamed && !classes.has(clicked.class) ? clicked : undefined;
}

/**
 * Compose and others report this class for everything that is clicked. In web pages and Compose, nodes and events have
 * different class names.
 */
const PLAIN = "android.view.View";
const DRAWN = /WebView|ComposeView/;

function packagesOf({ observation }: FoundOn): ReadonlySet<string> {
  return new Set(observation.viewHierarchy?.nodes.flatMap(({ package: name }) => (name === null ? [] : [name])) ?? []);
}

function classesAround(found: FoundOn): ReadonlySet<string> {
  const nodes = found.observation.viewHierarchy?.nodes ?? [];
  const place = found.element.node;
  const classes = new Set<string>();
  const add = (at: number) => {
    const name = nodes[at]?.className ?? null;
    if (name !== null) classes.add(name);
  };
  if (place === null) return classes;
  for (let at: number | null = place; at !== null; at = nodes[at]?.parent ?? null) add(at);
  const depth = nodes[place]?.depth ?? 0;
  for (let at = place + 1; (nodes[at]?.depth ?? 0) > depth; at += 1) add(at);
  return classes;
}

function wordsFor({ type, package: name }: OnDeviceEvent): string {
  const what = isWindowsChange(type) ? "windows appeared or disappeared" : `the app sent "${type}"`;
  return name === null ? what : `${what} of ${nameOrQuoted(name)}`;
}

function named(name: string | null, otherwise: string): string {
  return name === null ? otherwise : nameOrQuoted(name);
}
