import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { AgentOptions, AgentResult } from "../../packages/fovea-agent/src/public-types.js";
import { FoveaError } from "../base/errors.js";
import { connect } from "../library/connect.js";
import {
  AGENT_FLAGS,
  type AgentPackage,
  agentOptions,
  asFoveaError,
  coded,
  printAgentEvent,
  requireSense,
} from "./agent-options.js";
import { AGENT_USAGE } from "./agent-usage.js";
import { type Command, type CommandLine, readCommandLine, textFlag } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";

/** The exit codes for the results of a run, besides those of every command. */
const EXITS: Readonly<Record<AgentResult["end"], number>> = {
  success: EXIT.done,
  finished: 4,
  no_progress: 5,
  budget: 6,
  needs_person: 7,
  failure: 8,
  cancelled: 130,
  error: EXIT.failed,
};

/** Lets a model perform a task on a device. */
export const agent: Command = async (call, signal) => {
  const line = readCommandLine(call, AGENT_FLAGS, 1);
  if (line.flags["help"]) {
    printText(line.terminal, AGENT_USAGE);
    return EXIT.done;
  }
  requireSense(line);
  const fovea = await loadPackage();
  if (line.flags["demo"] === true) return await playDemo(fovea, line, signal);
  const options = await agentOptions(fovea, line, signal);
  return await follow(fovea, options, line);
};

/** Errors: AGENT_UNAVAILABLE if the package is not installed, or cannot be loaded. */
async function loadPackage(): Promise<AgentPackage> {
  try {
    return await import("../../packages/fovea-agent/src/index.js");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new FoveaError("AGENT_UNAVAILABLE", `the package fovea-agent could not be loaded: ${why}`, { cause });
  }
}

async function follow(fovea: AgentPackage, options: AgentOptions, { terminal, flags }: CommandLine): Promise<number> {
  const result = await coded(async () => await fovea.runAgent(options));
  if (result.error !== null) throw asFoveaError(result.error, result);
  if (flags["json"] === true) printJson(terminal, result);
  else printText(terminal, resultText(result));
  return EXITS[result.end];
}

function resultText({
  end,
  message,
  evidence,
  actions,
  observations,
  usage,
  cost,
  folder,
  isResumable,
}: AgentResult): string {
  const tokens = `${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${usage.calls} requests`;
  return [
    `${end.replace("_", " ").padEnd(8)} ${message}`,
    ...evidence.map((one) => `         ${one}`),
    `took     ${actions} actions, ${observations} observations, ${tokens}${cost === null ? "" : `, $${cost.toFixed(4)}`}`,
    `log      ${folder}`,
    ...(isResumable ? [`go on    fovea agent --resume ${folder}`] : []),
  ].join("\n");
}

/** Performs a task on a virtual phone with a model that answers from a script: needs no key and no device. */
async function playDemo(fovea: AgentPackage, line: CommandLine, signal: AbortSignal): Promise<number> {
  const { demoTask, demoAnswer } = fovea;
  await using model = await fovea.startScriptedModel(demoAnswer);
  const name = `agent-${randomBytes(4).toString("hex")}`;
  const folder = resolve(textFlag(line.flags, "run") ?? join(line.config.outputDir, name));
  printText(line.terminal, `task     ${demoTask.task}\nmodel    answers from a script, by Anthropic's protocol`);
  return await follow(
    fovea,
    {
      ...demoTask,
      model: model.options("anthropic"),
      folder,
      openPhone: async (confirm) =>
        await connect({ virtual: { app: demoTask.app }, options: { guard: "confirm" }, confirm, signal }),
      onEvent: (event) => printAgentEvent(event, line),
      signal,
    },
    line,
  );
}
