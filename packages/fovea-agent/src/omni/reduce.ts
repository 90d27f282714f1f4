import type { Failure } from "../agent-error.js";
import type { PhoneAction } from "../phone/phone-action.js";
import { describe } from "../phone/phone-action.js";
import type { Judged, Limits, Price, Usage } from "../public-types.js";
import type { Planned } from "./plan.js";
import type { ActionResult, End, OmniState } from "./state.js";

/** The fields of the state that a node writes. */
export type Change = Partial<OmniState>;

const MOST_HISTORY = 12;
/** How many characters of the changed lines models get at most: they get the whole screen, too. */
const MOST_CHANGES = 1_500;
/** The run ends when the same action was chosen this often in a row on the same screen. */
const MOST_REPEATS = 3;
/** The run ends after this many rounds in a row without an action. */
const MOST_IDLE_ROUNDS = 3;
const DEFAULT_MAX_STEPS = 30;

// Each function here is the pure part of a node: from the state before and the node's findings it computes the changes.
// None modifies its arguments.

export function guided(state: OmniState, guide: string | null, usage: Usage | null): Change {
  return { search_agent_guide: guide, ...(usage === null ? {} : { usage: sum(state.usage, usage) }) };
}

export interface Observed {
  readonly elements: string;
  /** The changes since the last screen, as text; null if no earlier screen is known. */
  readonly changes: string | null;
  readonly app: string | null;
  readonly image: string | null;
}

export function observed(state: OmniState, { elements, changes, app, image }: Observed): Change {
  return {
    screen_changes: changes,
    current_elements: elements,
    current_screenshot: image,
    app,
    left_app: changes === null && state.left_app !== app ? state.left_app : null,
    fingerprint: fingerprintOf(elements),
    observations: state.observations + 1,
    is_observed: true,
  };
}

/** Text that is the same for two observations of one screen: without refs, and of the header's facts only the app. */
export function fingerprintOf(elements: string): string {
  const [facts = "", ...lines] = elements.split("\n");
  return [facts.split(" | ")[0] ?? "", ...lines].join("\n").replaceAll(/\be\d+\b/g, "");
}

/** Adds the changes of the screen, and ends the run if the task is proven. */
export function analysed(state: OmniState, judged: Judged | null): Change {
  const { screen_changes, left_app, app } = state;
  const analysis =
    screen_changes === null
      ? left_app === null
        ? "Nothing is known of the screen before."
        : `The run stopped in the app ${left_app}, and goes on in ${app ?? "no known app"}: somebody else used the device.`
      : screen_changes === ""
        ? "The screen is the same as before."
        : `On the screen, new (+), gone (-) and changed (~) lines:\n${screen_changes.slice(0, MOST_CHANGES)}`;
  const end: End | null =
    judged?.holds === true
      ? { kind: "success", message: "the task is proven", evidence: judged.evidence, error: null }
      : null;
  return {
    image_agent_output: analysis,
    image_history: lastOf([...state.image_history, analysis]),
    ...(end === null ? {} : { end }),
  };
}

export function planned(state: OmniState, plan: Planned, usage: Usage | null): Change {
  const line = plan.kind === "tasks" ? `planned ${plan.tasks.length} sub-tasks` : plan.kind;
  return {
    newly_planned_tasks: plan,
    planning_history: lastOf([...state.planning_history, line]),
    ...(usage === null ? {} : { usage: sum(state.usage, usage) }),
  };
}

/** A new list replaces the old one. "continue" after the end of the list starts again without a plan. */
export function processed(state: OmniState): Change {
  const plan = state.newly_planned_tasks;
  const done = { newly_planned_tasks: null };
  switch (plan?.kind) {
    case "tasks":
      return { ...done, task_list: plan.tasks, current_task_index: 0, plan_mode: "replan" };
    case "continue":
      if (hasTask(state)) return done;
      return { ...done, ...begunAgain(state) };
    case "finish":
      return { ...done, end: ofModel("finished", plan.summary) };
    case "fail":
      return { ...done, end: ofModel("failure", plan.reason) };
    default:
      return {
        error_message: {
          code: "INTERNAL",
          message: "the planner gave nothing to process",
          hint: "Report the message.",
        },
      };
  }
}

function begunAgain(state: OmniState): Change {
  return {
    image_history: [],
    planning_history: [],
    plan_mode: "initial",
    task_list: [],
    current_task_index: 0,
    ...idle(state, "the planner went on where nothing was left to do"),
  };
}

/** Counts a round without an action. */
function idle(state: OmniState, what: string): Change {
  const rounds = state.idle_rounds + 1;
  if (rounds < MOST_IDLE_ROUNDS) return { idle_rounds: rounds };
  const message = `${what}, ${rounds} times in a row`;
  return { idle_rounds: rounds, end: { kind: "no_progress", message, evidence: [], error: null } };
}

