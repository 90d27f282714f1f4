import type { UiElement } from "./element.js";
import { storedMatches } from "./heal.js";
import { matchElements } from "./match.js";
import type { MatchSource } from "./match-source.js";
import { answerQuery } from "./query/answer.js";
import type { Condition } from "./selector.js";
import type { ElementSelector } from "./selector-element.js";

/** An element that makes a condition true, and how likely it is the intended element. */
export interface Evidence {
  readonly element: UiElement;
  /** 0 to 1; 1 for an element that a selector names exactly. */
  readonly score: number;
}

/**
 * The elements that make a true condition true: the first match of each part that requires an element, without
 * repetition. Empty if no part requires one: negations, and facts of the window.
 */
export function evidenceOf(condition: Condition, source: MatchSource): readonly Evidence[] {
  const byRef = new Map(partsOf(condition).flatMap((part) => firstOf(part, source)));
  return [...byRef.values()];
}

function partsOf(condition: Condition): readonly ElementSelector[] {
  switch (condition.kind) {
    case "exists":
      return [condition.element];
    case "and":
    case "or":
      return condition.conditions.flatMap(partsOf);
    case "named":
      return partsOf(condition.condition);
    default:
      return [];
  }
}

function firstOf(selector: ElementSelector, source: MatchSource): readonly (readonly [string, Evidence])[] {
  const [first] = matchElements(selector, source.elements, source);
  return first ? [[first.ref, { element: first, score: scoreOf(first, selector, source) }]] : [];
}

function scoreOf({ ref }: UiElement, selector: ElementSelector, source: MatchSource): number {
  const scored =
    "query" in selector
      ? answerQuery(selector.query, source).matches
      : "stored" in selector
        ? storedMatches(selector.stored, source)
        : [];
  return scored.find(({ element }) => element.ref === ref)?.score ?? 1;
}
