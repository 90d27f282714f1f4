import type * as z from "zod";
import { type InteractionStep, interactionStepSchema } from "./protocol.js";

/** What is wrong with one line of a trace. */
export interface StepProblem {
  /** From 1. */
  readonly line: number;
  /** Like `visual_state.elements[3].bbox.x2`; empty for the line as a whole. */
  readonly path: string;
  readonly reason: string;
}

export type StepRead =
  | { readonly step: InteractionStep; readonly problems: readonly [] }
  | { readonly step: null; readonly problems: readonly StepProblem[] };

/** At most so many problems of one line are told: the first ones explain the others. */
const MOST_PROBLEMS = 20;

/** One line of `steps.jsonl`. Never throws: what is wrong with it is told, by path. */
export function readStep(text: string, line: number): StepRead {
  const json = parseJson(text);
  if (json instanceof Error) return { step: null, problems: [{ line, path: "", reason: `no JSON: ${json.message}` }] };
  const parsed = interactionStepSchema.safeParse(json);
  if (!parsed.success) return { step: null, problems: problemsOf(parsed.error, line) };
  const { action, visual_state: state } = parsed.data;
  const { target_id: target } = action;
  if (typeof target === "string" && !state.elements.some(({ element_id: id }) => id === target)) {
    const reason = `no element of the state has the id ${JSON.stringify(target)}`;
    return { step: null, problems: [{ line, path: "action.target_id", reason }] };
  }
  return { step: parsed.data, problems: [] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function problemsOf({ issues }: z.ZodError, line: number): readonly StepProblem[] {
  return issues.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({ line, path: pathOf(path), reason: message }));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** The step as one line; `readStep` of it gives the same step. */
export function printStep(step: InteractionStep): string {
  return JSON.stringify(step);
}
