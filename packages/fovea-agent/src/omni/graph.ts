import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { failureOf } from "../agent-error.js";
import { describe } from "../phone/phone-action.js";
import { NODES, type Node, type NodeName } from "./nodes.js";
import { broken, type Change, hasTask } from "./reduce.js";
import type { Runtime } from "./runtime.js";
import { type OmniState, omniAnnotation } from "./state.js";

/**
 * The graph: search → loop → observe → analyse → plan → process → act → perform → update → loop. An error that a node
 * throws becomes the state's error, and the graph ends.
 */
export function omniGraph(runtime: Runtime, checkpointer: BaseCheckpointSaver) {
  const node = (name: NodeName) => guarded(name, NODES[name], runtime);
  return new StateGraph(omniAnnotation)
    .addNode("search_agent_node", node("search_agent_node"))
    .addNode("loop_entry", node("loop_entry"))
    .addNode("screenshot_node", node("screenshot_node"))
    .addNode("image_agent_node", node("image_agent_node"))
    .addNode("planning_agent_node", node("planning_agent_node"))
    .addNode("process_planning_output_node", node("process_planning_output_node"))
    .addNode("action_agent_node", node("action_agent_node"))
    .addNode("perform_action_node", node("perform_action_node"))
    .addNode("update_after_action_node", node("update_after_action_node"))
    .addEdge(START, "search_agent_node")
    .addConditionalEdges("search_agent_node", (state) => unlessEnded(state, "loop_entry"), ["loop_entry", END])
    .addEdge("loop_entry", "screenshot_node")
    .addConditionalEdges("screenshot_node", (state) => unlessEnded(state, "image_agent_node"), [
      "image_agent_node",
      END,
    ])
    .addConditionalEdges("image_agent_node", (state) => unlessEnded(state, "planning_agent_node"), [
      "planning_agent_node",
      END,
    ])
    .addConditionalEdges("planning_agent_node", (state) => unlessEnded(state, "process_planning_output_node"), [
      "process_planning_output_node",
      END,
    ])
    .addConditionalEdges("process_planning_output_node", shouldActionOrLoop, ["action_agent_node", "loop_entry", END])
    .addConditionalEdges("action_agent_node", (state) => unlessEnded(state, afterChoice(state)), [
      "perform_action_node",
      "update_after_action_node",
      END,
    ])
    .addConditionalEdges("perform_action_node", (state) => unlessEnded(state, "update_after_action_node"), [
      "update_after_action_node",
      END,
    ])
    .addConditionalEdges("update_after_action_node", (state) => unlessEnded(state, "loop_entry"), ["loop_entry", END])
    .compile({ checkpointer });
}

export function unlessEnded<Next extends string>(state: OmniState, next: Next): Next | typeof END {
  return state.error_message !== null || state.end !== null ? END : next;
}

/** After an error or an end: END; if a task is left: act; else observe and plan again. */
export function shouldActionOrLoop(state: OmniState): "action_agent_node" | "loop_entry" | typeof END {
  return unlessEnded(state, hasTask(state) ? "action_agent_node" : "loop_entry");
}

function afterChoice({ chosen }: OmniState): "perform_action_node" | "update_after_action_node" {
  return chosen === null ? "update_after_action_node" : "perform_action_node";
}

/**
 * Runs a node, and writes its line of the log. LangGraph stops the graph by throwing an interrupt, which is not an
 * error.
 */
function guarded(name: NodeName, work: Node, runtime: Runtime) {
  return async (state: OmniState): Promise<Change> => {
    runtime.signal.throwIfAborted();
    const at = new Date();
    const begun = performance.now();
    const { meter } = runtime.model;
    const answered = meter.total;
    const change = await work(state, runtime).catch((error: unknown): Change => {
      if (isOfGraph(error)) throw error;
      runtime.signal.throwIfAborted();
      return broken(state, failureOf(error), name, meter.since(answered));
    });
    await runtime.log({
      node: name,
      at: at.toISOString(),
      ms: Math.round(performance.now() - begun),
      inputs: inputsOf(state),
      output: withoutTyped(change),
      decision: decisionOf(name, { ...state, ...change }),
      tokens: change.usage === undefined ? null : tokensBetween(state, change.usage),
    });
    return change;
  };
}

function isOfGraph(error: unknown): boolean {
  return error instanceof Error && "is_bubble_up" in error && error.is_bubble_up === true;
}

function inputsOf(state: OmniState): Readonly<Record<string, unknown>> {
  const { plan_mode, current_task_index, task_list, actions, observations, action_result } = state;
  return {
    plan_mode,
    current_task_index,
    tasks: task_list.length,
    actions,
    observations,
    verdict: action_result?.verdict,
  };
}

/** The log contains no typed text, and of the screen's text only the number of lines. */
function withoutTyped(change: Change): Readonly<Record<string, unknown>> {
  const { current_elements, screen_changes, chosen, action_result, ...others } = change;
  const counted = { elements: current_elements, changes: screen_changes };
  const lines = Object.entries(counted).flatMap(([name, text]) =>
    text == null ? [] : [[name, text.split("\n").length]],
  );
  const rest = Object.entries(others).filter(([name]) => !OF_SCREENS.has(name));
  return {
    ...Object.fromEntries([...rest, ...lines]),
    ...(chosen == null ? {} : { chosen: describe(chosen) }),
    ...(action_result == null ? {} : { outcome: action_result.outcome, verdict: action_result.verdict }),
  };
}

/** Fields that repeat text of the screen. */
const OF_SCREENS: ReadonlySet<string> = new Set([
  "fingerprint",
  "repeated",
  "image_agent_output",
  "image_history",
  "planning_history",
  "last_action_done",
]);

function decisionOf(name: NodeName, state: OmniState): string | null {
  if (state.end !== null) return state.end.kind;
  if (state.error_message !== null) return state.error_message.code;
  if (name === "process_planning_output_node") return shouldActionOrLoop(state);
  return name === "action_agent_node" ? afterChoice(state) : null;
}

function tokensBetween({ usage }: OmniState, after: OmniState["usage"]) {
  return {
    inputTokens: after.inputTokens - usage.inputTokens,
    outputTokens: after.outputTokens - usage.outputTokens,
  };
}
