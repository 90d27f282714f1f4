import { FoveaError } from "../../base/errors.js";
import { type ElementContext, isActionable, type UiElement } from "../../screen/element.js";
import { cutLabel } from "../../screen/label.js";
import { matchElements, similarElements } from "../../screen/match.js";
import { withoutFigures } from "../../screen/meaning.js";
import type { Observation } from "../../screen/observation.js";
import { nameElement } from "../../screen/outline.js";
import { parentPlaces } from "../../screen/parent-places.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import { turnedBy } from "../../screen/turned-by.js";
import type { Session } from "../../session/session.js";
import { isLocked, locked, screenContext } from "./refuse-screen.js";

/** The name of an element in a refusal. */

export function describe(element: UiElement): string {
  return nameElement(element);
}

/** The error for a ref that is not of the last observation. */
export function unknownRef(session: Session, ref: string): FoveaError {
  const was = session.goneElement(ref);
  const elements = session.lastObservation?.elements ?? [];
  const message =
    was === undefined
      ? `${ref} is not a ref of the last observation of ${session.device.serial}`
      : `${ref} is gone${isAlikeThere(was, elements) ? ", or it cannot be distinguished from others with the same words" : ""}; it was ${was.words.replace(`${ref} `, "")}`;
  const alike = was && alikeNow(was, elements);
  return new FoveaError("REF_STALE", `${message}${overtaken(session)}`, {
    device: session.device.serial,
    ...(alike && { hint: `${alike}; else observe.` }),
  });
}

/**
 * The only element with the same role and the same first words as one that is gone: it may be the same element, with
 * other words after them.
 */
function alikeNow({ role, labels }: Pick<UiElement, "role" | "labels">, elements: readonly UiElement[]): string | null {
  const [first] = labels;
  const [only, ...others] = elements.filter((one) => one.role === role && one.labels[0] === first);
  if (first === undefined || !only || others.length > 0) return null;
  return `${describe(only)} begins with the same words: use that ref if it is what you want`;
}

/**
 * Whether an element with the same role and words is on the screen: it may be the missing one, but nothing proves it.
 */
function isAlikeThere({ role, labels }: Pick<UiElement, "role" | "labels">, elements: readonly UiElement[]): boolean {
  const words = labels.join("\u0001");
  return labels.length > 0 && elements.some((one) => one.role === role && one.labels.join("\u0001") === words);
}

/** The error that the element is there, but has another meaning than when it had this ref. */
export function changedMeaning(
  session: Session,
  { ref, old, now }: { readonly ref: string; readonly old: UiElement | null; readonly now: UiElement },
  observation: Observation,
): FoveaError {
  const gone = session.goneElement(ref);
  const before = old ? nameElement(old) : gone?.words;
  const [was, is] = [before?.replace(`${ref} `, ""), describe(now).replace(`${now.ref} `, "")];
  const context = old?.context ?? gone?.context;
  const isAlike = was === is && context !== undefined;
  const [wasIn, isIn] = isAlike
    ? [
        distinguishingWords(context, now.context, session.lastReported?.elements ?? []),
        distinguishingWords(now.context, context, observation.elements),
      ]
    : ["", ""];
  const [first, then] = [was === undefined ? "something else" : `${was}${wasIn}`, `${is}${isIn}`];
  const what =
    first === then
      ? `${ref} was ${first} and means something else now: its surroundings changed${orTurned(now, observation)}`
      : isAlike && wasIn === ""
        ? `${ref} was ${first} and means something else now: it is${isIn}`
        : isAlike && isIn === ""
          ? `${ref} was ${first} and means something else now: it is no longer${wasIn}`
          : `${ref} was ${first} and is now ${then}`;
  return new FoveaError("REF_CHANGED", `${what}${overtaken(session)}; nothing was touched`, {
    ...screenContext(session, observation, describe(now)),
    hint: `It is ${now.ref} now: use that ref if ${then} is what you want.`,
  });
}

function orTurned(now: UiElement, { elements }: Observation): string {
  const [toggle] = turnedBy(elements.indexOf(now), { elements, parents: parentPlaces(elements) });
  return toggle ? `, or the ${toggle.role} in it was switched (it is ${toggle.checked === true ? "on" : "off"})` : "";
}

