import { lstat } from "node:fs/promises";
import { isAbsolute, join, posix } from "node:path";
import { CallsInTurn } from "./calls-in-turn.js";
import { extensionProblems } from "./extension-problems.js";
import type { OpenTrace } from "./open-trace.js";
import type { InteractionStep } from "./protocol.js";
import { readStep, type StepProblem } from "./read-step.js";
import { traceLines } from "./trace-lines.js";
import { extensions, type TraceCall } from "./x-fovea.js";

/** The result of reading a whole trace. */
export interface Validation {
  /** The number of complete, valid steps. */
  readonly steps: number;
  readonly problems: readonly StepProblem[];
  /** The number of problems beyond the listed ones. */
  readonly more: number;
  /**
   * The bytes of an incomplete last step, whose writer ended while it was written; it is neither part of the trace nor
   * a problem.
   */
  readonly tornBytes: number;
}

const MOST_PROBLEMS = 200;

type OnStep = (step: InteractionStep, line: number) => void | Promise<void>;
type OnCall = (call: TraceCall, isOfStep: boolean) => void | Promise<void>;

/**
 * Reads every step and call, in bounded memory. Calls `onStep` with each step that follows the protocol, and `onCall`
 * with each call, both ordered by time.
 */
export async function validateTrace(
  trace: OpenTrace,
  onStep: OnStep = () => {},
  onCall: OnCall = () => {},
): Promise<Validation> {
  const events = traceEvents(trace);
  for (;;) {
    const { done, value } = await events.next();
    if (done) return value;
    if (value.kind === "step") await onStep(value.step, value.line);
    else await onCall(value.call, value.isOfStep);
  }
}

/** The next event of a trace. `isOfStep`: the next step is the result of this call. */
export type TraceEvent =
  | { readonly kind: "step"; readonly step: InteractionStep; readonly line: number }
  | { readonly kind: "call"; readonly call: TraceCall; readonly isOfStep: boolean };

/** As {@link validateTrace}, for callers that take the events one after another. */
export async function* traceEvents(trace: OpenTrace): AsyncGenerator<TraceEvent, Validation> {
  const found = new Problems(trace.problems);
  const calls = trace.callsPath === null ? null : new CallsInTurn(trace.callsPath, (problems) => found.add(problems));
  let [steps, tornBytes, latest] = [0, 0, Number.NEGATIVE_INFINITY];
  const dropped = new Set(trace.manifest?.dropped_screenshots ?? []);
  try {
    for await (const { text, line } of traceLines(trace.stepsPath, (bytes) => (tornBytes = bytes))) {
      if (text.trim() === "") continue;
      const { step, problems } = readStep(text, line);
      found.add(problems);
      if (!step) continue;
      const own = await stepProblems(trace.folder, step, { line, dropped, latest });
      const wrong = [...own, ...extensionProblems(step, line)];
      found.add(wrong);
      latest = Math.max(latest, step.timestamp);
      if (wrong.length === 0) steps += 1;
      const ofStep = extensions.step(step)?.call;
      yield* callEvents(calls, step.timestamp, ofStep);
      yield { kind: "step", step, line };
    }
    yield* callEvents(calls, Number.POSITIVE_INFINITY, undefined);
  } finally {
    await calls?.close();
  }
  return { steps, ...found.reported, tornBytes };
}

async function* callEvents(
  calls: CallsInTurn | null,
  until: number,
  ofStep: number | undefined,
): AsyncGenerator<TraceEvent> {
  for await (const call of calls?.until(until) ?? []) yield { kind: "call", call, isOfStep: call.call === ofStep };
}

class Problems {
  readonly #listed: StepProblem[];
  #more = 0;

  constructor(first: readonly StepProblem[]) {
    this.#listed = [...first];
  }

  add(found: readonly StepProblem[]): void {
    const room = Math.max(0, MOST_PROBLEMS - this.#listed.length);
    this.#listed.push(...found.slice(0, room));
    this.#more += Math.max(0, found.length - room);
  }

  get reported(): Pick<Validation, "problems" | "more"> {
    return { problems: this.#listed, more: this.#more };
  }
}

interface Place {
  readonly line: number;
  readonly dropped: ReadonlySet<string>;
  /** The latest timestamp of the steps before it. */
  readonly latest: number;
}

async function stepProblems(
  folder: string,
  step: InteractionStep,
  { line, dropped, latest }: Place,
): Promise<StepProblem[]> {
  const problems: StepProblem[] = [];
  const pictures: readonly (readonly [string, string | undefined])[] = [
    ["visual_state.screenshot_path", step.visual_state.screenshot_path],
    ["x-fovea.after.screenshot_path", extensions.step(step)?.after?.screenshot_path],
  ];
  for (const [path, picture = ""] of pictures) {
    const reason = await missingPicture(folder, picture, dropped);
    if (reason !== null) problems.push({ line, path, reason });
  }
  if (step.timestamp < latest) {
    problems.push({ line, path: "timestamp", reason: `earlier than the step before it (${latest})` });
  }
  return problems;
}

/** Why a screenshot is missing; null if it exists, was removed according to the manifest, or was never taken. */
async function missingPicture(folder: string, path: string, dropped: ReadonlySet<string>): Promise<string | null> {
  if (path === "") return null;
  if (!isInside(path)) return "leads out of the trace";
  if (dropped.has(path)) return null;
  const found = await lstat(join(folder, path)).catch(() => null);
  return found?.isFile() === true ? null : "no such file in the trace";
}

/** Whether a path in a trace stays below the trace's folder, on any operating system. */
export function isInside(path: string): boolean {
  const inside = posix.normalize(path.replaceAll("\\", "/"));
  return !(
    isAbsolute(path) ||
    /^[a-z]:/i.test(path) ||
    inside.startsWith("/") ||
    inside === ".." ||
    inside.startsWith("../")
  );
}
