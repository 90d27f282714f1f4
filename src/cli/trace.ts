import { openTrace } from "../trace/open-trace.js";
import { StatsCounter, type TraceStats } from "../trace/trace-stats.js";
import { storyOf } from "../trace/trace-story.js";
import { type Validation, validateTrace } from "../trace/validate-trace.js";
import { type Command, readCommandLine, requirePositional, UsageError } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import type { Terminal } from "./terminal.js";

const USAGE = `fovea trace validate|show|stats PATH [--json]

Reads a trace: the folder that was recorded, or a file of steps (JSON Lines) of the interaction protocol 0.1.
  validate  says what is wrong: line, path and reason
  show      tells the story, step by step
  stats     counts

Exit codes: 0 valid, 1 not valid or unreadable, 2 usage.`;

const READINGS = { validate, show, stats } as const;

/** Reads traces; needs no device. */
export const trace: Command = async (call) => {
  const own = { json: { type: "boolean", multiple: false }, help: { type: "boolean", multiple: false } } as const;
  const { terminal, positionals, flags } = readCommandLine(call, own, 2);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const name = requirePositional(positionals, 0, "validate, show or stats");
  const reading = Object.hasOwn(READINGS, name) ? READINGS[name as keyof typeof READINGS] : undefined;
  if (!reading) throw new UsageError(`"${name}" is neither validate nor show nor stats`);
  const validation = await reading(requirePositional(positionals, 1, "the path of the trace"), {
    terminal,
    isJson: flags["json"] === true,
  });
  return isValid(validation) ? EXIT.done : EXIT.failed;
};

interface Reading {
  readonly terminal: Terminal;
  readonly isJson: boolean;
}

function isValid({ problems }: Validation): boolean {
  return problems.length === 0;
}

async function validate(path: string, { terminal, isJson }: Reading): Promise<Validation> {
  const opened = await openTrace(path);
  const found = await validateTrace(opened);
  if (isJson) printJson(terminal, found);
  else printText(terminal, verdictOf(path, found));
  return found;
}

async function show(path: string, { terminal, isJson }: Reading): Promise<Validation> {
  const opened = await openTrace(path);
  let number = 0;
  const found = await validateTrace(opened, (step) => {
    number += 1;
    if (isJson) terminal.output.write(`${JSON.stringify(step)}\n`);
    else printText(terminal, storyOf(step, number));
  });
  if (!isJson || !isValid(found)) printText({ ...terminal, output: terminal.errors }, verdictOf(path, found));
  return found;
}

async function stats(path: string, { terminal, isJson }: Reading): Promise<Validation> {
  const opened = await openTrace(path);
  const counter = new StatsCounter();
  const found = await validateTrace(opened, (step) => counter.add(step));
  if (isJson) printJson(terminal, { ...counter.stats, problems: found.problems.length + found.more });
  else printText(terminal, `${statsText(counter.stats)}\n${verdictOf(path, found)}`);
  return found;
}

function statsText({ steps, seconds, actions, meanElements, screenshots }: TraceStats): string {
  const kinds = Object.entries(actions).map(([type, count]) => `${count} ${type}`);
  return [
    `${steps} steps in ${seconds.toFixed(1)} s`,
    `actions: ${kinds.join(", ") || "none"}`,
    `${meanElements} elements to a state, ${screenshots} different screenshots`,
  ].join("\n");
}

function verdictOf(path: string, { steps, problems, more, tornBytes }: Validation): string {
  const torn = tornBytes === 0 ? [] : [`the last step was cut off after ${tornBytes} bytes, and is left out`];
  if (problems.length === 0) return [`${path}: ${steps} valid steps`, ...torn].join("; ");
  const lines = problems.map(
    ({ line, path: where, reason }) =>
      `${line === 0 ? "" : `line ${line}: `}${where === "" ? "" : `${where}: `}${reason}`,
  );
  const rest = more === 0 ? [] : [`and ${more} more problems`];
  return [...lines, ...rest, `${path}: not valid; ${steps} valid steps`, ...torn].join("\n");
}
