import type { Column } from "./align.js";
import type { Standing } from "./seen.js";
import type { Fact } from "./skill.js";
import { plain } from "./template.js";

const MOST_FACTS = 3;

/**
 * The facts that are true in the runs with the step and false in the runs that continue without it; empty if there are
 * none.
 */
export function decidingFacts(columns: readonly Column[], place: number): readonly Fact[] {
  const column = columns[place] ?? [];
  const having = column.flatMap((step) => (step === null ? [] : [step]));
  const lacking = column.flatMap((step, run) => (step === null ? [screenOf(columns, place, run)] : []));
  if (lacking.some((screen) => screen === null)) return [];
  const [first, ...others] = having;
  if (!first) return [];
  const isDeciding = (of: (screen: Standing) => ReadonlySet<string>, word: string) =>
    others.every((one) => of(one.screen).has(word)) &&
    lacking.every((screen) => screen !== null && !of(screen).has(word));
  const ids = [...first.screen.ids].filter((id) => !first.listedIds.has(id) && isDeciding((one) => one.ids, id));
  const texts = [...first.screen.texts].filter(
    (text) => /\p{L}/u.test(text) && !first.listed.has(text) && isDeciding((one) => one.texts, text),
  );
  return [...ids.map((id): Fact => ({ id })), ...texts.map((text): Fact => ({ text: plain(text) }))].slice(
    0,
    MOST_FACTS,
  );
}

/** The screen of a run that does not have the step: before its next step, else at its end. */
function screenOf(columns: readonly Column[], place: number, run: number): Standing | null {
  for (const column of columns.slice(place + 1)) {
    const step = column[run];
    if (step) return step.screen;
  }
  for (const column of columns.slice(0, place).toReversed()) {
    const step = column[run];
    if (step) return step.left;
  }
  return null;
}
