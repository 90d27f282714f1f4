import { lstat } from "node:fs/promises";
import { isAbsolute, join, posix } from "node:path";
import type { OpenTrace } from "./open-trace.js";
import type { InteractionStep } from "./protocol.js";
import { readStep, type StepProblem } from "./read-step.js";
import { traceLines } from "./trace-lines.js";

/** What became of reading a whole trace. */
export interface Validation {
  /** Whole steps that are as they should be. */
  readonly steps: number;
  readonly problems: readonly StepProblem[];
  /** Problems beyond those that are listed. */
  readonly more: number;
  /** Of a last step that was being written when the writer ended; it is not part of the trace, and no problem. */
  readonly tornBytes: number;
}

const MOST_PROBLEMS = 200;

/** Reads every step, in bounded memory, and calls `onStep` with each that is right. */
export async function validateTrace(
  trace: OpenTrace,
  onStep: (step: InteractionStep, line: number) => void = () => {},
): Promise<Validation> {
  const problems: StepProblem[] = [...trace.problems];
  let [steps, more, tornBytes, latest] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  const tell = (found: readonly StepProblem[]) => {
    const room = Math.max(0, MOST_PROBLEMS - problems.length);
    problems.push(...found.slice(0, room));
    more += Math.max(0, found.length - room);
  };
  const dropped = new Set(trace.manifest?.dropped_screenshots ?? []);
  for await (const { text, line } of traceLines(trace.stepsPath, (bytes) => (tornBytes = bytes))) {
    if (text.trim() === "") continue;
    const { step, problems: found } = readStep(text, line);
    tell(found);
    if (!step) continue;
    const missing = await missingScreenshot(trace.folder, step, dropped);
    if (missing) tell([{ line, path: "visual_state.screenshot_path", reason: missing }]);
    if (step.timestamp < latest) {
      tell([{ line, path: "timestamp", reason: `earlier than the step before it (${latest})` }]);
    }
    latest = Math.max(latest, step.timestamp);
    if (!missing) steps += 1;
    onStep(step, line);
  }
  return { steps, problems, more, tornBytes };
}

/** Why the picture of a step cannot be had; null where it is there, was dropped as the manifest says, or never was. */
async function missingScreenshot(
  folder: string,
  { visual_state: { screenshot_path: path } }: InteractionStep,
  dropped: ReadonlySet<string>,
): Promise<string | null> {
  if (path === "") return null;
  const inside = posix.normalize(path.replaceAll("\\", "/"));
  if (isAbsolute(path) || inside === ".." || inside.startsWith("../")) return "leads out of the trace";
  if (dropped.has(path)) return null;
  const found = await lstat(join(folder, path)).catch(() => null);
  return found?.isFile() === true ? null : "no such file in the trace";
}
