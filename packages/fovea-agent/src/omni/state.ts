import { Annotation } from "@langchain/langgraph";
import type { Failure } from "../agent-error.js";
import type { PhoneAction } from "../phone/phone-action.js";
import type { EndKind, Usage } from "../public-types.js";
import type { Planned, PlannedTask } from "./plan.js";

/** The result of an action. */
export interface ActionResult {
  /**
   * `done`: proven. `not_done`: it failed or provably did nothing, so the plan does not advance. `unproven`: it may
   * have been done, so it is never repeated automatically; the planner is asked.
   */
  readonly outcome: "done" | "not_done" | "unproven";
  /** The action that was done or tried, in the past tense. */
  readonly did: string;
  /** The library's verdict; `failed`, `refused` or `interrupted` if there is none. */
  readonly verdict: string;
  /** The text about the result for the planner. */
  readonly words: string;
}

export interface End {
  readonly kind: EndKind;
  readonly message: string;
  readonly evidence: readonly string[];
  readonly error: Pick<Failure, "code" | "message" | "hint"> | null;
}

/**
 * The state of the run: all nodes read and write it, and checkpoints contain it. The first fields have the names of the
 * agent that this graph is modelled on; the other fields follow. Plain data; an image is a path.
 */
export interface OmniState {
  readonly original_request: string;
  readonly original_expected_output: string | null;
  readonly search_agent_guide: string | null;
  /** The path of the image that models get; null if none is sent. */
  readonly current_screenshot: string | null;
  /** The screen as an outline with refs. */
  readonly current_elements: string | null;
  /** The lines of the outline that the last action changed; null before the first action. */
  readonly screen_changes: string | null;
  readonly image_agent_output: string | null;
  readonly last_action_done: string | null;
  /** The number of the current step in the plan, from 1. */
  readonly step: number | null;
  readonly plan_mode: "initial" | "replan";
  readonly task_list: readonly PlannedTask[];
  readonly current_task_index: number;
  readonly newly_planned_tasks: Planned | null;
  readonly action_agent_tool_call_name: string | null;
  readonly action_result: ActionResult | null;
  readonly error_message: Pick<Failure, "code" | "message" | "hint"> | null;

  /** Whether the plan takes the last action's result into account. */
  readonly is_updated: boolean;
  /** The action that was chosen and is not performed yet. */
  readonly chosen: PhoneAction | null;
  /** The texts of the last analyses, oldest first; limited in number. */
  readonly image_history: readonly string[];
  /** The last texts from and to the planner, oldest first; limited in number. */
  readonly planning_history: readonly string[];
  /** The app in front at the last observation. */
  readonly app: string | null;
  /** The app in front when the run stopped, if another app is in front after it was resumed; else null. */
  readonly left_app: string | null;
  /** The text of the screen without refs, to recognise the same screen again. */
  readonly fingerprint: string | null;
  /** Whether the screen was observed after the last action, which the next action requires. */
  readonly is_observed: boolean;
  readonly observations: number;
  readonly actions: number;
  /** The last action on the last screen, and how often it was chosen there in a row. */
  readonly repeated: { readonly key: string; readonly times: number };
  /** The number of rounds in a row without an action. */
  readonly idle_rounds: number;
  readonly usage: Usage;
  readonly end: End | null;
  /** The node that wrote `error_message`: a resumed run runs it again. */
  readonly failed_node: string | null;
}

/** A channel of the graph for each key; the last value wins. */
export const omniAnnotation = Annotation.Root({
  original_request: Annotation<OmniState["original_request"]>,
  original_expected_output: Annotation<OmniState["original_expected_output"]>,
  search_agent_guide: Annotation<OmniState["search_agent_guide"]>,
  current_screenshot: Annotation<OmniState["current_screenshot"]>,
  current_elements: Annotation<OmniState["current_elements"]>,
  screen_changes: Annotation<OmniState["screen_changes"]>,
  image_agent_output: Annotation<OmniState["image_agent_output"]>,
  last_action_done: Annotation<OmniState["last_action_done"]>,
  step: Annotation<OmniState["step"]>,
  plan_mode: Annotation<OmniState["plan_mode"]>,
  task_list: Annotation<OmniState["task_list"]>,
  current_task_index: Annotation<OmniState["current_task_index"]>,
  newly_planned_tasks: Annotation<OmniState["newly_planned_tasks"]>,
  action_agent_tool_call_name: Annotation<OmniState["action_agent_tool_call_name"]>,
  action_result: Annotation<OmniState["action_result"]>,
  error_message: Annotation<OmniState["error_message"]>,
  is_updated: Annotation<OmniState["is_updated"]>,
  chosen: Annotation<OmniState["chosen"]>,
  image_history: Annotation<OmniState["image_history"]>,
  planning_history: Annotation<OmniState["planning_history"]>,
  app: Annotation<OmniState["app"]>,
  left_app: Annotation<OmniState["left_app"]>,
  fingerprint: Annotation<OmniState["fingerprint"]>,
  is_observed: Annotation<OmniState["is_observed"]>,
  observations: Annotation<OmniState["observations"]>,
  actions: Annotation<OmniState["actions"]>,
  repeated: Annotation<OmniState["repeated"]>,
  idle_rounds: Annotation<OmniState["idle_rounds"]>,
  usage: Annotation<OmniState["usage"]>,
  end: Annotation<OmniState["end"]>,
  failed_node: Annotation<OmniState["failed_node"]>,
});

export function firstState(task: string, expected: string | null): OmniState {
  return {
    original_request: task,
    original_expected_output: expected,
    search_agent_guide: null,
    current_screenshot: null,
    current_elements: null,
    screen_changes: null,
    image_agent_output: null,
    last_action_done: null,
    step: null,
    plan_mode: "initial",
    task_list: [],
    current_task_index: 0,
    newly_planned_tasks: null,
    action_agent_tool_call_name: null,
    action_result: null,
    error_message: null,
    is_updated: true,
    chosen: null,
    image_history: [],
    planning_history: [],
    app: null,
    left_app: null,
    fingerprint: null,
    is_observed: false,
    observations: 0,
    actions: 0,
    repeated: { key: "", times: 0 },
    idle_rounds: 0,
    usage: { calls: 0, inputTokens: 0, outputTokens: 0 },
    end: null,
    failed_node: null,
  };
}
