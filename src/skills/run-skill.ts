import { FoveaError, toFoveaError } from "../base/errors.js";
import { REDACTED } from "../base/redaction.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import type { Session } from "../session/session.js";
import type { Divergence, SkillReport, SkillStepReport } from "../tool-contract/skill-report.js";
import type { ToolContext } from "../tool-contract/tool.js";
import { openApp } from "../tools/open-app.js";
import { Diverged } from "./diverged.js";
import { RunningSkill } from "./running-skill.js";
import { seenOnScreen, standing } from "./seen.js";
import { isLoop, type Skill, type SkillStep, stepsOf } from "./skill.js";
import { slotValues } from "./slot-values.js";
import { isScreenIndependent } from "./step-call.js";
import { fill } from "./template.js";

export interface SkillRunOptions {
  /** Values of slots by name; the other slots have their defaults. */
  readonly slots: Readonly<Record<string, string>>;
  /** How long to wait until a screen fits the skill, in ms. */
  readonly patienceMs: number;
  /** Whether to bring the app to the front first if another app is in front. */
  readonly launches: boolean;
  /**
   * The first step to perform, as `fovea skill show` numbers steps; 1 if absent. If it is in a loop, all rounds run.
   */
  readonly from?: number | undefined;
  readonly onStep: (step: SkillStepReport) => void;
}

/**
 * Runs a skill on a device; each step is verified before the next. If a screen does not fit the skill, the run ends
 * without another touch, and the report says at which step. Errors: SKILL_SLOT before anything is done; the signal's
 * reason.
 */
export async function runSkill(
  skill: Skill,
  { session, context }: { readonly session: Session; readonly context: ToolContext },
  options: SkillRunOptions,
  signal: AbortSignal,
): Promise<SkillReport> {
  const values = slotValues(skill, options.slots);
  const began = performance.now();
  const steps: SkillStepReport[] = [];
  const note = (report: SkillStepReport) => {
    const safe = masked(skill, values.single, report);
    steps.push(safe);
    options.onStep(safe);
  };
  const { patienceMs, from = 1 } = options;
  if (from < 1 || from > stepsOf(skill).length)
    throw new FoveaError("SKILL_SLOT", `${skill.name} has steps 1 to ${stepsOf(skill).length}, and no step ${from}`, {
      hint: `Begin with one of them: \`fovea skill show ${skill.name}\` numbers them. Nothing was touched.`,
    });
  const running = new RunningSkill({ session, context, patienceMs, note, values: values.single, from });
  let divergence: Divergence | null = null;
  const at: { step: SkillStep | null; number: number } = { step: null, number: 0 };
  try {
    if (options.launches && from === 1) await launch(skill, session, context, signal);
    await running.all(skill, values.lists, (step, number) => Object.assign(at, { step, number }), signal);
  } catch (error) {
    signal.throwIfAborted();
    divergence = masked(
      skill,
      values.single,
      await divergenceOf(error, at, { session, values: running.values }, signal),
    );
    note({ step: divergence.step, did: divergence.did, outcome: "diverged", notes: [] });
  }
  return {
    name: skill.name,
    device: session.device.serial,
    outcome: divergence === null ? "passed" : "diverged",
    durationMs: Math.round(performance.now() - began),
    steps,
    divergence,
  };
}

/** Opens the skill's app if another app is in front. Errors: those of open_app. */
async function launch({ app, steps }: Skill, session: Session, context: ToolContext, signal: AbortSignal) {
  const [first] = steps;
  if (!first || (!isLoop(first) && isScreenIndependent(first))) return;
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (observation.activeWindow?.package === app) return;
  await openApp.perform({ package: app }, { ...context, session: async () => session }, signal);
}

const MOST_FOUND = 12;

async function divergenceOf(
  error: unknown,
  { step, number }: { readonly step: SkillStep | null; readonly number: number },
  { session, values }: { readonly session: Session; readonly values: ReadonlyMap<string, string> },
  signal: AbortSignal,
): Promise<Divergence> {
  const coded = error instanceof Diverged ? null : toFoveaError(error);
  const screen = await observe(session, OBSERVE_TREE, signal).then(
    ({ observation }) => observation,
    () => null,
  );
  signal.throwIfAborted();
  const front = screen?.activeWindow;
  const how = error instanceof Diverged ? error : null;
  return {
    step: number,
    did: step === null ? "opening the app" : fill(step.did, values),
    at: front ? `${front.package ?? "?"}/${front.activity ?? "?"}` : "an unknown screen",
    code: how?.code ?? coded?.code ?? "REPLAY_OTHER_SCREEN",
    message: how?.message ?? coded?.message ?? "",
    expected: how?.expected ?? [],
    found: screen ? [...standing(seenOnScreen(screen.elements)).texts].slice(0, MOST_FOUND) : [],
    slots: Object.fromEntries(values),
    mayHaveHappened: how?.mayHaveHappened ?? coded?.context.mayHaveHappened ?? true,
  };
}

/** Masks the values of secrets everywhere in the data: the screen or a message may repeat them. */
function masked<Data>(skill: Skill, values: ReadonlyMap<string, string>, data: Data): Data {
  const secrets = skill.slots.flatMap(({ kind, name }) => (kind === "secret" ? [values.get(name) ?? ""] : []));
  const mask = (value: unknown): unknown => {
    if (typeof value === "string")
      return secrets.reduce((text, secret) => (secret === "" ? text : text.replaceAll(secret, REDACTED)), value);
    if (Array.isArray(value)) return value.map(mask);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one)]));
  };
  return secrets.length === 0 ? data : (mask(data) as Data);
}
