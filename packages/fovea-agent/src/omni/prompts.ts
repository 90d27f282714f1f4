import { OMNI_ACTION, OMNI_PLANNER } from "../prompts/omni-v1.js";
import { untrusted as marked } from "../quote.js";
import type { OmniState } from "./state.js";

/** The texts that a node sends to a model. The order of the parts is that of the inputs of the two modes. */
export interface Prompt {
  readonly instructions: string;
  readonly text: string;
}

/** The prompt of the planner in either mode. `wrong`: the mistake in its last answer. */
export function plannerPrompt(state: OmniState): Prompt {
  const parts: readonly Part[] =
    state.plan_mode === "initial"
      ? [
          ["guide", untrusted(state.search_agent_guide)],
          ["screen", untrusted(state.current_elements)],
          ["analysis", untrusted(state.image_agent_output)],
          ["request", state.original_request],
          ["expected", state.original_expected_output],
        ]
      : [
          ["screen", untrusted(state.current_elements)],
          ["analysis", untrusted(state.image_agent_output)],
          ["last action", state.last_action_done],
          ["its result", untrusted(state.action_result?.words ?? null)],
          ["history", untrusted(state.planning_history.join("\n") || null)],
          ["step", state.step === null ? null : String(state.step)],
          ["plan", planText(state)],
          ["request", state.original_request],
          ["expected", state.original_expected_output],
        ];
  return { instructions: OMNI_PLANNER[state.plan_mode], text: partsText(parts) };
}

/** The text that the planner gets if its answer could not be read. */
export function repairText(wrong: string): string {
  return `That answer cannot be used: ${wrong}. Answer again, in the form that was asked for, and with nothing else.`;
}

/** The prompt of the agent that chooses the action. */
export function actionPrompt(state: OmniState): Prompt {
  const task = state.task_list[state.current_task_index];
  return {
    instructions: OMNI_ACTION,
    text: partsText([
      ["screen", untrusted(state.current_elements)],
      ["analysis", untrusted(state.image_agent_output)],
      ["result of the last action", untrusted(state.action_result?.words ?? null)],
      ["sub-task", task?.request ?? null],
      ["its expected output", task?.expected_output ?? null],
    ]),
  };
}

type Part = readonly [name: string, text: string | null];

function partsText(parts: readonly Part[]): string {
  return parts.flatMap(([name, text]) => (text === null ? [] : [`## ${name}\n${text}`])).join("\n\n");
}

function untrusted(text: string | null): string | null {
  return text === null ? null : marked(text);
}

function planText({ task_list, current_task_index }: OmniState): string {
  const lines = task_list.map(({ step, request }, place) => {
    return `${place < current_task_index ? "done" : "open"} ${step}. ${request}`;
  });
  return lines.join("\n") || "no sub-task is left";
}
