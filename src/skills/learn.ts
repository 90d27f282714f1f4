import { FoveaError } from "../base/errors.js";
import { SEVERITIES } from "../guard/decision.js";
import { align, type Column } from "./align.js";
import { argsOf } from "./learn-args.js";
import { aboutOf, targetsOf } from "./learn-targets.js";
import { proofOf, screenOf } from "./proof.js";
import type { Skill, SkillStep, SkillTarget } from "./skill.js";
import { SlotBook } from "./slot-book.js";
import { isBack } from "./step-call.js";
import type { TracedStep } from "./traced-step.js";
import { decidingFacts } from "./when.js";

/** One run of the task. */
export interface TracedRun {
  readonly name: string;
  /** Package in front when it began; null where that is not known. */
  readonly app: string | null;
  readonly steps: readonly TracedStep[];
}

/**
 * A skill from two or more runs of one task. Steps that are in some runs only stay where something on the screen
 * decides about them; else they are left out, and named. Errors: SKILL_NOT_LEARNT where the runs have nothing in
 * common.
 */
export function learnSkill(name: string, runs: readonly TracedRun[]): Skill {
  if (runs.length < 2) throw new FoveaError("SKILL_NOT_LEARNT", "one run shows nothing of what stays and what differs");
  const columns = align(runs.map(({ steps }) => steps));
  const book = new SlotBook();
  const leftOut: string[] = [];
  const kept: { readonly column: Column; readonly when: SkillStep["when"] | null }[] = [];
  for (const [place, column] of columns.entries()) {
    const there = column.filter((step) => step !== null);
    if (there.length === runs.length) {
      kept.push({ column, when: null });
      continue;
    }
    const why = whyNot(there) ?? null;
    const when = why === null ? decidingFacts(columns, place) : null;
    if (when !== null && when.length > 0) kept.push({ column, when });
    else leftOut.push(`${there[0]?.did ?? ""} (${there.length} of ${runs.length} runs): ${why ?? UNDECIDED}`);
  }
  if (kept.every(({ when }) => when !== null))
    throw new FoveaError("SKILL_NOT_LEARNT", "the runs have no step in common: they are not of one task");
  const drafts = kept.map((one) => ({ ...one, ...draftOf(one.column, book) }));
  const steps = drafts.map(({ column, when, args, targets }, place) => {
    const earlier = kept.slice(0, place).map((one) => one.column);
    return stepOf(column, { when, args, targets, book, earlier });
  });
  const app = runs.find((run) => run.app !== null)?.app;
  return { name, app: app ?? "unknown", version: 1, runs: runs.length, slots: book.slots, steps, left_out: leftOut };
}

/** Why what some runs tried belongs to no task. */
export const NO_EFFECT = "it had no effect";
const UNDECIDED = "nothing on the screen says when it is to be done";

function whyNot(there: readonly TracedStep[]): string | null {
  return there.every(({ verdict }) => verdict === "no_effect") ? NO_EFFECT : null;
}

interface Draft {
  readonly args: SkillStep["args"];
  readonly targets: readonly SkillTarget[];
}

/** All slots have to be known before facts are compared: so these come first. */
function draftOf(column: Column, book: SlotBook): Draft {
  const about = aboutOf(column);
  return { args: argsOf(column, about, book), targets: targetsOf(column, about, book) };
}

interface Parts extends Draft {
  readonly when: SkillStep["when"] | null;
  readonly book: SlotBook;
  readonly earlier: readonly Column[];
}

function stepOf(column: Column, { when, args, targets, book, earlier }: Parts): SkillStep {
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
    proof: proofOf(column, book.varying, earlier),
    ...keyboardOf(there),
    verdicts: [...new Set(there.map(({ verdict }) => verdict))],
    ...(guard && { guard }),
    ...(when && { when }),
    runs: there.length,
    ms: Math.max(...there.map(({ ms }) => ms)),
  };
}

function keyboardOf(there: readonly TracedStep[]): Pick<SkillStep, "keyboard"> {
  const [first, ...others] = there;
  if (!first || !isBack(first)) return {};
  return others.every((one) => one.hasKeyboard === first.hasKeyboard) ? { keyboard: first.hasKeyboard } : {};
}

function commonFront(fronts: readonly SkillStep["before"][]): SkillStep["before"] {
  const same = (name: "package" | "activity") => {
    const [first = null, ...others] = fronts.map((front) => front[name]);
    return others.every((one) => one === first) ? first : null;
  };
  return { package: same("package"), activity: same("activity") };
}
