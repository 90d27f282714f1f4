import type { Rect } from "../../base/geometry.js";
import type { UiElement } from "../../screen/element.js";
import { matchElements } from "../../screen/match.js";
import type { MatchSource } from "../../screen/match-source.js";
import { parseElement } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import { printTarget } from "../../screen/selector-print.js";

/** The elements that a locator names: those of its selector, then reduced by each step in order. */
export interface LocatorPlan {
  readonly selector: ElementSelector;
  readonly steps: readonly LocatorStep[];
}

export type LocatorStep =
  | { readonly kind: "within" | "near"; readonly other: LocatorPlan }
  | { readonly kind: "nth"; readonly index: number };

/** The screen on which a plan is evaluated. */
export interface Seen extends MatchSource {
  /** The device's date if a query needs it, else null. */
  readonly today: string | null;
}

/** The plan of a query without further steps. Errors: SELECTOR_SYNTAX. */
export function planOf(query: string): LocatorPlan {
  return { selector: parseElement(query), steps: [] };
}

export function withStep({ selector, steps }: LocatorPlan, step: LocatorStep): LocatorPlan {
  return { selector, steps: [...steps, step] };
}

/** `button "Buy" within (row "Milk") nth 0`, for messages. */
export function describePlan({ selector, steps }: LocatorPlan): string {
  const more = steps.map((step) =>
    step.kind === "nth" ? ` nth ${step.index}` : ` ${step.kind} (${describePlan(step.other)})`,
  );
  return `${printTarget(selector)}${more.join("")}`;
}

/** Every selector in the plan. */
export function planSelectors({ selector, steps }: LocatorPlan): readonly ElementSelector[] {
  return [selector, ...steps.flatMap((step) => (step.kind === "nth" ? [] : planSelectors(step.other)))];
}

/** The elements that the plan names on a screen, in reading order. */
export function elementsNamed({ selector, steps }: LocatorPlan, seen: Seen): readonly UiElement[] {
  return steps.reduce(
    (found, step) => narrowed(found, step, seen),
    matchElements(selector, seen.elements, { ...seen, today: seen.today }),
  );
}

function narrowed(found: readonly UiElement[], step: LocatorStep, seen: Seen): readonly UiElement[] {
  if (step.kind === "nth") return found.slice(step.index, step.index + 1);
  const others = elementsNamed(step.other, seen);
  return step.kind === "within" ? lyingIn(found, others, seen) : nearestTo(found, others);
}

function lyingIn(found: readonly UiElement[], containers: readonly UiElement[], { elements }: Seen) {
  const byRef = new Map(elements.map((one) => [one.ref, one]));
  const wanted = new Set(containers);
  const isInside = ({ parent }: UiElement): boolean => {
    const above = parent === null ? undefined : byRef.get(parent);
    return above !== undefined && (wanted.has(above) || isInside(above));
  };
  return found.filter(isInside);
}

/** The nearest elements: all whose distances differ so little that none is clearly nearest. */
function nearestTo(found: readonly UiElement[], others: readonly UiElement[]): readonly UiElement[] {
  const measured = found.flatMap((element) => {
    const distances = others.filter((one) => one !== element).map((one) => distance(element.bounds, one.bounds));
    return distances.length === 0 ? [] : [{ element, away: Math.min(...distances) }];
  });
  const least = Math.min(...measured.map(({ away }) => away));
  return measured.filter(({ away }) => away <= least + SAME_PX).map(({ element }) => element);
}

const SAME_PX = 1;

/** The distance between the nearest edges, in px; 0 if the boxes overlap. */
function distance(a: Rect, b: Rect): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}