function ofModel(kind: "finished" | "failure", words: string): End {
  const message =
    kind === "finished" ? "the model says that it is done; nothing proves it" : "the model says that it cannot be done";
  return { kind, message, evidence: [words], error: null };
}

export function hasTask({ task_list, current_task_index }: OmniState): boolean {
  return current_task_index >= 0 && current_task_index < task_list.length;
}

/** Notes the chosen action. `choice` as a text: why there is no action, which counts as a failed action. */
export function chosen(state: OmniState, choice: PhoneAction | string, name: string | null, usage: Usage): Change {
  const base = { action_agent_tool_call_name: name, usage: sum(state.usage, usage) };
  if (typeof choice === "string") {
    const result = failed(`chose no action: ${choice}`, choice);
    return {
      ...base,
      chosen: null,
      action_result: result,
      is_updated: false,
      ...idle(state, "no action was chosen that can be done"),
    };
  }
  const key = `${keyOf(choice, state.current_elements ?? "")}\n${state.fingerprint}`;
  const times = state.repeated.key === key ? state.repeated.times + 1 : 1;
  const message = `${describe(choice)} was chosen ${times} times on the same screen`;
  const end: End | null = times >= MOST_REPEATS ? { kind: "no_progress", message, evidence: [], error: null } : null;
  return {
    ...base,
    chosen: choice,
    action_result: null,
    repeated: { key, times },
    ...(end === null ? {} : { end, chosen: null }),
  };
}

/** The identity of an action. Refs change with each observation, so an element is identified by its line. */
function keyOf(action: PhoneAction, elements: string): string {
  const line = "ref" in action ? elements.split("\n").find((one) => one.includes(`${action.ref} `)) : undefined;
  return JSON.stringify({ ...action, ref: line === undefined ? undefined : fingerprintOf(line) });
}

export function failed(did: string, words: string): ActionResult {
  return { outcome: "not_done", did, verdict: "failed", words };
}

/** Notes an action that was done or that failed; both count as an action. */
export function performed(state: OmniState, result: ActionResult): Change {
  return {
    chosen: null,
    action_result: result,
    is_updated: false,
    actions: state.actions + 1,
    is_observed: false,
    idle_rounds: 0,
  };
}

/** Advances the plan, unless the action failed; the planner gets the result in both cases. */
export function updated(state: OmniState, limits: Limits & { readonly price?: Price }): Change {
  const result = state.action_result;
  const task = state.task_list[state.current_task_index];
  if (!result) return { is_updated: true };
  const line = `${task?.step ?? "?"}. ${result.outcome.replace("_", " ")}: ${result.words}`;
  const spent = budgetEnd(state, limits);
  return {
    is_updated: true,
    last_action_done: result.did,
    step: task?.step ?? null,
    planning_history: lastOf([...state.planning_history, line]),
    current_task_index: state.current_task_index + (result.outcome === "not_done" ? 0 : 1),
    ...(spent === null ? {} : { end: spent }),
  };
}

/** The end of the run if a limit is reached; else null. */
export function budgetEnd(
  state: Pick<OmniState, "actions" | "usage">,
  limits: Limits & { readonly price?: Price },
): End | null {
  const { maxSteps = DEFAULT_MAX_STEPS, maxTokens, maxCost, price } = limits;
  const { inputTokens, outputTokens } = state.usage;
  const cost = costOf(state.usage, price);
  const reached = [
    ...(state.actions >= maxSteps ? [`${maxSteps} actions`] : []),
    ...(maxTokens !== undefined && inputTokens + outputTokens >= maxTokens ? [`${maxTokens} tokens`] : []),
    ...(maxCost !== undefined && cost !== null && cost >= maxCost ? [`${maxCost} US dollars`] : []),
  ];
  const [first] = reached;
  return first === undefined
    ? null
    : { kind: "budget", message: `the run took the ${first} that it may take`, evidence: [], error: null };
}

/** The cost in US dollars; null if no price is known. */
export function costOf({ inputTokens, outputTokens }: Usage, price: Price | undefined): number | null {
  if (price === undefined) return null;
  return (inputTokens * price.input + outputTokens * price.output) / 1e6;
}

/** Notes the error of a node. `spent`: the tokens of the models' answers in that node. */
export function broken(state: OmniState, { code, message, hint }: Failure, node: string, spent: Usage): Change {
  const usage = spent.calls === 0 ? {} : { usage: sum(state.usage, spent) };
  return { error_message: { code, message, hint }, failed_node: node, ...usage };
}

export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

export function sum(one: Usage, other: Usage): Usage {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function lastOf(lines: readonly string[]): readonly string[] {
  return lines.slice(-MOST_HISTORY);
}
