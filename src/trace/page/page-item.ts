import type { InteractionStep } from "../protocol.js";
import { actionOf } from "../trace-story.js";
import { extensions, type TraceCall } from "../x-fovea.js";

/**
 * A line of the page's list: a step, or a call that failed and came to none. The step itself lies in a block of its
 * own.
 */
export interface PageItem {
  readonly kind: "step" | "call";
  /** Its place in the trace, from 1; of a call, its number among the calls. */
  readonly number: number;
  /** Seconds since the trace began. */
  readonly timestamp: number;
  readonly tookMs: number | null;
  readonly type: string;
  readonly title: string;
  readonly place: string;
  /** A verdict's kind; `failed` where there is an error; null where nothing is known. */
  readonly verdict: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Numbers of the pictures' blocks, before and after; null where there is none. */
  readonly before: number | null;
  readonly after: number | null;
  /** Of a call. */
  readonly inputs?: unknown;
}

export function stepItem(
  step: InteractionStep,
  number: number,
  pictures: Pick<PageItem, "before" | "after">,
): PageItem {
  const reported = extensions.step(step);
  const state = extensions.state(step.visual_state);
  return {
    kind: "step",
    number,
    timestamp: step.timestamp,
    tookMs: reported?.duration_ms ?? null,
    type: step.action.type,
    title: extensions.action(step.action)?.did ?? actionOf(step),
    place: state?.activity ?? state?.package ?? "",
    verdict: reported?.error ? "failed" : (reported?.verdict?.kind ?? null),
    error: reported?.error ?? null,
    ...pictures,
  };
}

export function callItem({ call, timestamp, tool_name: tool, inputs, result, duration }: TraceCall): PageItem {
  return {
    kind: "call",
    number: call,
    timestamp,
    tookMs: duration,
    type: tool,
    title: [tool, ...Object.values(inputs).filter((value) => typeof value === "string")].join(" "),
    place: "",
    verdict: "failed",
    error: result.error ?? null,
    before: null,
    after: null,
    inputs,
  };
}
