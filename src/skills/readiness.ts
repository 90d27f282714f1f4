import type { ErrorCode } from "../base/errors.js";
import type { Observation } from "../screen/observation.js";
import { type FoundTarget, findTarget } from "./find-target.js";
import { hasKeyboard, otherSkillFront } from "./judge.js";
import { factWords, holds, seenOnScreen, standing } from "./seen.js";
import type { SkillStep, SkillTarget } from "./skill.js";
import { isBack, isScreenIndependent, isScroll } from "./step-call.js";
import { fill } from "./template.js";

/** Whether a screen fits a step. */
export type Readiness =
  | {
      readonly kind: "ready";
      readonly found: readonly FoundTarget[];
      /** Why the step is not needed; null if it is needed. */
      readonly needless: string | null;
    }
  | { readonly kind: "not yet"; readonly code: ErrorCode; readonly missing: readonly string[] };

export type Values = ReadonlyMap<string, string>;

/** `next` is the step after this one, for which a scroll step scrolls; undefined if there is none. */
export function readiness(
  step: SkillStep,
  next: SkillStep | undefined,
  screen: Observation,
  values: Values,
): Readiness {
  if (isScreenIndependent(step)) return { kind: "ready", found: [], needless: null };
  const notYet = (missing: readonly string[], code: ErrorCode = "REPLAY_OTHER_SCREEN"): Readiness => {
    return { kind: "not yet", code, missing };
  };
  const front = otherSkillFront(step.before, screen);
  if (front !== null) return notYet([front]);
  const now = standing(seenOnScreen(screen.elements));
  const missing = (step.when ?? []).filter((fact) => !holds(fact, now, values));
  if (missing.length > 0) return notYet(missing.map((fact) => factWords(fact, values)));
  if (isScroll(step) && next && isInSight(next, screen, values))
    return { kind: "ready", found: [], needless: "the target of the next step is already on the screen" };
  if (isBack(step) && step.keyboard === true && !hasKeyboard(screen))
    return { kind: "ready", found: [], needless: "the keyboard is hidden already" };
  const found = step.targets.map((target) => findTarget(target, screen, values));
  const several = found.findIndex(({ kind }) => kind === "several");
  if (several >= 0)
    return notYet([`one ${targetWords(step.targets[several], values)}, and not several`], "AMBIGUOUS_TARGET");
  const none = found.findIndex(({ kind }) => kind === "none");
  if (none >= 0) return notYet([targetWords(step.targets[none], values)], "ELEMENT_NOT_FOUND");
  return { kind: "ready", found, needless: hasStateAlready(step, found) };
}

function isInSight(step: SkillStep, screen: Observation, values: Values): boolean {
  if (step.targets.length === 0 || otherSkillFront(step.before, screen) !== null) return false;
  return step.targets.every((target) => findTarget(target, screen, values).kind === "one");
}

/** The target has the state already: a tap would change it back. */
function hasStateAlready({ tool, targets }: SkillStep, found: readonly FoundTarget[]): string | null {
  const [target, one] = [targets[0], found[0]];
  if (tool !== "tap" || target?.checked === undefined || one?.kind !== "one") return null;
  const isOver = one.element.checked === !target.checked;
  return isOver ? `it is ${target.checked ? "unchecked" : "checked"} already` : null;
}

/** The target of a step in words. */
export function targetWords(target: SkillTarget | undefined, values: Values): string {
  const [first] = target?.selectors ?? [];
  if (!target || !first) return "an element";
  const words = target.slot === undefined ? first.labels[0] : fill(`\${${target.slot}}`, values);
  const id = first.id?.split("/").at(-1);
  if (words === undefined) return id === undefined ? first.role : `${first.role} id/${id}`;
  return `${target.by === "around" ? `${first.role} in ` : `${first.role} `}${JSON.stringify(words)}`;
}
