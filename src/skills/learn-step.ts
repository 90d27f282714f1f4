import { FoveaError } from "../base/errors.js";
import { SEVERITIES } from "../guard/decision.js";
import type { Column } from "./align.js";
import { argsOf } from "./learn-args.js";
import { aboutOf, targetsOf } from "./learn-targets.js";
import { proofOf, screenOf } from "./proof.js";
import type { SkillStep, SkillTarget } from "./skill.js";
import type { Slots } from "./slot-book.js";
import { isBack } from "./step-call.js";
import type { Varying } from "./template.js";

export interface StepDraft {
  readonly args: SkillStep["args"];
  readonly targets: readonly SkillTarget[];
}

/**
 * Finds the arguments and targets of a step. Facts are compared after all slots are known, so the drafts of all steps
 * come first.
 */
export function draftOf(column: Column, book: Slots): StepDraft {
  const about = aboutOf(column);
  return { args: argsOf(column, about, book), targets: targetsOf(column, about, book) };
}

export interface StepParts extends StepDraft {
  readonly when: SkillStep["when"] | null;
  readonly varying: readonly Varying[];
  readonly earlier: readonly Column[];
}

/** Makes a step from all runs that have it. */
export function learntStep(column: Column, { when, args, targets, varying, earlier }: StepParts): SkillStep {
  const there = column.filter((step) => step !== null);
  const [first] = there;
  if (!first) throw new FoveaError("SKILL_NOT_LEARNT", "there is a step that no run has");
  const guard = there
    .flatMap((step) => (step.guard ? [step.guard] : []))
    .toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))[0];
  return {
    did: first.did,
    tool: first.tool,
    args,
    targets,
    before: commonFront(there.map(({ before }) => before)),
    after: commonFront(there.map(({ after }) => after)),
    screen: screenOf(column),
    proof: proofOf(column, varying, earlier),
    ...keyboardOf(there),
    verdicts: [...new Set(there.map(({ verdict }) => verdict))],
    ...(guard && { guard }),
    ...(when && { when }),
    runs: there.length,
    ms: Math.max(...there.map(({ ms }) => ms)),
  };
}

function keyboardOf(there: Column): Pick<SkillStep, "keyboard"> {
  const [first, ...others] = there;
  if (!first || !isBack(first)) return {};
  return others.every((one) => one?.hasKeyboard === first.hasKeyboard) ? { keyboard: first.hasKeyboard } : {};
}

function commonFront(fronts: readonly SkillStep["before"][]): SkillStep["before"] {
  const same = (name: "package" | "activity") => {
    const [first = null, ...others] = fronts.map((front) => front[name]);
    return others.every((one) => one === first) ? first : null;
  };
  return { package: same("package"), activity: same("activity") };
}
