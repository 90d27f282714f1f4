import { REDACTED } from "../base/redaction.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Called } from "./recorder.js";
import { isPlainField } from "./step-of.js";

/**
 * The inputs of a call as they may be written down: texts to be typed only where they went into a field that is known to
 * be no password. Of a sentence whose text went nowhere, what stands in quotes is left out.
 */
export function safeInputs({ tool, inputs }: Called, acts: readonly ActNote[]): Readonly<Record<string, unknown>> {
  const typed = acts.filter(({ call }) => call.tool === "type_text");
  const plain = new Set(
    typed.flatMap(({ call, typedInto }) => (isPlainField(typedInto) ? [String(call.args["text"])] : [])),
  );
  const isPlain = (text: unknown) => typeof text === "string" && (text === "" || plain.has(text));
  if (tool === "take_action") {
    const isSafe = acts.length > 0 && typed.every(({ typedInto }) => isPlainField(typedInto));
    return isSafe ? inputs : { ...inputs, action: withoutQuotes(inputs["action"]) };
  }
  const steps = inputs["steps"];
  const safeSteps = Array.isArray(steps) ? { steps: steps.map((step: unknown) => safeStep(step, isPlain)) } : {};
  const text = "text" in inputs && !isPlain(inputs["text"]) ? { text: REDACTED } : {};
  return { ...inputs, ...safeSteps, ...text };
}

function safeStep(step: unknown, isPlain: (text: unknown) => boolean): unknown {
  if (typeof step !== "object" || step === null || !("text" in step) || isPlain(step.text)) return step;
  return { ...step, text: REDACTED };
}

function withoutQuotes(action: unknown): unknown {
  if (typeof action !== "string") return action;
  return action.replace(/(["“„«']).*(["”“»'])/su, `$1${REDACTED}$2`);
}