/** The words that distinguish it from another element with the same words, if words around it do. */
function distinguishingWords(
  context: ElementContext,
  other: ElementContext,
  screen: readonly Pick<UiElement, "labels">[],
): string {
  const own = wordsAround(context);
  const others = new Set(wordsAround(other));
  const words = [...new Set(own)].filter((one) => !others.has(one)).slice(0, MOST_CONTEXT);
  const shown = words.map((one) => cutLabel(withFigures(one, screen), LONGEST_CONTEXT));
  return shown.length === 0 ? "" : ` with ${shown.join(", ")}`;
}

/** The words as the screen shows them: a context has a sign in place of figures that count. */
function withFigures(words: string, screen: readonly Pick<UiElement, "labels">[]): string {
  const labels = screen.flatMap((element) => element.labels);
  return labels.includes(words) ? words : (labels.find((label) => withoutFigures(label) === words) ?? words);
}

function wordsAround({ near, section, heading, dialog }: ElementContext): readonly string[] {
  return [...near, ...(section === null ? [] : [section]), ...(heading === null ? [] : [heading]), ...dialog];
}

const MOST_CONTEXT = 3;
const LONGEST_CONTEXT = 60;

function overtaken({ wasOvertaken }: Session): string {
  return wasOvertaken ? "; another client acted on the device since you were last shown it" : "";
}

/** The error that an element of the last observation is gone, as far as it can be distinguished from others. */
export function gone(session: Session, known: UiElement, observation: Observation): FoveaError {
  if (isLocked(observation)) return locked(session, observation, describe(known));
  const alike = alikeNow(known, observation.elements);
  const what = isAlikeThere(known, observation.elements)
    ? "is gone, or it cannot be distinguished from others with the same words"
    : "is not on the screen any more";
  return new FoveaError("REF_STALE", `${describe(known)} ${what}`, {
    ...screenContext(session, observation, describe(known)),
    hint: alike === null ? "Use a ref from the screen below." : `${alike}; else use one from the screen below.`,
  });
}

/** The error that the element may be there, but nearly everything around it belongs to another screen. */
export function changedScreen(session: Session, now: UiElement, observation: Observation): FoveaError {
  const message = `the screen differs from the one on which ${describe(now)} was seen; it may mean something else now`;
  return new FoveaError("REF_STALE", message, {
    ...screenContext(session, observation, describe(now)),
    hint: `Check the screen below; if ${now.ref} is still what you want, repeat the call.`,
  });
}

/**
 * The one element that a selector names; an element that can be acted on is preferred to one with the same words that
 * cannot. Errors: ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET.
 */
export function single(session: Session, selector: ElementSelector, observation: Observation): UiElement {
  const matches = matchElements(selector, observation.elements);
  const actionable = matches.filter(isActionable);
  const candidates = actionable.length > 0 ? actionable : matches;
  const [only, ...others] = candidates;
  if (!only) throw notFound(session, selector, observation);
  if (others.length > 0) throw ambiguous(session, { selector, candidates }, observation);
  return only;
}

const MOST_LISTED = 8;
const MOST_SIMILAR = 5;

function notFound(session: Session, selector: ElementSelector, observation: Observation): FoveaError {
  const wanted = printTarget(selector);
  if (isLocked(observation)) return locked(session, observation, wanted);
  const similar = similarElements(selector, observation.elements).slice(0, MOST_SIMILAR).map(describe);
  const also = similar.length > 0 ? `; similar: ${similar.join("; ")}` : "";
  const context = screenContext(session, observation, wanted);
  const hint = "Use a ref from the screen below; use swipe to reach more of a scrolling list.";
  return new FoveaError("ELEMENT_NOT_FOUND", `nothing on the screen matches ${wanted}${also}`, { ...context, hint });
}

function ambiguous(
  session: Session,
  { selector, candidates }: { readonly selector: ElementSelector; readonly candidates: readonly UiElement[] },
  { elements }: Observation,
): FoveaError {
  const wanted = printTarget(selector);
  const listed = candidates.slice(0, MOST_LISTED).map((element) => `${describe(element)}${within(element, elements)}`);
  const more = candidates.length > listed.length ? ` and ${candidates.length - listed.length} more` : "";
  return new FoveaError(
    "AMBIGUOUS_TARGET",
    `${candidates.length} elements match ${wanted}: ${listed.join("; ")}${more}`,
    { device: session.device.serial, elementDescription: wanted },
  );
}

/** The nearest container with words, which distinguishes it from other elements with the same words. */
function within(element: UiElement, elements: readonly UiElement[]): string {
  let around = elements.find((one) => one.ref === element.parent);
  while (around && around.labels.length === 0) {
    const { parent } = around;
    around = elements.find((one) => one.ref === parent);
  }
  return around ? ` in ${describe(around)}` : "";
}
