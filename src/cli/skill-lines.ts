import { divergenceLines } from "../answers/divergence-lines.js";
import { inOneLine } from "../screen/label.js";
import type { Doubt } from "../skills/doubt.js";
import { targetWords } from "../skills/readiness.js";
import { factWords } from "../skills/seen.js";
import { isLoop, type Skill, type SkillStep, type Slot } from "../skills/skill.js";
import type { SkillReport, SkillStepReport } from "../tool-contract/skill-report.js";

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** A skill as lines for people. */
export function skillLines(skill: Skill): readonly string[] {
  const lines = [`${skill.name}: ${skill.app}, learnt from ${skill.runs} runs`];
  for (const slot of skill.slots) lines.push(`  slot ${slotWords(slot)}`);
  let number = 0;
  for (const item of skill.steps) {
    if (isLoop(item)) lines.push(`  for each ${item.item} of ${item.each}:`);
    for (const step of isLoop(item) ? item.steps : [item]) {
      number += 1;
      lines.push(...stepLines(step, number).map((line) => (isLoop(item) ? `  ${line}` : line)));
    }
  }
  for (const why of skill.left_out) lines.push(`  left out: ${why}`);
  return lines.map(inOneLine);
}

function slotWords({ name, kind, about, default: value, seen }: Slot): string {
  const usual = value === null ? "no default" : `default ${JSON.stringify(value)}`;
  const others = seen.length > 1 ? `, seen ${seen.map((one) => JSON.stringify(one)).join(", ")}` : "";
  return `${name} (${kind}, ${about}): ${usual}${others}`;
}

function stepLines(step: SkillStep, number: number): readonly string[] {
  const target = step.targets.map((one) => targetWords(one, NO_VALUES)).join(" to ");
  const args = Object.entries(step.args).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const lines = [`  ${number}. ${[step.tool, target, ...args].filter((part) => part !== "").join(" ")}`];
  if (step.when) lines.push(`     only where ${step.when.map((fact) => factWords(fact)).join(" and ")}`);
  if (step.proof.length > 0)
    lines.push(
      `     then ${step.proof
        .slice(0, 4)
        .map((fact) => factWords(fact))
        .join(", ")}`,
    );
  if (step.guard) lines.push(`     guard: ${step.guard.class}, ${step.guard.severity}`);
  return lines;
}

/** The reasons not to trust a skill, as lines. */
export function doubtLines(doubts: readonly Doubt[]): readonly string[] {
  return doubts.map(({ step, did, kind, why }) =>
    inOneLine(step === 0 ? `${kind}: ${why}` : `${kind} step ${step} (${did}): ${why}`),
  );
}

/** One step of a run as a line. */
export function reportedStep({ step, did, outcome, notes }: SkillStepReport): string {
  return inOneLine([`${outcome.padEnd(8)} ${step}. ${did}`, ...notes].join("; "));
}

/** The result of a run as lines. */
export function reportLines({ name, outcome, steps, divergence }: SkillReport): readonly string[] {
  const done = steps.filter((step) => step.outcome === "passed" || step.outcome === "healed").length;
  return [...(divergence ? divergenceLines(divergence) : []), `${name}: ${outcome}, ${done} steps done`];
}
