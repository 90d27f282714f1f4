import { REDACTED } from "../base/redaction.js";
import { normaliseLabel } from "../screen/label.js";
import type { StoredSelector } from "../screen/stored-selector.js";
import type { TracedRun } from "./learn.js";
import { isLoop, type Skill, type SkillStep, type SkillTarget } from "./skill.js";
import { fill } from "./template.js";
import type { TracedStep, TracedTarget } from "./traced-step.js";

const MOST_RUNS = 8;

/**
 * Makes runs from which the same skill would be learnt again, from the data in the skill. New runs can be compared with
 * them. They differ in the seen values and in the selectors.
 */
export function runsOfSkill(skill: Skill): readonly TracedRun[] {
  const count = Math.min(MOST_RUNS, Math.max(2, skill.runs));
  return Array.from({ length: count }, (_, run) => ({
    name: `${skill.name} ${run + 1}`,
    digest: null,
    app: skill.app,
    steps: stepsOfRun(skill, run, count),
  }));
}

function stepsOfRun(skill: Skill, run: number, count: number): readonly TracedStep[] {
  const values = valuesOf(skill, run);
  const returning = returningTexts(skill, values);
  const steps = skill.steps.flatMap((item) => {
    if (!isLoop(item)) return isIn(item, run, count) ? [{ step: item, values }] : [];
    return roundsOf(skill, item.each, run).flatMap((value) => {
      const inRound = new Map(values).set(item.item, value);
      return item.steps.map((step) => ({ step, values: inRound }));
    });
  });
  return steps.map((one, place) =>
    tracedOf(one.step, { ...one, run, number: place + 1 }, place === 0 ? returning : []),
  );
}

/** Whether a made run has a step: an optional step is in as many runs as it was, but never in all. */
function isIn({ when, runs }: SkillStep, run: number, count: number): boolean {
  return when === undefined || run < Math.min(Math.max(1, runs), count - 1);
}

function valuesOf({ slots }: Skill, run: number): ReadonlyMap<string, string> {
  const of = ({ kind, seen, default: usual }: Skill["slots"][number]) =>
    kind === "secret" ? REDACTED : (seen[run] ?? (typeof usual === "string" ? usual : (seen[0] ?? "")));
  return new Map(slots.map((slot) => [slot.name, of(slot)]));
}

/** The values of a loop's rounds. The runs have different numbers of rounds, because only then a loop is found. */
function roundsOf({ slots }: Skill, name: string, run: number): readonly string[] {
  const list = slots.find((slot) => slot.name === name);
  const usual = list && typeof list.default !== "string" ? (list.default ?? []) : [];
  if (run !== 1) return usual;
  const others = (list?.seen ?? []).filter((value) => !usual.includes(value));
  if (others.length === 0) return usual.slice(0, 1);
  return others.length === usual.length ? [...usual.slice(0, 1), ...others] : others;
}

/** Texts of facts that come back: they have to be on an earlier screen. */
function returningTexts(skill: Skill, values: ReadonlyMap<string, string>): readonly string[] {
  const facts = skill.steps.flatMap((item) => (isLoop(item) ? item.steps : [item])).flatMap(({ proof }) => proof);
  return facts.flatMap(({ text, back }) => (text !== undefined && back === true ? [wordsOf(text, values)] : []));
}

function wordsOf(text: string, values: ReadonlyMap<string, string>): string {
  return normaliseLabel(fill(text, values));
}

interface Place {
  readonly values: ReadonlyMap<string, string>;
  readonly run: number;
  readonly number: number;
}

function tracedOf(step: SkillStep, { values, run, number }: Place, returning: readonly string[]): TracedStep {
  const gone = step.proof.filter((fact) => fact.gone === true);
  const come = step.proof.filter((fact) => fact.gone !== true);
  const words = (facts: typeof gone) =>
    facts.flatMap(({ text }) => (text === undefined ? [] : [wordsOf(text, values)]));
  const ids = (facts: typeof gone) => facts.flatMap(({ id }) => id ?? []);
  const before = [...gone, ...(step.when ?? [])];
  const shown = step.screen.texts.map((text) => wordsOf(text, values));
  const screen = {
    texts: without([...shown, ...words(before), ...returning], words(come)),
    ids: without([...step.screen.ids, ...ids(before)], ids(come)),
  };
  return {
    number,
    did: step.did,
    tool: step.tool,
    args: argsOf(step, values),
    targets: step.targets.map((target) => targetOf(target, values, run)),
    hasPoints: false,
    before: step.before,
    after: step.after,
    screen,
    left: {
      texts: without([...screen.texts, ...words(come)], words(gone)),
      ids: without([...screen.ids, ...ids(come)], ids(gone)),
    },
    listed: new Set(),
    listedIds: new Set(),
    verdict: step.verdicts[run % Math.max(1, step.verdicts.length)] ?? "changed",
    hasKeyboard: step.keyboard === true,
    guard: step.guard ?? null,
    ms: step.ms ?? 0,
  };
}

function without(words: readonly string[], others: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => !others.includes(word)));
}

function argsOf({ args }: SkillStep, values: ReadonlyMap<string, string>): TracedStep["args"] {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === "string" ? fill(value, values) : value]),
  );
}

function targetOf(target: SkillTarget, values: ReadonlyMap<string, string>, run: number): TracedTarget {
  const { place, checked, hints = [], empty } = target;
  return {
    place,
    selector: selectorOf(target, values, run),
    checked: checked ?? null,
    hints,
    isEmptyField: empty === true,
  };
}

/** The selector with the value of this run; else the first one. */
function selectorOf({ slot, by, selectors }: SkillTarget, values: ReadonlyMap<string, string>, run: number) {
  const [first] = selectors;
  if (!first) throw new Error("a target of a skill has selectors");
  if (slot === undefined) return selectors[run % selectors.length] ?? first;
  const value = values.get(slot) ?? "";
  const words = (one: StoredSelector) => (by === "around" ? one.around : one.labels);
  return selectors.find((one) => words(one).includes(value)) ?? first;
}
