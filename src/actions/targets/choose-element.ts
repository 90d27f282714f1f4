import { FoveaError } from "../../base/errors.js";
import { isActionable, type UiElement } from "../../screen/element.js";
import { type Healing, resolveStored } from "../../screen/heal.js";
import { quoteLabel } from "../../screen/label.js";
import { matchElements } from "../../screen/match.js";
import type { Observation } from "../../screen/observation.js";
import { answerQuery, type Candidate, explain } from "../../screen/query/answer.js";
import { distinguish } from "../../screen/query/distinguish.js";
import type { ElementSelector, PatternTarget, QuerySelector, StoredTarget } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { isLocked, locked, screenContext } from "./refuse-screen.js";
import { describe, single } from "./refuse-target.js";

/** The screen on which a selector is resolved. */
export interface SearchScope {
  readonly observation: Observation;
  /** The device's date, if a query needs it. */
  readonly today: string | null;
  /** Nothing will be touched: a likely match is enough, in any app. */
  readonly isToRead?: boolean;
}

export interface Chosen {
  readonly element: UiElement;
  /** How a query matched it, or that the stored selector was healed; null if there is nothing to report. */
  readonly note: string | null;
}

/**
 * The one element that a selector names, in any form. Errors: ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET, DEVICE_LOCKED;
 * REF_STALE for a likely match in an app that the caller was never shown.
 */
export function chooseElement(session: Session, selector: ElementSelector, scope: SearchScope): Chosen {
  if ("query" in selector) return byQuery(session, selector, scope);
  if ("stored" in selector) return byStored(session, selector, scope.observation);
  if ("pattern" in selector) return byPattern(session, selector, scope.observation);
  return { element: single(session, selector, scope.observation), note: null };
}

const MOST_LISTED = 8;

function byQuery(
  session: Session,
  selector: QuerySelector,
  { observation, today, isToRead = false }: SearchScope,
): Chosen {
  const { matches, guesses } = answerQuery(selector.query, { ...observation, today });
  const actionable = matches.filter(({ element }) => isActionable(element));
  const candidates = actionable.length > 0 ? actionable : matches;
  const [only, ...others] = candidates;
  if (!only) throw noneFits(session, { selector, lines: guesses.map(candidateLine) }, observation);
  if (others.length > 0) throw severalFit(session, { selector, candidates }, observation);
  // A likely match in another app is refused: the caller wrote the query for the app that it saw.
  const isSure = isToRead || only.score === 1 || !isUnseenApp(session, observation);
  if (!isSure) throw unseenApp(session, { selector, only }, observation);
  return { element: only.element, note: `${printTarget(selector)} is ${only.element.ref} (${explain(only)})` };
}

/** Whether another app is in front than on the screen that the caller was last shown. */
function isUnseenApp({ lastReported }: Session, { activeWindow }: Observation): boolean {
  const [reported, now] = [lastReported?.activeWindow?.package ?? null, activeWindow?.package ?? null];
  return reported !== null && now !== null && reported !== now;
}

function unseenApp(
  session: Session,
  { selector, only }: { readonly selector: QuerySelector; readonly only: Candidate },
  observation: Observation,
): FoveaError {
  const wanted = printTarget(selector);
  const message = `another app came to the front since the last answer, and ${wanted} is only likely to mean ${candidateLine(only)}`;
  return new FoveaError("REF_STALE", message, {
    ...screenContext(session, observation, wanted),
    hint: `Check the screen below; if ${only.element.ref} is what you want, use its ref.`,
  });
}

/** Takes the first of several matches, as Maestro does, and names it in a note. */
function byPattern(session: Session, selector: PatternTarget, observation: Observation): Chosen {
  const [first, ...others] = matchElements(selector, observation.elements, observation);
  if (!first) throw noneFits(session, { selector, lines: [] }, observation);
  if (others.length === 0) return { element: first, note: null };
  const listed = others.slice(0, MOST_LISTED).map(describe).join("; ");
  const note = `! ${others.length + 1} elements fit ${printTarget(selector)}: ${describe(first)} was taken, not ${listed}`;
  return { element: first, note };
}

function candidateLine(candidate: Candidate): string {
  return `${describe(candidate.element)} (${explain(candidate)})`;
}

function severalFit(
  session: Session,
  { selector, candidates }: { readonly selector: QuerySelector; readonly candidates: readonly Candidate[] },
  observation: Observation,
): FoveaError {
  const apart = distinguish(
    candidates.map(({ element }) => element),
    observation,
    MOST_LISTED,
  );
  const listed = candidates
    .slice(0, MOST_LISTED)
    .map((one, place) => `${describe(one.element)} (${apart[place]}; ${explain(one)})`);
  const more = candidates.length > listed.length ? ` and ${candidates.length - listed.length} more` : "";
  const wanted = printTarget(selector);
  return new FoveaError(
    "AMBIGUOUS_TARGET",
    `${candidates.length} elements fit ${wanted} equally well: ${listed.join("; ")}${more}`,
    {
      device: session.device.serial,
      elementDescription: wanted,
      hint: "Use one of the refs listed, or say what the element is in or next to, or its number.",
    },
  );
}

function noneFits(
  session: Session,
  { selector, lines }: { readonly selector: ElementSelector; readonly lines: readonly string[] },
  observation: Observation,
): FoveaError {
  const wanted = "stored" in selector ? shortly(selector) : printTarget(selector);
  if (isLocked(observation)) return locked(session, observation, wanted);
  const also = lines.length > 0 ? `; the nearest: ${lines.join("; ")}` : "";
  return new FoveaError("ELEMENT_NOT_FOUND", `nothing on the screen is certainly ${wanted}${also}`, {
    ...screenContext(session, observation, wanted),
    hint: "If one of the nearest is meant, use its ref; use swipe to reach more of a scrolling list.",
  });
}

/** The short form of a stored selector: the whole one would fill half a screen. */
function shortly({ stored: { role, labels, id, around } }: StoredTarget): string {
  const name = labels.length > 0 ? labels.map(quoteLabel).join(" ") : (id ?? "");
  const within = around.length > 0 ? ` in ${around.map(quoteLabel).join(" ")}` : "";
  return `the stored ${role}${name === "" ? "" : ` ${name}`}${within}`;
}

function byStored(session: Session, selector: StoredTarget, observation: Observation): Chosen {
  const { matches, guesses } = resolveStored(selector.stored, observation);
  const [only, ...others] = matches;
  if (!only) throw noneFits(session, { selector, lines: guesses.map(healingLine) }, observation);
  if (others.length > 0) {
    const listed = matches.slice(0, MOST_LISTED).map(healingLine).join("; ");
    const message = `${matches.length} elements may be the stored one: ${listed}`;
    throw new FoveaError("AMBIGUOUS_TARGET", message, { device: session.device.serial });
  }
  const note = only.changed.length > 0 ? `healed: the stored element is ${healingLine(only)}` : null;
  return { element: only.element, note };
}

function healingLine({ element, score, changed }: Healing): string {
  return `${describe(element)} (${score.toFixed(2)}: ${changed.length > 0 ? `other ${changed.join(", ")}` : "nothing differs"})`;
}
