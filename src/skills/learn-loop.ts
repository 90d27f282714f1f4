import { align, type Column } from "./align.js";
import { type FoundLoop, findLoop } from "./find-loop.js";
import { draftOf, learntStep, type StepDraft } from "./learn-step.js";
import { LoopBook } from "./loop-book.js";
import type { SkillLoop } from "./skill.js";
import { LIST_MARK } from "./skill-file.js";
import { SlotBook } from "./slot-book.js";
import type { TracedStep } from "./traced-step.js";

/** A part that all runs have, in order. */
export type TaskPart =
  | { readonly kind: "step"; readonly column: Column }
  | { readonly kind: "loop"; readonly loop: FoundLoop };

/** The common steps of several runs, with loops as separate parts. */
export function partsOf(runs: readonly (readonly TracedStep[])[]): readonly TaskPart[] {
  const plain = align(runs);
  const missing = missingIn(plain);
  // Steps that align one by one need no loop, even if they are similar, such as taps on rows of a menu.
  const explainsMore = (one: FoundLoop) => {
    const { before, behind } = around(runs, one);
    return missingIn(align(before)) + missingIn(align(behind)) < missing;
  };
  const loop = missing === 0 ? null : findLoop(runs, (one) => explainsMore(one) && isLearnable(one));
  if (!loop) return plain.map((column) => ({ kind: "step", column }));
  const { before, behind } = around(runs, loop);
  return [...partsOf(before), { kind: "loop", loop }, ...partsOf(behind)];
}

/** How many steps only some runs have. */
function missingIn(columns: readonly Column[]): number {
  return columns.filter((column) => column.includes(null)).length;
}

function around(runs: readonly (readonly TracedStep[])[], { starts, rounds }: FoundLoop) {
  const endOf = (run: number) => (starts[run] ?? 0) + (rounds[run]?.flat().length ?? 0);
  return {
    before: runs.map((steps, run) => steps.slice(0, starts[run])),
    behind: runs.map((steps, run) => steps.slice(endOf(run))),
  };
}

/** A part as columns in order; for a loop, the columns of each round. */
export function columnsOf(part: TaskPart): readonly Column[] {
  if (part.kind === "step") return [part.column];
  const { rounds } = part.loop;
  const [first] = rounds[0] ?? [];
  const most = Math.max(...rounds.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) =>
    (first ?? []).map((__, place) => rounds.map((own) => own[round]?.[place] ?? null)),
  ).flat();
}

/** Whether exactly one value differs between the rounds, and the screen shows this value. */
function isLearnable(loop: FoundLoop): boolean {
  const { item } = draftLoop(loop, new SlotBook()).book;
  return item?.values.every((value) => value.trim() !== "" && !value.includes(LIST_MARK.trim())) === true;
}

export interface LoopDraft {
  readonly loop: FoundLoop;
  readonly book: LoopBook;
  /** One column for each step of the loop; it has one entry for each round of all runs. */
  readonly columns: readonly Column[];
  readonly runOf: readonly number[];
  readonly drafts: readonly StepDraft[];
  /** The name of the slot with the list of values. */
  readonly each: string;
}

export function draftLoop(loop: FoundLoop, outer: SlotBook): LoopDraft {
  const runOf = loop.rounds.flatMap((rounds, run) => rounds.map(() => run));
  const rounds = loop.rounds.flat();
  const columns = (rounds[0] ?? []).map((_, place) => rounds.map((round) => round[place] ?? null));
  const book = new LoopBook(outer, runOf);
  const drafts = columns.map((column) => draftOf(column, book));
  const { item } = book;
  const shown = item?.values.filter((_, round) => runOf[round] === 0) ?? [];
  const each = item ? outer.addList(shown, item.values, `${item.about} list`) : "";
  return { loop, book, columns, runOf, drafts, each };
}

/** `earlier`: the columns before the loop. */
export function loopOf(draft: LoopDraft, earlier: readonly Column[]): SkillLoop {
  const { loop, book, columns, runOf, drafts, each } = draft;
  const before = earlier.map((column): Column => runOf.map((run) => column[run] ?? null));
  const steps = columns.map((column, place) => {
    const inRounds = [...before, ...roundsBefore(loop, runOf), ...columns.slice(0, place)];
    const { args, targets } = drafts[place] ?? { args: {}, targets: [] };
    return learntStep(column, { when: null, args, targets, varying: book.varying, earlier: inRounds });
  });
  return { each, item: book.item?.name ?? "", steps };
}

/** For each round, the steps of its own run in the rounds before. */
function roundsBefore({ rounds }: FoundLoop, runOf: readonly number[]): readonly Column[] {
  const numberOf = runOf.map((run, round) => round - runOf.indexOf(run));
  const most = Math.max(...numberOf);
  const [first] = rounds[0] ?? [];
  return Array.from({ length: most }, (_, earlier) =>
    (first ?? []).map(
      (__, place): Column =>
        runOf.map((run, round) =>
          earlier < (numberOf[round] ?? 0) ? (rounds[run]?.[earlier]?.[place] ?? null) : null,
        ),
    ),
  ).flat();
}
