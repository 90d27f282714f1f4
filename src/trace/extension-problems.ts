import type * as z from "zod";
import { issueWords } from "../base/zod-words.js";
import type { InteractionStep } from "./protocol.js";
import { problemsOf, type StepProblem } from "./read-step.js";
import {
  actionExtensionSchema,
  EXTENSION,
  elementExtensionSchema,
  stateExtensionSchema,
  stepExtensionSchema,
} from "./x-fovea.js";

/** Problems of `x-fovea` parts that do not have the right form; none for a step without such parts. */
export function extensionProblems(step: InteractionStep, line: number): readonly StepProblem[] {
  const { action, visual_state: state } = step;
  const check = (schema: z.ZodType, level: Readonly<Record<string, unknown>>, path: readonly PropertyKey[]) => {
    if (!Object.hasOwn(level, EXTENSION)) return [];
    const parsed = schema.safeParse(level[EXTENSION], { error: issueWords });
    return parsed.success ? [] : problemsOf(parsed.error, line, [...path, EXTENSION]);
  };
  return [
    ...check(stepExtensionSchema, step, []),
    ...check(actionExtensionSchema, action, ["action"]),
    ...check(stateExtensionSchema, state, ["visual_state"]),
    ...state.elements.flatMap((element, place) =>
      check(elementExtensionSchema, element, ["visual_state", "elements", place]),
    ),
  ];
}
