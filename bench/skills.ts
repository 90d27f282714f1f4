import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Skill } from "../src/skills/skill.js";
import { recordSkill, useSkill } from "../test/support/skill-runs.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { type SkillTask, TASKS } from "./skills/tasks.js";
import { VARIANTS, type Variant } from "./skills/variants.js";
import { flagValue } from "./start-phone.js";

/** The events of the watched app that a person would have caused with these values. */
type Expected = (values: readonly string[]) => ReadonlySet<string>;

interface Shown {
  readonly task: SkillTask;
  readonly skill: Skill;
  readonly expected: Expected;
}

interface Tried {
  readonly task: string;
  readonly variant: string;
  readonly isPossible: boolean;
  /** Whether the runner reports that the skill passed. */
  readonly hasPassed: boolean;
  /** Whether the state of the phone shows that the task is done. */
  readonly isDone: boolean;
  /** Whether anything was touched that the task does not need. */
  readonly hasStrayed: boolean;
  readonly ms: number;
  readonly why: string;
}

/** Skills on phones that differ from the one where they were shown; the state of the phone says what was done. */
export const skillsBench: Bench = {
  name: "skills",
  about: "skills under changed layout, language, density, order and data [--data N] [--plant] [--verbose]",
  async run(args) {
    const folder = mkdtempSync(join(tmpdir(), "fovea-skills-"));
    try {
      const most = Number(flagValue(args, "--data") ?? TASKS[0]?.data.length);
      const tried: Tried[] = [];
      for (const task of TASKS) {
        const shown = await show(task, folder, args.includes("--plant"));
        for (const values of task.data.slice(0, most))
          for (const variant of VARIANTS) tried.push(await attempt(shown, values, variant));
      }
      return resultOf(tried, args.includes("--verbose"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function show(task: SkillTask, folder: string, isPlanted: boolean): Promise<Shown> {
  const [first = [], second = []] = task.data;
  const { skill, events } = await recordSkill(task.app, folder, [task.steps(first), task.steps(second)]);
  const of = (place: number) => (events[place] ?? []).flat();
  const expected: Expected = (values) => new Set(of(0).map((event) => replaced(event, first, values)));
  const isSame = JSON.stringify([...expected(second)].toSorted()) === JSON.stringify([...new Set(of(1))].toSorted());
  if (!isSame) throw new Error(`${task.name}: the two runs differ by more than their values: ${events}`);
  return { task, skill: isPlanted ? planted(skill) : skill, expected };
}

function replaced(event: string, from: readonly string[], to: readonly string[]): string {
  return from.reduce((text, value, place) => {
    const now = to[place] ?? value;
    // Rows with a badge are named after its letter.
    const badge = new RegExp(`:${value.slice(0, 1)}$`, "u");
    const whole = text.replaceAll(value, now).replaceAll(value.toLowerCase(), now.toLowerCase());
    return whole.replace(badge, `:${now.slice(0, 1)}`);
  }, event);
}

/** A deliberate fault: the skill without its last step, which then still reports success. */
function planted(skill: Skill): Skill {
  return { ...skill, steps: skill.steps.slice(0, -1) };
}

async function attempt(shown: Shown, values: readonly string[], variant: Variant): Promise<Tried> {
  const { task, skill, expected } = shown;
  const wanted = expected(values);
  const log: string[] = [];
  const targets = [...wanted].map((event) => event.replace(/^(?:click|text) /, ""));
  const data = task.fromApp.map((place) => values[place] ?? "");
  const [first = []] = task.data;
  const slots = Object.fromEntries(
    skill.slots.map(({ name, default: value }) => [name, values[first.indexOf(String(value))] ?? ""]),
  );
  const began = performance.now();
  const { report, events, truth } = await useSkill(
    skill,
    {
      slots,
      log,
      ...(variant.layout && { layout: variant.layout({ task, targets, data, log }) }),
      ...(variant.product && { product: variant.product }),
      ...(variant.prepare && { prepare: variant.prepare }),
    },
    (product, done) => {
      const isShown = values.every((value) => product.phone.hooks.find(value) !== undefined);
      return isShown && [...wanted].every((event) => done.includes(event));
    },
  );
  const { divergence, outcome } = report;
  return {
    ...{ task: task.name, variant: variant.name, isPossible: variant.isPossible(task) },
    hasPassed: outcome === "passed",
    isDone: truth === true,
    hasStrayed: events.some((event) => !wanted.has(event)),
    ms: performance.now() - began,
    why: divergence ? `step ${divergence.step} ${divergence.code}: ${divergence.message}` : "",
  };
}

function resultOf(tried: readonly Tried[], isVerbose: boolean): BenchResult {
  const wrong = tried.filter(({ hasPassed, isDone, hasStrayed }) => hasPassed && (!isDone || hasStrayed));
  const possible = tried.filter(({ isPossible }) => isPossible);
  const succeeded = possible.filter(({ hasPassed, isDone }) => hasPassed && isDone);
  const rows = VARIANTS.map(({ name }) => {
    const own = tried.filter(({ variant }) => variant === name);
    const can = own.filter(({ isPossible }) => isPossible).length;
    const done = own.filter(({ hasPassed, isDone }) => hasPassed && isDone).length;
    return [name, own.length, can, done, own.filter((one) => wrong.includes(one)).length];
  });
  const failures = [...wrong, ...possible.filter((one) => !succeeded.includes(one))];
  const lines = failures.map(({ task, variant, hasPassed, why }) =>
    `${hasPassed ? "WRONG" : "failed"} ${task}, ${variant}: ${why}`.slice(0, 400),
  );
  const share = succeeded.length / Math.max(1, possible.length);
  const figures: readonly Figure[] = [
    { name: "replays", value: tried.length, unit: "replays", atLeast: 1 },
    { name: "wrong actions reported as success", value: wrong.length, unit: "replays", atMost: 0 },
    { name: "success of those that can succeed", value: Math.round(share * 1_000) / 10, unit: "%", atLeast: 95 },
    {
      name: "replay p50",
      value: Math.round(
        percentile(
          tried.map(({ ms }) => ms),
          0.5,
        ),
      ),
      unit: "ms",
    },
  ];
  const text = table([["variant", "replays", "possible", "done", "wrong"], ...rows]);
  return { text: [text, ...(isVerbose ? lines : lines.slice(0, 12))].join("\n"), figures };
}
