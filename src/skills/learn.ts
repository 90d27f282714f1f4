import { FoveaError } from "../base/errors.js";
import type { Column } from "./align.js";
import { columnsOf, draftLoop, type LoopDraft, loopOf, partsOf, type TaskPart } from "./learn-loop.js";
import { draftOf, learntStep, type StepDraft } from "./learn-step.js";
import { MOST_SOURCES, type Skill, type SkillStep } from "./skill.js";
import { SlotBook } from "./slot-book.js";
import type { TracedStep } from "./traced-step.js";
import { decidingFacts } from "./when.js";

/** One run of the task. */
export interface TracedRun {
  readonly name: string;
  /** The same for copies of one trace; null for a run that was made from a skill. */
  readonly digest: string | null;
  /** The package in front at its start; null if it is unknown. */
  readonly app: string | null;
  readonly steps: readonly TracedStep[];
}

/**
 * Learns a skill from two or more runs of one task. A step of only some runs is kept if something on the screen decides
 * about it; else it is left out and named. A group of steps that runs repeat, with different numbers of rounds, becomes
 * a loop. Errors: SKILL_NOT_LEARNT if the runs have nothing in common.
 */
export function learnSkill(name: string, runs: readonly TracedRun[]): Skill {
  if (runs.length < 2) throw new FoveaError("SKILL_NOT_LEARNT", "one run does not show what stays and what differs");
  requireOnce(runs);
  const parts = partsOf(runs.map(({ steps }) => steps));
  const { kept, leftOut } = keep(parts, runs.length);
  if (kept.every((part) => part.kind === "step" && part.when !== null))
    throw new FoveaError("SKILL_NOT_LEARNT", "the runs have no step in common: they are not of one task");
  const book = new SlotBook();
  // Facts are compared after all slots are known.
  const drafts = kept.map((part): Draft => {
    if (part.kind === "loop") return { kind: "loop", draft: draftLoop(part.loop, book) };
    return { kind: "step", column: part.column, when: part.when, draft: draftOf(part.column, book) };
  });
  const steps = drafts.map((one, place) => {
    const earlier = kept.slice(0, place).flatMap(columnsOf);
    if (one.kind === "loop") return loopOf(one.draft, earlier);
    return learntStep(one.column, { ...one.draft, when: one.when, varying: book.varying, earlier });
  });
  const app = runs.find((run) => run.app !== null)?.app;
  const sources = runs.flatMap(({ digest }) => digest ?? []).slice(-MOST_SOURCES);
  return {
    ...{ name, app: app ?? "unknown", version: 1, runs: runs.length, slots: book.slots, steps, left_out: leftOut },
    ...(sources.length > 0 && { sources }),
  };
}

/** The same run given twice does not show what stays and what differs. Errors: SKILL_NOT_LEARNT. */
function requireOnce(runs: readonly TracedRun[]): void {
  const first = new Map<string, string>();
  for (const { digest, name } of runs) {
    const known = digest === null ? undefined : first.get(digest);
    if (known !== undefined)
      throw new FoveaError("SKILL_NOT_LEARNT", `${known} and ${name} are one run: it counts once`);
    if (digest !== null) first.set(digest, name);
  }
}

/** A part of the skill; `when` is null for a step that is always performed. */
type Kept =
  | Extract<TaskPart, { kind: "loop" }>
  | { readonly kind: "step"; readonly column: Column; readonly when: SkillStep["when"] | null };

type Draft =
  | { readonly kind: "loop"; readonly draft: LoopDraft }
  | {
      readonly kind: "step";
      readonly column: Column;
      readonly when: SkillStep["when"] | null;
      readonly draft: StepDraft;
    };

function keep(parts: readonly TaskPart[], count: number) {
  const columns = parts.flatMap(columnsOf);
  const leftOut: string[] = [];
  const kept: Kept[] = [];
  let place = 0;
  for (const part of parts) {
    const here = place;
    place += columnsOf(part).length;
    if (part.kind === "loop") {
      kept.push(part);
      continue;
    }
    const there = part.column.filter((step) => step !== null);
    if (there.length === count) {
      kept.push({ ...part, when: null });
      continue;
    }
    const why = whyNot(there);
    const when = why === null ? decidingFacts(columns, here) : [];
    if (when.length > 0) kept.push({ ...part, when });
    else leftOut.push(`${there[0]?.did ?? ""} (${there.length} of ${count} runs): ${why ?? UNDECIDED}`);
  }
  return { kept, leftOut };
}

/** Why a step of some runs does not belong to the task. */
export const NO_EFFECT = "it had no effect";
const UNDECIDED = "nothing on the screen says when it is to be done";

function whyNot(there: readonly TracedStep[]): string | null {
  return there.every(({ verdict }) => verdict === "no_effect") ? NO_EFFECT : null;
}
