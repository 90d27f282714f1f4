import type { FlowLine } from "../flow-lines.js";
import type { InteractionStep } from "../protocol.js";
import { actionOf } from "../trace-story.js";
import { extensions, type TraceCall } from "../x-fovea.js";

/**
 * A row in the page's list: a step, a failed call without a step, or a step of a flow. The step itself is in a separate
 * block.
 */
export interface PageItem {
  readonly kind: "step" | "call" | "flow";
  /** The number in the trace, from 1: among the steps, the calls, or the steps of flows. */
  readonly number: number;
  /** Seconds since the trace began. */
  readonly timestamp: number;
  readonly tookMs: number | null;
  readonly type: string;
  readonly title: string;
  readonly place: string;
  /** The kind of the verdict; `failed` if there is an error; null if nothing is known. */
  readonly verdict: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The numbers of the blocks with the screenshots before and after; null if there is none. */
  readonly before: number | null;
  readonly after: number | null;
  /** The inputs of a call. */
  readonly inputs?: unknown;
  /** The phone on which it was done, if the page shows several; absent otherwise. */
  readonly device?: string;
  /** The number of the flow step that it is part of; absent if none is known. */
  readonly flow?: number;
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
    title: withoutRef(extensions.action(step.action)?.did ?? actionOf(step)),
    place: state?.activity ?? state?.package ?? "",
    verdict: reported?.error ? "failed" : (reported?.verdict?.kind ?? null),
    error: reported?.error ?? null,
    ...pictures,
  };
}

/** Without the ref, which means nothing to people: `tapped e2 button "Add"` becomes `tapped button "Add"`. */
function withoutRef(did: string): string {
  return did.replace(/^((?:[\w-]+ ){1,3})e\d{1,9} (?=[a-z])/, "$1");
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

/** A row in the page's list for a flow step without an action (an assertion, a script), or for a failed one. */
export function flowItem(
  { timestamp, duration_ms, name, place, outcome, code, message }: FlowLine,
  number: number,
): PageItem {
  const isFailed = outcome === "failed";
  return {
    kind: "flow",
    number,
    timestamp,
    tookMs: duration_ms,
    type: "step of a flow",
    title: name,
    place,
    verdict: outcome,
    error: isFailed ? { code: code ?? "failed", message: message ?? "" } : null,
    before: null,
    after: null,
    flow: number,
  };
}
