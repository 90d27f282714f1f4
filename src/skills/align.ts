import type { TracedStep, TracedTarget } from "./traced-step.js";

/** One step of the task: the step of each run; null for a run that does not have it. */
export type Column = readonly (TracedStep | null)[];

/** The score of a step without a counterpart. */
const GAP = -1;
/** The least likeness of two steps that count as the same step. */
const LEAST = 1;

/**
 * Aligns the steps of several runs by the algorithm of Needleman and Wunsch: the runs are added one after another, each
 * where it fits the runs before best.
 */
export function align(runs: readonly (readonly TracedStep[])[]): readonly Column[] {
  const [first = [], ...others] = runs;
  let columns: readonly Column[] = first.map((step) => [step]);
  for (const [place, run] of others.entries()) columns = alignTwo(columns, run, place + 1);
  return columns;
}

function alignTwo(columns: readonly Column[], run: readonly TracedStep[], width: number): readonly Column[] {
  const best = scores(columns, run);
  const joined: Column[] = [];
  let [i, j] = [columns.length, run.length];
  while (i > 0 || j > 0) {
    const [column, step] = [columns[i - 1], run[j - 1]];
    const here = best[i]?.[j] ?? 0;
    if (column && step && here === (best[i - 1]?.[j - 1] ?? 0) + likeness(column, step)) {
      joined.push([...column, step]);
      i -= 1;
      j -= 1;
    } else if (column && here === (best[i - 1]?.[j] ?? 0) + GAP) {
      joined.push([...column, null]);
      i -= 1;
    } else if (step) {
      joined.push([...new Array<null>(width).fill(null), step]);
      j -= 1;
    }
  }
  return joined.toReversed();
}

function scores(columns: readonly Column[], run: readonly TracedStep[]): readonly (readonly number[])[] {
  const rows: number[][] = [Array.from({ length: run.length + 1 }, (_, j) => j * GAP)];
  for (const [i, column] of columns.entries()) {
    const above = rows[i] ?? [];
    const row = [(i + 1) * GAP];
    for (const [j, step] of run.entries()) {
      const both = (above[j] ?? 0) + likeness(column, step);
      row.push(Math.max(both, (above[j + 1] ?? 0) + GAP, (row[j] ?? 0) + GAP));
    }
    rows.push(row);
  }
  return rows;
}

function likeness(column: Column, step: TracedStep): number {
  const there = column.filter((one) => one !== null);
  return there.reduce((sum, one) => sum + stepLikeness(one, step), 0) / Math.max(1, there.length);
}

/** How alike two steps are; minus infinity if this is below LEAST. */
export function stepLikeness(one: TracedStep, other: TracedStep): number {
  if (one.tool !== other.tool || one.targets.length !== other.targets.length) return Number.NEGATIVE_INFINITY;
  if (NAMED.some((name) => one.args[name] !== other.args[name])) return Number.NEGATIVE_INFINITY;
  const isSameFront = one.before.package === other.before.package && one.before.activity === other.before.activity;
  const ofTargets = one.targets.map((target, place) => targetLikeness(target, other.targets[place]));
  const sum = (isSameFront ? 1 : -1) + (ofTargets.length === 0 ? 2 : Math.min(...ofTargets));
  return sum < LEAST ? Number.NEGATIVE_INFINITY : sum;
}

/** Steps that differ in one of these arguments are different steps. */
const NAMED = ["key", "package", "direction", "activity", "hold_ms", "count"] as const;

function targetLikeness({ selector: one }: TracedTarget, other: TracedTarget | undefined): number {
  if (!other) return -4;
  const { selector } = other;
  if (one.package !== selector.package) return -4;
  const isSameId = one.id !== null && one.id === selector.id;
  const isSameWords = one.labels.length > 0 && one.labels.join("\u0001") === selector.labels.join("\u0001");
  const isSameKind = one.role === selector.role && one.className === selector.className;
  // Radio buttons and tabs each have their own id, but choosing among them is one step.
  if (one.id !== null && selector.id !== null && !isSameId)
    return isSameKind && isChoice(one) && one.place.count === selector.place.count ? 2 : -4;
  if (isSameId && isSameWords) return 5;
  if (isSameWords) return isSameKind ? 4 : 1;
  if (isSameId) return isSameKind ? 3 : -4;
  return isSameKind && one.id === selector.id && isSameSiblings(one, selector) ? 2 : -4;
}

function isChoice({ role }: TracedTarget["selector"]): boolean {
  return role === "radio" || role === "tab";
}

/** Whether both belong to one group: two rows of a list, two radio buttons. */
function isSameSiblings(one: TracedTarget["selector"], other: TracedTarget["selector"]): boolean {
  return (one.isInList && other.isInList) || isChoice(one) || one.place.count === other.place.count;
}
