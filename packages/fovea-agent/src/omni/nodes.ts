import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelMessage } from "ai";
import { AgentError } from "../agent-error.js";
import { guideOf } from "../guides/guide.js";
import { type Answer, askModel } from "../models/ask-model.js";
import { functionTools } from "../phone/functions.js";
import { describe, readCall } from "../phone/phone-action.js";
import type { Usage } from "../public-types.js";
import { quote } from "../quote.js";
import { performOnce } from "./perform.js";
import { type Planned, readPlan } from "./plan.js";
import { actionPrompt, plannerPrompt, repairText } from "./prompts.js";
import * as reduce from "./reduce.js";
import type { Runtime } from "./runtime.js";
import type { OmniState } from "./state.js";

/**
 * One node: it acts on phone and models, and gives its changes of the state. Errors: coded ones; the graph ends with
 * them.
 */
export type Node = (state: OmniState, runtime: Runtime) => Promise<reduce.Change>;

export const NODES = {
  search_agent_node: search,
  loop_entry: async () => ({}),
  screenshot_node: look,
  image_agent_node: analyse,
  planning_agent_node: plan,
  process_planning_output_node: async (state) => reduce.processed(state),
  action_agent_node: choose,
  perform_action_node: perform,
  update_after_action_node: async (state, { limits }) => reduce.updated(state, limits),
} as const satisfies Readonly<Record<string, Node>>;

export type NodeName = keyof typeof NODES;

async function search(state: OmniState, runtime: Runtime): Promise<reduce.Change> {
  const { guide, usage } = await guideOf(state.original_request, runtime);
  return reduce.guided(state, guide, usage);
}

/** Makes the one observation between two actions. */
async function look(state: OmniState, runtime: Runtime): Promise<reduce.Change> {
  if (state.is_observed) return {};
  const { phone, seen, signal } = runtime;
  const before = seen.screen;
  const { screen, changes } =
    before === null
      ? { screen: await phone.observe({ signal }), changes: null }
      : await phone.update(before, { signal });
  seen.screen = screen;
  const app = screen.app?.package ?? null;
  return reduce.observed(state, { elements: screen.text, changes, app, image: await imageFor(runtime) });
}

/** The path of the image for models; null if none is sent. There is one file, so models get only the current image. */
async function imageFor({ phone, sendsImages, folder, signal }: Runtime): Promise<string | null> {
  if (!sendsImages) return null;
  const { bytes, mimeType } = await phone.marks({ signal });
  const image = join(folder, `screen.${mimeType.split("/")[1] ?? "png"}`);
  await writeFile(image, bytes, { mode: 0o600 });
  return image;
}

/** Compares the screen with the one before, and checks whether the task is proven. */
async function analyse(state: OmniState, { phone, judge, signal }: Runtime): Promise<reduce.Change> {
  return reduce.analysed(state, judge === null ? null : await judge(phone, signal));
}

async function plan(state: OmniState, runtime: Runtime): Promise<reduce.Change> {
  if (!needsPlan(state, runtime)) return reduce.planned(state, { kind: "continue" }, null);
  const { planned, usage } = await askPlanner(state, runtime);
  if (planned.kind === "tasks")
    runtime.own.report({ kind: "plan", tasks: planned.tasks.map(({ request }) => quote(request, 120)) });
  return reduce.planned(state, planned, usage);
}

/**
 * Whether a new plan is needed. A plan that works continues, unless a different app is in front than when the run
 * stopped.
 */
function needsPlan(state: OmniState, { replansAlways }: Runtime): boolean {
  const isDoubtful = state.action_result !== null && state.action_result.outcome !== "done";
  const isElsewhere = state.left_app !== null;
  return replansAlways || state.plan_mode === "initial" || isDoubtful || isElsewhere || !reduce.hasTask(state);
}

/** Asks the planner, and once more for a repair if the answer cannot be read; then PLAN_MALFORMED. */
async function askPlanner(
  state: OmniState,
  runtime: Runtime,
): Promise<{ readonly planned: Planned; readonly usage: Usage }> {
  const { instructions, text } = plannerPrompt(state);
  const first: ModelMessage = { role: "user", content: text };
  const answer = await ask(runtime, instructions, [first]);
  const read = readPlan(answer.text, state.plan_mode);
  if ("planned" in read) return { planned: read.planned, usage: answer.usage };
  const repair: readonly ModelMessage[] = [
    first,
    { role: "assistant", content: answer.text || "(no text)" },
    { role: "user", content: repairText(read.mistake) },
  ];
  const second = await ask(runtime, instructions, repair);
  const again = readPlan(second.text, state.plan_mode);
  if ("planned" in again) return { planned: again.planned, usage: reduce.sum(answer.usage, second.usage) };
  throw new AgentError(
    "PLAN_MALFORMED",
    `the planner's answer cannot be used, twice: ${again.mistake}: ${quote(second.text)}`,
  );
}

async function choose(state: OmniState, runtime: Runtime): Promise<reduce.Change> {
  const { instructions, text } = actionPrompt(state);
  const { image, mediaType } = await imageOf(state);
  const content: ModelMessage =
    image === null
      ? { role: "user", content: text }
      : {
          role: "user",
          content: [
            { type: "text", text },
            { type: "file", data: image, mediaType },
          ],
        };
  const answer = await askModel(
    runtime.model,
    { instructions, messages: [content], functions: functionTools() },
    runtime.signal,
  );
  const read = readCall(answer.call);
  return reduce.chosen(state, "action" in read ? read.action : read.mistake, answer.call?.name ?? null, answer.usage);
}

async function imageOf({ current_screenshot }: OmniState) {
  if (current_screenshot === null) return { image: null, mediaType: "" };
  return { image: await readFile(current_screenshot), mediaType: `image/${current_screenshot.split(".").at(-1)}` };
}

async function perform(state: OmniState, runtime: Runtime): Promise<reduce.Change> {
  const { chosen } = state;
  if (chosen === null) return {};
  const result = await performOnce(chosen, state.actions, runtime);
  const { did, verdict } = result;
  runtime.own.report({ kind: "step", step: state.actions + 1, did: quote(did, 160) || describe(chosen), verdict });
  return reduce.performed(state, result);
}

async function ask(runtime: Runtime, instructions: string, messages: readonly ModelMessage[]): Promise<Answer> {
  return await askModel(runtime.model, { instructions, messages }, runtime.signal);
}
