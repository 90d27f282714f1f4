import type { Config } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import type { PreparedSkill, SkillUse } from "../tool-contract/tool.js";
import { runSkill } from "./run-skill.js";
import { type Skill, stepsOf } from "./skill.js";
import { skillNamed, skillsFolder } from "./skill-folder.js";

const LEAST_PATIENCE_MS = 2_000;
const SLOT = /^([A-Za-z][A-Za-z0-9_]*)=(.*)$/su;

/** Reads a skill for a caller that may be a model. Errors: SKILL_INVALID; SKILL_SLOT. */
export async function prepareSkill(
  { skill: wanted, slots: given, from }: SkillUse,
  config: Config,
): Promise<PreparedSkill> {
  const skill = await skillNamed(wanted, skillsFolder(config));
  const slots = slotsOf(skill, given);
  const patienceMs = Math.max(config.actionTimeoutMs, LEAST_PATIENCE_MS);
  return {
    name: skill.name,
    steps: stepsOf(skill).length,
    carryOut: async (where, onStep, signal) =>
      await runSkill(skill, where, { slots, patienceMs, launches: true, from, onStep }, signal),
  };
}

/** The values of the slots. Errors: SKILL_SLOT, also for a skill with a secret: a model must not know secrets. */
function slotsOf(skill: Skill, given: readonly string[]): Readonly<Record<string, string>> {
  const secret = skill.slots.find(({ kind }) => kind === "secret");
  if (secret)
    throw new FoveaError(
      "SKILL_SLOT",
      `${skill.name}: ${secret.name} is a secret, which only the user may give: fovea skill run ${skill.name} --slot ${secret.name}=env:VARIABLE`,
    );
  return Object.fromEntries(
    given.map((one) => {
      const [, slot, value = ""] = SLOT.exec(one) ?? [];
      if (slot === undefined) throw new FoveaError("SKILL_SLOT", `${JSON.stringify(one)} is not NAME=value`);
      return [slot, value];
    }),
  );
}
