import type { FoveaError } from "../../base/errors.js";
import type { RunReport } from "../report.js";
import { unrunSteps } from "../unrun-steps.js";
import type { Flow } from "./flow.js";

/** The report of a flow of which nothing could be done. `device` is empty where none was found. */
export function unrunFlow(
  { name, file, onStart, steps, onComplete }: Flow,
  { device, startedAt }: Pick<RunReport, "device" | "startedAt">,
  error: FoveaError,
): RunReport {
  const all = unrunSteps([...onStart, ...steps, ...onComplete], error, false);
  return { name, file, device, startedAt, durationMs: 0, outcome: "failed", endedBy: error.code, steps: all };
}
