import { requireActing } from "../base/read-only.js";
import { runSkill as perform } from "../skills/run-skill.js";
import { readSkill } from "../skills/skill-file.js";
import { skillFile, skillsFolder } from "../skills/skill-folder.js";
import type { PhoneCalls } from "./calls/phone-calls.js";
import { invalid } from "./failures.js";
import { isOfTexts } from "./fields.js";
import { requireListener, withCallback } from "./own-function.js";
import type * as Public from "./types.js";

/** Each step of a skill has its own time limit: this one only ends a skill that never ends. */
const LONGEST_MS = 24 * 3_600_000;

/** See {@link Public.Phone.runSkill}. */
export async function runPhoneSkill(
  calls: PhoneCalls,
  skill: string,
  options: Public.SkillOptions = {},
): Promise<Public.SkillResult> {
  return await calls.within({ name: "runSkill", deadlineMs: LONGEST_MS }, options, async (signal) => {
    if (typeof skill !== "string" || skill === "") throw invalid("a skill is a name or the path of a file", "runSkill");
    const { slots = {}, from, launches = true, patienceMs = calls.context.config.actionTimeoutMs } = options;
    if (!isOfTexts(slots)) throw invalid("slots: the values of slots are texts", "runSkill");
    if (typeof launches !== "boolean") throw invalid("launches has to be true or false", "runSkill");
    requireListener("runSkill", options.onStep);
    if (!Number.isFinite(patienceMs) || patienceMs < 0)
      throw invalid(`patienceMs is a time in ms, and not ${patienceMs}`, "runSkill");
    if (from !== undefined && !Number.isInteger(from))
      throw invalid(`from is the number of a step, and not ${from}`, "runSkill");
    const { context } = calls;
    requireActing("a skill", context.config);
    const { skill: known } = await readSkill(skillFile(skill, skillsFolder(context.config)));
    const session = await calls.session(signal);
    const words = ({ step, did }: Public.SkillStep) => `step ${step}, ${did}`;
    const run = async (onStep: (step: Public.SkillStep) => void, limit: AbortSignal) =>
      await perform(known, { session, context }, { slots, from, launches, patienceMs, onStep }, limit);
    const listener = { call: "runSkill", onStep: options.onStep, words };
    const { name, outcome, durationMs, steps, divergence } = await withCallback(listener, run, signal);
    return { name, outcome, durationMs, steps, divergence };
  });
}
