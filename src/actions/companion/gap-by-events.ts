import { isWindowsChange } from "../../devices/companion/event-log.js";
import type { OnDeviceEvent } from "../../devices/companion/messages.js";
import { isSameElement, isTouchTarget, type UiElement } from "../../screen/element.js";
import type { ActiveWindow } from "../../screen/facts.js";
import { nameOrQuoted } from "../../screen/label.js";
import { type Gap, isAmongTheSame, orStanding, type SeenAfter, STILL, standsThen } from "../staleness/gap.js";
import { type FoundOn, nodeOf } from "../targets/node-address.js";
import { concerns, type Heard } from "./unrest.js";

/** A touch through the companion that was done. */
export interface DoneTouch {
  readonly companion: Heard;
  readonly window: ActiveWindow;
  /** What was touched, where that is one element. */
  readonly found: FoundOn | null;
  readonly by: "click" | "gesture";
  /** A single short touch, which an app answers with the click of one view. */
  readonly isTap: boolean;
  /** The last event that was heard of when it was sent. */
  readonly checkedSeq: number;
  /** The last event of the device before it was done. */
  readonly doneSeq: number;
  /** Something moved when it was planned, though not the target. */
  readonly wasRestless: boolean;
}

/** How far back a rhythm is looked for: what changes each second is not the touch's fault. */
const RHYTHM_MS = 5_000;
/** As many intervals before the touch are as long as the last one. */
const BEATS = 3;
const MOST_OFF = 0.25;
/** What changes so often, at most each 100 ms, does so without a pause. */
const STORM_MS = 1_000;
const STORM = 6;

/**
 * What the events say of the time between the last check and the touch: the device numbers them, so that none that it
 * had received before the touch is missed. Afterwards the click that the app reports has to be on what was touched.
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
    // Clicks and windows are no small change, though what they brought up may be gone by now.
    return standing && own.every(({ type }) => type === "content") ? orStanding(gap, standing, after) : gap;
  }
  if (isSurelyIt || (own.length === 0 && (!wasRestless || isAlone(touch, after)))) return STILL;
  if (standing && standsThen(standing, after)) return STILL;
  return { kind: "unknown", why: "the screen changes all the time" };
}

/** What goes on in another window moves nothing in this one. */
function isOfTarget(event: OnDeviceEvent, { window, found }: DoneTouch): boolean {
  if (!concerns(event, window)) return false;
  const own = found && windowIdOf(found);
  return own === null || event.window === null || event.window === own || isWindowsChange(event.type);
}

function windowIdOf({ observation, element }: FoundOn): number | null {
  return observation.viewHierarchy?.windows[element.window]?.windowId ?? null;
}

/**
 * Whether the same was heard again and again already, without a pause or in one rhythm, when the target was looked at.
 */
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
 * A click that cannot be one of another thing, whatever changed: the device compares the words of the node right
 * before, and there they say which one it is. In lists they do not: the same view shows one row and then another.
 */
function isSure({ by, found }: DoneTouch): boolean {
  if (by !== "click" || !found) return false;
  const { elements } = found.observation;
  const words = ownWords(found);
  if (words === "" || isInList(found)) return false;
  return elements.every((element) => element === found.element || ownWords({ ...found, element }) !== words);
}

/**
 * Whether afterwards nothing speaks against it that a click met what was meant: with the same words it may have been
 * another one's, beside another name or on the next page. Of what opened another window nothing is known.
 */
function isAsMeant(touch: DoneTouch, after: SeenAfter | null): boolean {
  const { found } = touch;
  if (!found || !after || isElsewhere(touch, after)) return true;
  return (
    !isContradicted(found.element, after) && isAmongTheSame(found.element, found.observation.elements, after.elements)
  );
}

/**
 * Before a click by words that nothing else has now, no event came: that something else on the screen goes on is
 * no doubt, as long as it is not on another page afterwards.
 */
function isAlone(touch: DoneTouch, after: SeenAfter | null): boolean {
  const { found } = touch;
  if (!isSure(touch)) return false;
  if (!found || !after || isElsewhere(touch, after)) return true;
  return !isContradicted(found.element, after) && !isKeptOnOtherPage(found, after);
}

/**
 * It says the same under another title now. An app that sent an event right before keeps the next one back: the title
 * may have changed before the click.
 */
function isKeptOnOtherPage({ element, observation }: FoundOn, after: SeenAfter): boolean {
  const isKept = after.elements.some((one) => isSameElement(one, element));
  return isKept && !isAmongTheSame(element, observation.elements, after.elements);
}

function isElsewhere({ window }: DoneTouch, after: SeenAfter): boolean {
  return after.activeWindow?.windowId !== window.windowId;
}

/** Something else says the same now, or what a tap turns is as it was: it may have turned right before. */
function isContradicted(element: UiElement, after: SeenAfter): boolean {
  if (hasTwinSince(element, after)) return true;
  const now = after.elements.find((one) => isSameElement(one, element));
  return element.checked !== null && now?.checked === element.checked;
}

/** Something came that says the same: the words that the device compared may have been its. */
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
 * The first click that the app reported after the touch, if it is not on the target, on its container or on what is in
 * it.
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

/** Compose and others give this name to whatever is clicked; pages and Compose give nodes other names than events. */
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
