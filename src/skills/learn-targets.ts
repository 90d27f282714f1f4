import type { StoredSelector } from "../screen/stored-selector.js";
import type { Column } from "./align.js";
import type { SkillTarget } from "./skill.js";
import type { Slots } from "./slot-book.js";
import type { TracedTarget } from "./traced-step.js";

/** The words that name a slot of this step: the label of its field, else its id, else the kind of element. */
export function aboutOf(column: Column): string {
  const selectors = column.flatMap((step) => step?.targets[0]?.selector ?? []);
  const [first] = selectors;
  if (!first) return "text";
  const labels = first.labels.filter((label) => selectors.every((one) => one.labels.includes(label)));
  const around = first.around.filter((label) => selectors.every((one) => one.around.includes(label)));
  const id = first.id?.split("/").at(-1);
  return (first.role === "field" ? labels[0] : undefined) ?? id ?? labels[0] ?? around[0] ?? first.role;
}

/** The targets of a step, with the slots that choose among them. */
export function targetsOf(column: Column, about: string, book: Slots): readonly SkillTarget[] {
  const count = column.find((step) => step !== null)?.targets.length ?? 0;
  return Array.from({ length: count }, (_, place) => {
    return targetOf(
      column.map((step) => step?.targets[place] ?? null),
      about,
      book,
    );
  });
}

function targetOf(targets: readonly (TracedTarget | null)[], about: string, book: Slots): SkillTarget {
  const there = targets.filter((target) => target !== null);
  const checked = new Set(there.map((one) => one.checked));
  const [isChecked] = checked;
  const by = differenceOf(there.map(({ selector }) => selector));
  const slot =
    by &&
    book.add(
      targets.map((one) => one && wordOf(one.selector, by)),
      about,
      "choice",
    );
  return {
    place: there[0]?.place ?? "target",
    ...(slot && by && { slot, by: by.by }),
    selectors: ranked(there.map(({ selector }) => selector)),
    ...(checked.size === 1 && typeof isChecked === "boolean" && { checked: isChecked }),
    ...hintsOf(there),
    ...(there.every((one) => one.isEmptyField) && { empty: true as const }),
  };
}

function hintsOf(targets: readonly TracedTarget[]): Pick<SkillTarget, "hints"> {
  const [first, ...others] = targets;
  const hints = (first?.hints ?? []).filter((hint) => others.every((one) => one.hints.includes(hint)));
  return hints.length > 0 ? { hints: hints.slice(0, 6) } : {};
}

interface Difference {
  readonly by: "labels" | "around";
  readonly index: number;
}

/** The words by which the elements of the runs differ; null if they are the same element. */
function differenceOf(selectors: readonly StoredSelector[]): Difference | null {
  if (selectors.every(({ unique, id }) => unique.id && id === selectors[0]?.id)) return null;
  for (const by of ["labels", "around"] as const) {
    if (by === "around" && !selectors.every(({ isInList }) => isInList)) return null;
    const lists = selectors.map((one) => one[by]);
    const index = (lists[0] ?? []).findIndex((word) => lists.some((list) => !list.includes(word)));
    if (index >= 0 && lists.every((list) => list[index] !== undefined)) return { by, index };
  }
  return null;
}

function wordOf(selector: StoredSelector, { by, index }: Difference): string {
  return selector[by][index] ?? "";
}

const MOST_SELECTORS = 8;

/**
 * The selectors without duplicates, the most certain first: by a unique id, by unique words, by words and surroundings.
 */
function ranked(selectors: readonly StoredSelector[]): readonly StoredSelector[] {
  const rank = ({ unique }: StoredSelector) =>
    (unique.id ? 8 : 0) + (unique.labels ? 4 : 0) + (unique.words ? 2 : 0) + (unique.idAround === true ? 1 : 0);
  const seen = new Map<string, StoredSelector>();
  for (const one of selectors) {
    const key = JSON.stringify([one.id, one.labels, one.around, one.role, one.className]);
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()].toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_SELECTORS);
}
