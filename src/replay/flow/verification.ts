import type { ActResult } from "../../actions/proof/performed.js";
import { verdictLine } from "../../answers/act-answer.js";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import type { Flow, FlowCommand, FlowStep } from "./flow.js";
import type { FlowRunner } from "./flow-runner.js";

/** Commands that end in one action. A condition of the step checks the result of that action. */
export const ACTS: ReadonlySet<FlowCommand["kind"]> = new Set<FlowCommand["kind"]>([
  "launch",
  "stop",
  "tap",
  "type",
  "erase",
  "press",
  "swipe",
  "open",
]);

/** Errors: INTERNAL. */
export function requireResult(result: ActResult | null): ActResult {
  if (result) return result;
  throw new FoveaError("INTERNAL", "an action gave no result");
}

/** Errors of actions that were performed. */
const AFTER_ACTION: ReadonlySet<string> = new Set(["EXPECTATION_FAILED", "FLOW_APP_DIED", "CANCELLED"]);

/** Commands that only observe, and so can always be repeated. */
const OBSERVES: ReadonlySet<FlowCommand["kind"]> = new Set<FlowCommand["kind"]>([
  "assert",
  "truth",
  "rest",
  "copy",
  "looks",
  "isDark",
]);

/** Whether a step that failed with this error certainly changed nothing. */
export function didNothing(command: FlowCommand, { code, context }: FoveaError): boolean {
  if (OBSERVES.has(command.kind)) return true;
  return isOneAction(command) && context.mayHaveHappened !== true && !AFTER_ACTION.has(code);
}

/** If a command has several actions, the first may have been performed when a later one fails. */
function isOneAction(command: FlowCommand): boolean {
  if (command.kind === "tap") return command.times === 1 && !command.retries;
  if (command.kind === "launch") return !command.stops && !command.clears;
  return ACTS.has(command.kind);
}

/** The error of a step that failed after its command had ended: its actions may have happened. */
export function afterDone(thrown: unknown, { kind }: FlowCommand): FoveaError {
  const error = toFoveaError(thrown);
  return OBSERVES.has(kind) ? error : error.with({ mayHaveHappened: true });
}

/**
 * The result of an action, unless it should have had an effect and certainly had none. It is not tried again: its
 * effect may not be visible on the screen. Errors: STEP_UNPROVEN.
 */
export function requireEffect(
  result: ActResult,
  { command }: Pick<FlowStep, "command">,
  { verification = "off" }: Pick<FlowRunner, "verification">,
): ActResult {
  const { did, verdict } = result;
  // At the end of a list a swipe moves nothing, and an app may be in front before it is launched.
  if (verification === "off" || command.kind !== "tap" || verdict.kind !== "no_effect") return result;
  throw new FoveaError("STEP_UNPROVEN", `${did}; but it had no effect (${verdictLine(verdict)})`, {
    attemptedAction: did,
    mayHaveHappened: true,
  });
}

/** Errors: STEP_UNPROVEN with the places of actions that no condition after them checks. */
export function requireConditions({ onStart, steps, onComplete }: Flow): void {
  const missing = [onStart, steps, onComplete].flatMap((part) => {
    const all = inOrder(part, []);
    return all.filter((turn, place) => isUnproven(turn, all.slice(place + 1)));
  });
  if (missing.length === 0) return;
  const places = missing.map(({ place, name }) => `${place} ${name}`).join("; ");
  throw new FoveaError("STEP_UNPROVEN", `nothing verifies these steps, so nothing was done: ${places}`);
}

/** A step, or the condition of a block, which is checked at its end. */
interface FlatStep extends Pick<FlowStep, "name" | "place" | "expect" | "isOptional"> {
  readonly kind: FlowCommand["kind"] | "end";
  /** The blocks around it that may be skipped, the outermost first. */
  readonly maybe: readonly FlowStep[];
}

function inOrder(steps: readonly FlowStep[], around: readonly FlowStep[]): readonly FlatStep[] {
  return steps.flatMap((step): readonly FlatStep[] => {
    const { name, place, expect, isOptional, command } = step;
    const inner = innerOf(command);
    const own = { name, place, expect, isOptional, maybe: around };
    if (!inner) return [{ ...own, kind: kindOf(command) }];
    const turns = inOrder(inner, mayBeSkipped(step) ? [...around, step] : around);
    return expect === null ? turns : [...turns, { ...own, kind: "end" }];
  });
}

/** The steps in a block; null for all other commands. */
function innerOf(command: FlowStep["command"]): readonly FlowStep[] | null {
  if (command.kind === "repeat") return command.steps;
  if (command.kind !== "flow" && command.kind !== "retry") return null;
  const { onStart, steps, onComplete } = command.parts;
  return [...onStart, ...steps, ...onComplete];
}

/** An optional step never fails the flow, so conditions in it prove nothing about the actions before it. */
function mayBeSkipped({ isOptional, command }: FlowStep): boolean {
  return isOptional || command.kind === "repeat" || (command.kind === "flow" && command.when !== null);
}

/** Commands that type random or copied text count as `type`. */
function kindOf(command: FlowStep["command"]): FlowCommand["kind"] {
  const kind = command.kind === "deferred" ? command.later : command.kind;
  return kind === "random" || kind === "paste" ? "type" : kind;
}

function isUnproven({ kind, expect, maybe }: FlatStep, behind: readonly FlatStep[]): boolean {
  if (kind === "end" || !ACTS.has(kind) || expect !== null) return false;
  const next = behind.find((turn) => !ASSERTIONS.has(turn.kind) || isProof(turn, maybe));
  return next === undefined || !isProof(next, maybe);
}

const ASSERTIONS: ReadonlySet<FlatStep["kind"]> = new Set<FlatStep["kind"]>(["assert", "truth"]);
const PROOFS: ReadonlySet<FlatStep["kind"]> = new Set<FlatStep["kind"]>(["assert", "scrollUntil", "end"]);

/** Whether a false condition fails the flow after a step in these blocks. The result of a script proves nothing. */
function isProof(turn: FlatStep, maybe: readonly FlowStep[]): boolean {
  return PROOFS.has(turn.kind) && !turn.isOptional && turn.maybe.every((block) => maybe.includes(block));
}
