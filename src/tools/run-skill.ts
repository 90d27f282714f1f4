import * as z from "zod";
import { screenAfter } from "../answers/act-answer.js";
import { divergenceLines } from "../answers/divergence-lines.js";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { confirmField, deviceField } from "../tool-contract/fields.js";
import type { SkillReport, SkillStepReport } from "../tool-contract/skill-report.js";
import { defineTool, type PreparedSkill, type ToolContext } from "../tool-contract/tool.js";
import { view } from "./batch.js";

export const runSkill = defineTool({
  name: "run_skill",
  title: "Do a learnt task",
  description: "Do a task learnt from recordings and verify each step; stops if the phone shows something else.",
  kind: "act",
  askedBy: "memory",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { skill: "add-note", slots: ["title=Trip to Oslo"] },
  input: z.strictObject({
    device: deviceField,
    skill: z.string().min(1).max(80).describe("name; an unknown one lists all"),
    slots: z.array(z.string().max(2_000)).max(60).optional().describe("NAME=value"),
    from: z.int().min(1).max(999).optional().describe("Step to begin with").meta({
      help: "Step to begin with, on the current screen: the one after a step that you did yourself",
    }),
    confirm: confirmField,
  }),
  run: async (args, context, signal) => {
    const { slots = [], from = 1 } = args;
    const skill = await context.prepareSkill({ skill: args.skill, slots, from });
    const session = await context.session(args.device, signal);
    if (args.confirm === true) context.raise?.();
    return await session.acts.run(async () => {
      const reported = session.lastReported;
      const inner = session.as(session.caller.midCall());
      const own: ToolContext = { ...context, session: async () => inner, progress: () => {} };
      const report = await doSkill(skill, { own, session: inner, progress: context.progress }, signal);
      const seen = view(session, reported);
      if (report.divergence) throw stopped(report, screenAfter(seen));
      return { report, ...seen };
    }, signal);
  },
  render: ({ report, ...seen }) => ({
    text: [...report.steps.map(stepLine), `${report.name}: done`, screenAfter(seen)].join("\n"),
  }),
  toJson: ({ report, after }) => ({ ...report, observation: after }),
});

interface Where {
  readonly own: ToolContext;
  readonly session: Awaited<ReturnType<ToolContext["session"]>>;
  progress(message: string): void;
}

/**
 * Performs a skill. Errors: those of the skill, with the steps that were performed before; also when its time is over.
 */
async function doSkill(skill: PreparedSkill, where: Where, signal: AbortSignal): Promise<SkillReport> {
  const { own, session, progress } = where;
  const done: SkillStepReport[] = [];
  const onStep = (step: SkillStepReport) => {
    done.push(step);
    progress(`step ${step.step} of ${skill.steps}: ${step.outcome}`);
  };
  try {
    return await skill.carryOut({ session, context: own }, onStep, signal);
  } catch (error) {
    const coded = toFoveaError(error);
    if (done.length === 0) throw coded;
    const message = `${skill.name}: ${coded.message}; done before: ${done.map(stepLine).join("; ")}`;
    throw new FoveaError(coded.code, message, { ...coded.context, hint: coded.hint, cause: coded });
  }
}

function stepLine({ step, did, outcome }: SkillStepReport): string {
  return `${step} ${did}${outcome === "passed" ? "" : ` | ${outcome}`}`;
}

function stopped({ name, device, divergence, steps }: SkillReport, visualContext: string): FoveaError {
  if (!divergence) throw new Error("nothing diverged");
  const [first = "", ...more] = divergenceLines(divergence);
  const done = steps.filter(({ outcome }) => outcome !== "diverged").map(stepLine);
  const before = done.length === 0 ? "nothing was done before" : `done before: ${done.join("; ")}`;
  const message = [`${name}: ${first.slice(first.indexOf(": ") + 2)}`, ...more.map((line) => line.trim()), before];
  const { mayHaveHappened } = divergence;
  const how = mayHaveHappened ? "Observe, do what is left of" : "Do";
  const own = mayHaveHappened ? "" : " yourself";
  const hint = `${how} step ${divergence.step}${own}, then call run_skill with from: ${divergence.step + 1}; or go on step by step.`;
  return new FoveaError(divergence.code, message.join("; "), { device, mayHaveHappened, hint, visualContext });
}
