import { basename } from "node:path";
import type { FlowStep } from "./flow.js";

/** A step that reports the head of a flow, whose variables are evaluated before the first step. */
export function envStep(file: string): FlowStep {
  return {
    name: "env",
    place: `${basename(file)}:1`,
    file,
    device: null,
    isOptional: false,
    delayMs: 0,
    expect: null,
    command: { kind: "nothing", why: "it is not a command" },
  };
}
