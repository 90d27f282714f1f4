import type { AgentError } from "./agent-error.js";

export { AgentError } from "./agent-error.js";
export { ComputerUse } from "./computer-use/computer-use.js";
export { KEY_VARIABLES, PROVIDERS, parseModel } from "./models/open-model.js";
export type * from "./public-types.js";
export { runAgent } from "./run/run-agent.js";
export { readRecord } from "./run/run-record.js";
export { demoAnswer, demoTask } from "./scripted/demo.js";
export { startScriptedModel } from "./scripted/scripted-model.js";

export function isAgentError(error: unknown): error is AgentError {
  return error instanceof Error && error.name === "AgentError";
}
