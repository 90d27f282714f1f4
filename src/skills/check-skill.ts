import { doubtsOfFronts } from "./check-fronts.js";
import type { Doubt, Found } from "./doubt.js";
import { isInFlow } from "./flow-body.js";
import { NO_EFFECT } from "./learn.js";
import { type Skill, type SkillStep, stepsOf } from "./skill.js";
import { isDoable, isScreenIndependent, isScroll, wrongCall } from "./step-call.js";

/** A screen that took longer than this in the runs, in ms, may be late again, which is a doubt. */
const SLOW_MS = 5_000;

/** All doubts about a skill, step by step. Pure. */
export function checkSkill(skill: Skill): readonly Doubt[] {
  const { left_out: leftOut } = skill;
  const fronts = doubtsOfFronts(skill);
  const doubts = stepsOf(skill).flatMap((step, place) =>
    [...doubtsOf(step), ...(fronts[place] ?? [])].map(
      ([kind, why]): Doubt => ({ step: place + 1, did: step.did, kind, why }),
    ),
  );
  const isHarmless = (why: string) => why.endsWith(NO_EFFECT);
  return [
    ...doubts,
    ...leftOut.filter((why) => !isHarmless(why)).map((why): Doubt => ({ step: 0, did: "", kind: "left out", why })),
  ];
}

function doubtsOf(step: SkillStep): readonly Found[] {
  const found: Found[] = [];
  if (!isDoable(step)) found.push(["undone", `a skill cannot use the tool ${step.tool}`]);
  else if (wrongCall(step) !== null) found.push(["undone", wrongCall(step) ?? ""]);
  if (needsTarget(step) && step.targets.length === 0)
    found.push(["ambiguous", "only a place on the screen, or the focus, says what it acts on"]);
  for (const { selectors, slot } of step.targets) {
    const isSure = selectors.some(
      ({ unique }) =>
        unique.id || unique.words || unique.labels || unique.fingerprint === true || unique.idAround === true,
    );
    if (!isSure && slot === undefined) found.push(["ambiguous", "only its place distinguishes its target from others"]);
  }
  if (!isVerified(step)) found.push(["unverified", "nothing on the screen proved in all runs that it was done"]);
  if (step.when !== undefined && step.runs < 2)
    found.push(["timing", "it was in one run only: the time to wait for its result may be too short"]);
  if ((step.ms ?? 0) > SLOW_MS)
    found.push(["timing", `it took ${((step.ms ?? 0) / 1_000).toFixed(1)} s: set --action-timeout to a longer time`]);
  if (step.guard && step.guard.severity !== "note")
    found.push(["guarded", `${step.guard.class}: the guard's decision on it was ${step.guard.severity}`]);
  if (!isInFlow(step) && isDoable(step)) found.push(["flow", "Maestro has no command for it: only Fovea does it"]);
  return found;
}

function needsTarget({ tool, args }: SkillStep): boolean {
  return (
    tool === "tap" || tool === "type_text" || tool === "drag" || (tool === "swipe" && args["direction"] === undefined)
  );
}

function isVerified(step: SkillStep): boolean {
  if (isScreenIndependent(step) || isScroll(step) || step.keyboard === true) return true;
  const isMoving = step.before.activity !== step.after.activity || step.before.package !== step.after.package;
  return step.proof.length > 0 || isMoving || step.targets[0]?.checked !== undefined || step.tool === "type_text";
}
