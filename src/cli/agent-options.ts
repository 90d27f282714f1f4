import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { AgentEvent, AgentOptions, AgentResult, Price } from "../../packages/fovea-agent/src/public-types.js";
import { OPTIONS } from "../base/config.js";
import { type ErrorCode, FoveaError, isErrorCode } from "../base/errors.js";
import { connect } from "../library/connect.js";
import type { ConnectOptions, OptionValue } from "../library/types.js";
import { parseCondition } from "../screen/selector.js";
import { type CommandLine, integerFlag, requirePositional, textFlag, UsageError } from "./command.js";
import { AGREES, confirmOnTerminal } from "./confirm-on-terminal.js";
import { printText } from "./output.js";
import { recallFrom } from "./recall.js";

const TEXT = { type: "string", multiple: false } as const;
const FLAG = { type: "boolean", multiple: false } as const;
export const AGENT_FLAGS = {
  model: TEXT,
  "model-url": TEXT,
  price: TEXT,
  expected: TEXT,
  expect: TEXT,
  guide: TEXT,
  memory: TEXT,
  images: FLAG,
  replan: TEXT,
  "max-steps": TEXT,
  "max-tokens": TEXT,
  "max-cost": TEXT,
  run: TEXT,
  resume: TEXT,
  "computer-use": TEXT,
  demo: FLAG,
  json: FLAG,
  help: FLAG,
} as const;

/** The package, which only `fovea agent` loads: most installations do not have it. */
export type AgentPackage = typeof import("../../packages/fovea-agent/src/index.js");

/**
 * Checks the flags. Errors: UsageError for flags that contradict each other or leave nothing to do, SELECTOR_SYNTAX for
 * --expect.
 */
export function requireSense({ flags, positionals, config }: CommandLine): void {
  const resume = textFlag(flags, "resume");
  if (flags["demo"] === true && (positionals.length > 0 || resume !== undefined))
    throw new UsageError("--demo has its own task");
  if (resume !== undefined && (positionals.length > 0 || flags["expect"] !== undefined || flags["run"] !== undefined))
    throw new UsageError("--resume takes the task, the condition and the folder from the run");
  if (flags["demo"] !== true && resume === undefined && requirePositional(positionals, 0, "the task").trim() === "")
    throw new UsageError("the task is empty");
  for (const name of ["max-steps", "max-tokens"])
    if (integerFlag(flags, name) === 0)
      throw new UsageError(`--${name} 0 leaves nothing to do: it has to be at least 1`);
  const expect = textFlag(flags, "expect");
  // Words of plug-ins are known only after the plug-ins are loaded.
  if (expect !== undefined && config.plugins.length === 0) parseCondition(expect);
  const computerUse = textFlag(flags, "computer-use");
  if (computerUse !== undefined) requireComputerUse(computerUse, flags);
  const replan = textFlag(flags, "replan");
  if (replan !== undefined && replan !== "needed" && replan !== "always")
    throw new UsageError("--replan takes needed or always");
}

const COMPUTER_USE = ["gemini", "openai", "anthropic"] as const;
/** Flags that only graph agents have. */
const GRAPH_FLAGS = ["resume", "guide", "memory", "images", "replan", "expected"] as const;

function requireComputerUse(given: string, flags: CommandLine["flags"]): void {
  if (computerUseOf(given) === undefined) throw new UsageError(`--computer-use takes ${COMPUTER_USE.join(", ")}`);
  const extra = GRAPH_FLAGS.find((name) => flags[name] !== undefined);
  if (extra !== undefined) throw new UsageError(`--computer-use does not go with --${extra}`);
}

function computerUseOf(given: string | undefined) {
  return COMPUTER_USE.find((one) => one === given);
}

/** The options of the agent from the command line. Errors: UsageError, AGENT_RUN_UNUSABLE. */
export async function agentOptions(fovea: AgentPackage, line: CommandLine, signal: AbortSignal): Promise<AgentOptions> {
  const { flags, terminal, config } = line;
  const resumed = textFlag(flags, "resume");
  const record = resumed === undefined ? null : await coded(async () => await fovea.readRecord(resolve(resumed)));
  const name = `agent-${randomBytes(4).toString("hex")}`;
  const folder = resolve(resumed ?? textFlag(flags, "run") ?? join(config.outputDir, name));
  const expect = record === null ? textFlag(flags, "expect") : record.expect;
  const expected = record === null ? textFlag(flags, "expected") : record.expected;
  const model = textFlag(flags, "model");
  if (model === undefined) throw new UsageError("--model PROVIDER:NAME is missing");
  return {
    task: record?.task ?? requirePositional(line.positionals, 0, "the task"),
    ...(expect === undefined || expect === null ? {} : { expect }),
    ...(expected === undefined || expected === null ? {} : { expected }),
    model: { model, ...keyFor(fovea, model, terminal.env), ...defined("url", textFlag(flags, "model-url")) },
    ...defined("price", priceOf(textFlag(flags, "price"))),
    ...defined("maxSteps", integerFlag(flags, "max-steps")),
    ...defined("maxTokens", integerFlag(flags, "max-tokens")),
    ...defined("maxCost", dollarsOf(textFlag(flags, "max-cost"))),
    ...defined("computerUse", computerUseOf(textFlag(flags, "computer-use"))),
    guide: guideOf(line),
    images: flags["images"] === true,
    replan: textFlag(flags, "replan") === "always" ? "always" : "needed",
    folder,
    openPhone: async (confirm) => await connect(connection(line, confirm, signal)),
    ...(terminal.isInteractive ? { askPerson: async (question) => await ask(question, line, signal) } : {}),
    ...(flags["json"] === true ? {} : { onEvent: (event) => printAgentEvent(event, line) }),
    signal,
  };
}

