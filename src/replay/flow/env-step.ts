import { basename } from "node:path";
import type { FlowStep } from "./flow.js";

/** Stands in reports for the head of a flow, whose variables are worked out before its first step. */
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
