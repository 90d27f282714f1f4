import { REDACTED } from "../base/redaction.js";
import type { Column } from "./align.js";
import type { Standing } from "./seen.js";
import type { Fact, SkillStep } from "./skill.js";
import { plain, slotsIn, templateIn, type Varying } from "./template.js";
import type { TracedStep } from "./traced-step.js";

const MOST_FACTS = 20;
const BACK = { back: true } as const;
/** A recorded list with this many words was cut. */
const MOST_WORDS = 200;

/** The words and ids that a step made appear or disappear in all runs that have the step. */
export function proofOf(column: Column, slots: readonly Varying[], earlier: readonly Column[]): readonly Fact[] {
  const there = column.flatMap((step, run) => (step === null ? [] : [{ step, run }]));
  if (there.some(({ step }) => step.left === null)) return [];
  const changes = there.map(({ step, run }) => changesOf(step, run, slots, seenBefore(earlier, run)));
  const [first] = changes;
  const common = (first ?? []).filter((fact) => {
    const key = JSON.stringify(fact);
    return changes.every((others) => others.some((other) => JSON.stringify(other) === key));
  });
  return common.slice(0, MOST_FACTS);
}

/** The words and ids on the screens before the earlier steps of one run. */
function seenBefore(earlier: readonly Column[], run: number): Standing {
  const screens = earlier.flatMap((column) => column[run]?.screen ?? []);
  return {
    ids: new Set(screens.flatMap(({ ids }) => [...ids])),
    texts: new Set(screens.flatMap(({ texts }) => [...texts])),
  };
}

/** The words and ids on the screen before a step in all runs, without data. */
export function screenOf(column: Column): SkillStep["screen"] {
  const [first, ...others] = column.filter((step) => step !== null);
  if (!first) return { texts: [], ids: [] };
  const texts = [...first.screen.texts].filter(
    (text) => isSteady(text) && !first.listed.has(text) && others.every(({ screen }) => screen.texts.has(text)),
  );
  const ids = [...first.screen.ids].filter(
    (id) => !first.listedIds.has(id) && others.every(({ screen }) => screen.ids.has(id)),
  );
  return { texts: texts.slice(0, MOST_STANDING).map(plain), ids: ids.slice(0, MOST_STANDING) };
}

const MOST_STANDING = 12;

function changesOf(step: TracedStep, run: number, slots: readonly Varying[], stood: Standing): readonly Fact[] {
  const { screen, left, listed, listedIds } = step;
  if (!left) return [];
  const texts = (from: ReadonlySet<string>, without: ReadonlySet<string>) =>
    [...from].flatMap((text) => {
      if (without.has(text) || !isSteady(text)) return [];
      const template = templateIn(text, slots, run);
      // An item of a list is data; but if it contains a slot's value, it is the result of the step.
      return listed.has(text) && slotsIn(template).length === 0 ? [] : [template];
    });
  const ids = (from: ReadonlySet<string>, without: ReadonlySet<string>) =>
    [...from].filter((id) => !without.has(id) && !listedIds.has(id));
  const isWhole = left.texts.size < MOST_WORDS;
  return [
    ...texts(left.texts, screen.texts).map((text): Fact => ({ text, ...(stood.texts.has(text) && BACK) })),
    ...ids(left.ids, screen.ids).map((id): Fact => ({ id, ...(stood.ids.has(id) && BACK) })),
    ...(isWhole ? texts(screen.texts, left.texts).map((text): Fact => ({ text, gone: true })) : []),
    ...ids(screen.ids, left.ids).map((id): Fact => ({ id, gone: true })),
  ];
}

/** Whether a text can be compared: times and counters change without an action, and redacted texts are unknown. */
function isSteady(text: string): boolean {
  return /\p{L}/u.test(text) && !/\d{1,2}:\d\d/.test(text) && !text.includes(REDACTED) && text.length <= 200;
}
