import type { ErrorCode } from "../base/errors.js";
import { isSameElement } from "../screen/element.js";
import type { Observation } from "../screen/observation.js";
import type { FoundTarget } from "./find-target.js";
import { factWords, holds, seenOnScreen, standing } from "./seen.js";
import type { Fact, SkillFront, SkillStep } from "./skill.js";
import { fill, slotsIn } from "./template.js";

/** The parts of an observation that are needed to judge a step. */
export interface Shown extends Pick<Observation, "elements"> {
  readonly activeWindow: { readonly package: string | null; readonly activity: string | null } | null;
  readonly ime: { readonly visible: boolean | null } | null;
}

export interface Outcome {
  readonly before: Shown;
  readonly after: Shown;
  readonly verdict: string;
  readonly found: readonly FoundTarget[];
}

/** The differences from the runs after a step; empty if there are none. */
export interface Judgement {
  readonly code: ErrorCode | null;
  readonly missing: readonly string[];
}

const FINE: Judgement = { code: null, missing: [] };

/** Verdicts that end a run, unless the step had them in the recorded runs. */
const BAD: ReadonlySet<string> = new Set([
  "no_effect",
  "unexpected_window",
  "app_crashed",
  "app_not_responding",
  "uncertain",
]);

/** Compares the screen after a step with that of all runs. */
export function judgeSkillStep(step: SkillStep, outcome: Outcome, values: ReadonlyMap<string, string>): Judgement {
  const { before, after, verdict, found } = outcome;
  const diverged = (missing: readonly string[]): Judgement => ({ code: "REPLAY_DIVERGED", missing });
  const isFocused = hasFocus(step, outcome);
  if (BAD.has(verdict) && !step.verdicts.includes(verdict) && !(isFocused && verdict === "no_effect"))
    return diverged([`verdicts ${step.verdicts.join(", ")}, not ${verdict}`]);
  const other = otherSkillFront(step.after, after);
  if (other !== null) return diverged([other]);
  const turned = notTurned(step, outcome);
  if (turned !== null) return diverged([turned]);
  const proof = step.proof.filter(comparable(step, before, found));
  const [then, now] = [before, after].map((one) => standing(seenOnScreen(one.elements)));
  const byWords = proof.filter(({ id }) => id === undefined);
  const isMissing = (fact: Fact) => now !== undefined && !holds(fact, now, values);
  const back = proof.filter((fact) => fact.back === true);
  // A smaller phone may show less of a screen to which the step returns.
  const isBack = back.length === 0 || !back.every(isMissing);
  // If every word is there and no id is, the build of the app has other ids.
  const isShown =
    byWords.length >= LEAST_WORDS ||
    (isMoving(step) && [...(now?.ids ?? [])].some((id) => then?.ids.has(id) === false)) ||
    byWords.some((fact) => isOfSlot(fact) && then !== undefined && !holds(fact, then, values));
  const isReId = isShown && byWords.every((fact) => !isMissing(fact)) && noneHolds(proof, isMissing);
  const missing = proof.filter((fact) => {
    return isMissing(fact) && (fact.back !== true || !isBack) && !(isReId && fact.id !== undefined);
  });
  if (missing.length > 0) return diverged(missing.map((fact) => factWords(fact, values)));
  const isNew = proof.some((fact) => then !== undefined && !holds(fact, then, values));
  if (step.keyboard === true) return hasKeyboard(after) ? diverged(["no keyboard"]) : FINE;
  const isProven = verdict === "changed" || isNew || isFocused || isOtherFront(before, after);
  if (isProven || step.verdicts.includes(verdict)) return isProven || !BLIND.has(verdict) ? FINE : UNPROVEN;
  return UNPROVEN;
}

function noneHolds(proof: readonly Fact[], isMissing: (fact: Fact) => boolean): boolean {
  return proof.every((fact) => fact.id === undefined || fact.gone === true || isMissing(fact));
}

const LEAST_WORDS = 2;

/** Whether the step led to another activity in all runs: then this activity in front proves as much as words. */
function isMoving({ before, after }: SkillStep): boolean {
  return after.activity !== null && before.activity !== null && after.activity !== before.activity;
}

/** Whether the fact is the text that was typed or chosen in this run. */
function isOfSlot({ text, gone }: Fact): boolean {
  return text !== undefined && gone !== true && slotsIn(text).length > 0;
}

/**
 * Selects the facts that can be compared: words are useless in another language, and ids may be useless in another
 * build.
 */
function comparable(step: SkillStep, before: Shown, found: readonly FoundTarget[]): (fact: Fact) => boolean {
  const now = standing(seenOnScreen(before.elements));
  const isAny = (which: "isRelabelled" | "isOtherId") => found.some((one) => one.kind === "one" && one[which]);
  const { texts, ids } = step.screen;
  const isOther = (known: readonly string[], there: ReadonlySet<string>) =>
    known.length >= LEAST_KNOWN && known.filter((one) => there.has(one)).length < known.length * LEAST_SHARE;
  const isOtherWords =
    isAny("isRelabelled") ||
    isOther(
      texts.map((text) => fill(text, new Map())),
      now.texts,
    );
  const isOtherIds = isAny("isOtherId") || isOther(ids, now.ids);
  return ({ id, text }) => {
    if (text !== undefined && isOtherWords && slotsIn(text).length === 0) return false;
    return id === undefined || !isOtherIds;
  };
}

/** The fewest words or ids with which the comparison proves something. */
const LEAST_KNOWN = 3;
const LEAST_SHARE = 0.34;

const BLIND: ReadonlySet<string> = new Set(["unknown", "sent"]);
const UNPROVEN: Judgement = { code: "REPLAY_UNTOLD", missing: ["something on the screen that shows that it was done"] };

/** The expected app in front in words; null if it is in front. */
export function otherSkillFront(front: SkillFront, { activeWindow }: Pick<Shown, "activeWindow">): string | null {
  const [app, activity] = [activeWindow?.package ?? null, activeWindow?.activity ?? null];
  const isSame =
    (front.package === null || front.package === app) && (front.activity === null || front.activity === activity);
  return isSame ? null : `${front.package ?? "any app"}/${front.activity ?? "any activity"} in front`;
}

export function hasKeyboard({ ime }: Pick<Shown, "ime">): boolean {
  return ime?.visible === true;
}

function isOtherFront({ activeWindow: then }: Shown, { activeWindow: now }: Shown): boolean {
  return then?.package !== now?.package || then?.activity !== now?.activity;
}

/** Whether a tap gave a field the focus. Then nothing differs from the runs, even if the field had the focus before. */
function hasFocus({ tool }: SkillStep, { after, found: [one] }: Outcome): boolean {
  if (tool !== "tap" || one?.kind !== "one" || one.element.role !== "field") return false;
  return after.elements.some((element) => element.focused === true && isSameElement(element, one.element));
}

/** A tap on a control that is on or off has to change this state, and only this. */
function notTurned({ tool, targets }: SkillStep, { after, found }: Outcome): string | null {
  const [target, one] = [targets[0], found[0]];
  if (tool !== "tap" || target?.checked === undefined || one?.kind !== "one") return null;
  const now = after.elements.find((element) => isSameElement(element, one.element));
  if (typeof now?.checked !== "boolean" || now.checked !== target.checked) return null;
  return `${target.checked ? "it unchecked" : "it checked"}`;
}