function defined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Readonly<Record<Name, Value>> | Readonly<Record<never, never>> {
  return value === undefined ? {} : ({ [name]: value } as Readonly<Record<Name, Value>>);
}

/** The key from the provider's own variable; GEMINI_API_KEY is the name in Google's documents. */
function keyFor(fovea: AgentPackage, model: string, env: CommandLine["terminal"]["env"]) {
  const [provider = ""] = model.split(":");
  const variables: Readonly<Record<string, string | null>> = fovea.KEY_VARIABLES;
  const variable = Object.hasOwn(variables, provider) ? variables[provider] : undefined;
  const own = typeof variable === "string" ? env[variable] : env["FOVEA_MODEL_KEY"];
  const key = own ?? (provider === "google" ? env["GEMINI_API_KEY"] : undefined);
  return defined("apiKey", key);
}

/** `INPUT,OUTPUT` in US dollars for a million tokens. */
function priceOf(text: string | undefined): Price | undefined {
  if (text === undefined) return undefined;
  const [, input, output] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (input === undefined) throw new UsageError("--price takes INPUT,OUTPUT in US dollars for a million tokens");
  return { input: Number(input), output: Number(output) };
}

function dollarsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError("--max-cost takes US dollars, like 0.50");
  return Number(text);
}

function guideOf({ flags }: CommandLine): NonNullable<AgentOptions["guide"]> {
  const folder = textFlag(flags, "memory");
  const guide = textFlag(flags, "guide") ?? "memory";
  if (guide === "memory") {
    if (folder === undefined && flags["guide"] !== undefined) throw new UsageError("--guide memory needs --memory DIR");
    return folder === undefined ? { kind: "none" } : { kind: "memory", recall: recallFrom(folder) };
  }
  if (guide === "none" || guide === "model") return { kind: guide };
  const [, command = ""] = /^mcp:(.+)$/s.exec(guide) ?? [];
  const words = command
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) throw new UsageError("--guide takes memory, model, mcp:COMMAND or none");
  return { kind: "mcp", command: words };
}

/** The options of the command line for the library; the guard asks, unless the command line sets another mode. */
function connection(
  line: CommandLine,
  confirm: (question: string) => Promise<boolean>,
  signal: AbortSignal,
): ConnectOptions {
  const options: Record<string, OptionValue> = { guard: "confirm" };
  for (const { flag, key } of OPTIONS) {
    const value = line.flags[flag.slice(2)];
    if (value !== undefined && key !== "device") options[key] = value as OptionValue;
  }
  const { device } = line.config;
  return { ...(device === undefined ? {} : { device }), options, confirm, signal };
}

async function ask(question: string, { terminal }: CommandLine, signal: AbortSignal): Promise<boolean> {
  try {
    await confirmOnTerminal(question, terminal, signal, AGREES.guard);
    return true;
  } catch (error) {
    if (error instanceof FoveaError && error.code === "CONSENT_REFUSED") return false;
    throw error;
  }
}

export function printAgentEvent(event: AgentEvent, { terminal }: CommandLine): void {
  switch (event.kind) {
    case "plan":
      printText(terminal, `plan     ${event.tasks.join("; ")}`);
      break;
    case "step":
      printText(terminal, `${String(event.step).padEnd(8)} ${event.did}: ${event.verdict}`);
      break;
    case "question":
      printText(terminal, `asked    ${event.question} ${event.answer ? "yes" : "no"}`);
      break;
    case "resumed":
      printText(terminal, `resumed  after ${event.actions} actions`);
  }
}

/** Turns errors of the package into ours, with the same codes. */
export async function coded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === "AgentError" && "code" in error && "hint" in error)
      throw asFoveaError({ code: String(error.code), message: error.message, hint: String(error.hint) }, null, error);
    throw error;
  }
}

export function asFoveaError(
  { code, message, hint }: { readonly code: string; readonly message: string; readonly hint: string },
  result: AgentResult | null,
  cause?: unknown,
): FoveaError {
  const known: ErrorCode = isErrorCode(code) ? code : "INTERNAL";
  const next = result?.isResumable === true ? `${hint} Then go on: fovea agent --resume ${result.folder}` : hint;
  return new FoveaError(known, message, { cause, ...(next === "" ? {} : { hint: next }) });
}
