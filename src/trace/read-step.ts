import type * as z from "zod";
import { issueWords } from "../base/zod-words.js";
import { type InteractionStep, interactionStepSchema } from "./protocol.js";

/** A problem in one line of a trace. */
export interface StepProblem {
  /** The file; absent for `steps.jsonl`. The line is 0 for `manifest.json`. */
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  /** A path like `visual_state.elements[3].bbox.x2`; empty for the whole line. */
  readonly path: string;
  readonly reason: string;
}

export type StepRead =
  | { readonly step: InteractionStep; readonly problems: readonly [] }
  | { readonly step: null; readonly problems: readonly StepProblem[] };

/** At most this many problems of one line are reported: the first ones explain the others. */
const MOST_PROBLEMS = 20;

/** Reads one line of `steps.jsonl`. Never throws: problems are returned, with their paths. */
export function readStep(text: string, line: number): StepRead {
  const { value, problems } = readJsonLine(interactionStepSchema, text, line);
  if (value === null) return { step: null, problems };
  const { action, visual_state: state } = value;
  const { target_id: target } = action;
  if (typeof target === "string" && !state.elements.some(({ element_id: id }) => id === target)) {
    const reason = `no element of the state has the id ${JSON.stringify(target)}`;
    return { step: null, problems: [{ line, path: "action.target_id", reason }] };
  }
  return { step: value, problems: [] };
}

export type LineRead<Value> =
  | { readonly value: Value; readonly problems: readonly [] }
  | { readonly value: null; readonly problems: readonly StepProblem[] };

/** Reads one line of JSON by a schema. Never throws. */
export function readJsonLine<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  line: number,
): LineRead<z.infer<Schema>> {
  const json = parseJson(text);
  if (json instanceof Error)
    return { value: null, problems: [{ line, path: "", reason: `not JSON: ${json.message}` }] };
  const parsed = schema.safeParse(json, { error: issueWords });
  return parsed.success
    ? { value: parsed.data, problems: [] }
    : { value: null, problems: problemsOf(parsed.error, line) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The issues of a schema error as problems, at most 20; `under` is put before each path. */
export function problemsOf(
  { issues }: z.ZodError,
  line: number,
  under: readonly PropertyKey[] = [],
): readonly StepProblem[] {
  return issues
    .slice(0, MOST_PROBLEMS)
    .map(({ path, message }) => ({ line, path: pathOf([...under, ...path]), reason: message }));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** The step as one line; `readStep` reads it back as the same step. */
export function printStep(step: InteractionStep): string {
  return JSON.stringify(step);
}
