import { changeNotes, type StatesResult } from "../actions/device/change-states.js";
import type { StateChange } from "../session/changes/device-changes.js";
import type { ToolAnswer } from "../tool-contract/tool.js";
import { actAnswer, actJson } from "./act-answer.js";

/** The answer for changed states of the device, with the screen afterwards. */
export function statesAnswer({ changes: _, ...result }: StatesResult): ToolAnswer {
  return actAnswer(result);
}

/** The same for programs, with the old and the new value of each state. */
export function statesJson({ changes, ...result }: StatesResult): unknown {
  return { ...Object(actJson(result)), changes };
}

/** What was restored, a line for each. */
export function setBackText(changes: readonly StateChange[]): string {
  if (changes.length === 0) return "nothing is left to restore";
  return ["restored:", ...changeNotes(changes, null)].join("\n");
}
