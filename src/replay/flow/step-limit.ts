import type { PlainCommand } from "./flow.js";
import type { FlowRunner } from "./flow-runner.js";
import { legsOf, secondsOf } from "./travel.js";

/**
 * The longest time of an action without the search for its target, in ms; typing a page through `input` takes longest.
 */
const STEP_MS = 120_000;

/** How long a command may take, in ms. */
export function stepLimitMs(command: PlainCommand, { lookupMs }: Pick<FlowRunner, "lookupMs">): number {
  const ownMs = "timeoutMs" in command ? (command.timeoutMs ?? 0) : 0;
  const times = command.kind === "tap" ? command.times : 1;
  if (command.kind === "travel") return journeyMs(command);
  return ownMs + times * (STEP_MS + lookupMs + (command.kind === "tap" ? command.delayMs : 0));
}

/** Setting each place takes additional time. */
function journeyMs({ points, metresPerSecond }: Extract<PlainCommand, { readonly kind: "travel" }>): number {
  return secondsOf(legsOf(points, metresPerSecond)) * 1_000 + points.length * STEP_MS;
}
