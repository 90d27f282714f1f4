import { toolContext } from "../../src/server/tool-context.js";
import { learnSkill } from "../../src/skills/learn.js";
import { readRun } from "../../src/skills/read-run.js";
import { runSkill } from "../../src/skills/run-skill.js";
import type { Skill } from "../../src/skills/skill.js";
import type { SkillReport } from "../../src/tool-contract/skill-report.js";
import { useCompanions } from "./companion-ways.js";
import { SMALL } from "./drive.js";
import { never } from "./never.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";
import { type FlowStep, recordFlow } from "./replay-flows.js";
import { type Layout, type TrueEvents, watchedApp } from "./watched-apps.js";

/** Steady time: apps that react after some time must not react earlier, counted in steps, because the host is busy. */
const STEADY: ProductOptions = { isSteady: true };

/** Records flows of an app, and learns a skill from them. */
export async function learnFlows(
  app: string,
  below: string,
  flows: readonly (readonly FlowStep[])[],
  product: ProductOptions = {},
): Promise<Skill> {
  return (await recordSkill(app, below, flows, product)).skill;
}

/** Records flows and learns a skill; also gives the true events of each run, one list per step. */
export async function recordSkill(
  app: string,
  below: string,
  flows: readonly (readonly FlowStep[])[],
  product: ProductOptions = {},
): Promise<{ readonly skill: Skill; readonly events: readonly (readonly (readonly string[])[])[] }> {
  const runs = [];
  const events = [];
  for (const [place, steps] of flows.entries()) {
    const recorded = await recordFlow({ name: `${app} ${place}`, app, steps }, below, {
      product: { ...STEADY, ...product },
    });
    runs.push(await readRun(recorded.folder, never()));
    events.push(recorded.events);
  }
  return { skill: learnSkill(app, runs), events };
}

export interface SkillRun {
  readonly slots: Readonly<Record<string, string>>;
  readonly layout: Layout;
  readonly log: TrueEvents;
  readonly patienceMs: number;
  readonly product: ProductOptions;
  /** Prepares the phone before the skill. */
  readonly prepare: (product: Product) => Promise<void> | void;
}

export interface SkillUsed {
  readonly report: SkillReport;
  /** The true events in the app. */
  readonly events: readonly string[];
  /** Whether the phone's state shows at the end that the task is done; null if it was not checked. */
  readonly truth: boolean | null;
}

/** Runs a skill on its own phone. `isDone` checks the phone's state, not the results of Fovea. */
export async function useSkill(
  skill: Skill,
  more: Partial<SkillRun> = {},
  isDone: ((product: Product, events: readonly string[]) => boolean) | null = null,
): Promise<SkillUsed> {
  const { slots = {}, layout = {}, log = [], patienceMs = 500, product: options = {} } = more;
  const rework = (app: Parameters<typeof watchedApp>[0]) => watchedApp(app, log, layout);
  const base: ProductOptions = { ...SMALL, ...STEADY, apiLevel: 34, onDevice: "enabled", link: useCompanions() };
  await using product = await startProduct({ ...base, app: skill.app, rework, ...options });
  product.phone.putSetting("system", "screen_off_timeout", "86400000");
  await more.prepare?.(product);
  log.length = 0;
  const session = await product.session();
  const context = toolContext(product, () => {});
  const run = { slots, patienceMs, launches: true, onStep: () => {} };
  const report = await runSkill(skill, { session, context }, run, never());
  return { report, events: [...log], truth: isDone ? isDone(product, [...log]) : null };
}
