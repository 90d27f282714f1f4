import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type OpenTrace, openTrace } from "../trace/open-trace.js";
import type { InteractionStep } from "../trace/protocol.js";
import type { StepProblem } from "../trace/read-step.js";
import { traceLines } from "../trace/trace-lines.js";
import { StatsCounter, type TraceStats } from "../trace/trace-stats.js";
import { callStoryOf, headOf, storyOf } from "../trace/trace-story.js";
import { type Validation, validateTrace } from "../trace/validate-trace.js";
import type { TraceCall } from "../trace/x-fovea.js";
import { printJson, printText } from "./output.js";
import type { Terminal } from "./terminal.js";

export interface Reading {
  readonly terminal: Terminal;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
  /** How many steps from the end to read; all if absent. */
  readonly last?: number | undefined;
}

/** Reports what is wrong with a trace. Errors: TRACE_UNREADABLE. */
export async function validate(path: string, { terminal, isJson, signal }: Reading): Promise<Validation> {
  await using opened = await openTrace(path, signal);
  const found = await validateTrace(opened, () => signal.throwIfAborted());
  if (isJson) printJson(terminal, found);
  else printText(terminal, validationWords(path, found));
  return found;
}

/** Prints the steps as a story, or as lines of JSON. Errors: TRACE_UNREADABLE. */
export async function show(path: string, { terminal, isJson, last, signal }: Reading): Promise<Validation> {
  await using opened = await openTrace(path, signal);
  const skip = last === undefined ? 0 : Math.max(0, (await countLines(opened)) - last);
  let number = 0;
  if (!isJson && opened.manifest) printText(terminal, `${headOf(opened.manifest)}\n`);
  const reportStep = (step: InteractionStep) => {
    signal.throwIfAborted();
    number += 1;
    if (number <= skip) return;
    if (isJson) terminal.output.write(`${JSON.stringify(step)}\n`);
    else printText(terminal, storyOf(step, number));
  };
  const reportCall = (call: TraceCall, isOfStep: boolean) => {
    if (!isJson && number >= skip && call.result.error && !isOfStep) printText(terminal, callStoryOf(call));
  };
  const found = await validateTrace(opened, reportStep, reportCall);
  if (!isJson || found.problems.length > 0)
    printText({ ...terminal, output: terminal.errors }, validationWords(path, found));
  return found;
}

/** Prints counts of a trace. Errors: TRACE_UNREADABLE. */
export async function stats(path: string, { terminal, isJson, signal }: Reading): Promise<Validation> {
  await using opened = await openTrace(path, signal);
  const counter = new StatsCounter();
  const found = await validateTrace(
    opened,
    (step) => {
      signal.throwIfAborted();
      counter.add(step);
    },
    (call, isOfStep) => counter.addCall(call, isOfStep),
  );
  const dropped = opened.manifest?.dropped_screenshots.length ?? 0;
  const disk = opened.manifest ? await bytesIn(opened.folder) : (await stat(opened.stepsPath)).size;
  const more = { dropped, disk };
  if (isJson) {
    const problems = found.problems.length + found.more;
    printJson(terminal, { ...counter.stats, droppedScreenshots: dropped, diskBytes: disk, problems });
  } else printText(terminal, `${statsText(counter.stats, more)}\n${validationWords(path, found)}`);
  return found;
}

/** The number of complete lines that are not empty. */
async function countLines({ stepsPath }: OpenTrace): Promise<number> {
  let lines = 0;
  for await (const { text } of traceLines(stepsPath)) lines += text.trim() === "" ? 0 : 1;
  return lines;
}

/** The size of all files below a folder. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

function statsText(stats: TraceStats, { dropped, disk }: { readonly dropped: number; readonly disk: number }): string {
  const { steps, seconds, durationMs, meanElements, screenshots } = stats;
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([word, count]) => `${count} ${word}`)
      .join(", ") || "none";
  const took = durationMs === null ? "unknown" : `half within ${durationMs.p50} ms, 95 % within ${durationMs.p95} ms`;
  const lost = dropped === 0 ? "" : `, ${dropped} dropped`;
  return [
    `${steps} steps in ${seconds.toFixed(1)} s, ${stats.calls} calls`,
    `actions: ${list(stats.actions)}`,
    `verdicts: ${list(stats.verdicts)}`,
    `errors: ${list(stats.errors)}`,
    `durations: ${took}`,
    `${meanElements} elements per state, ${screenshots} different screenshots${lost}`,
    `${(disk / 1e6).toFixed(1)} MB on the disk`,
  ].join("\n");
}

/** The result of a validation in words: each problem, and how many steps are valid. */
export function validationWords(path: string, { steps, problems, more, tornBytes }: Validation): string {
  const inconsistent = tornBytes === 0 ? [] : [`the last step was cut off after ${tornBytes} bytes, and is left out`];
  if (problems.length === 0) return [`${path}: ${steps} valid steps`, ...inconsistent].join("; ");
  const rest = more === 0 ? [] : [`and ${more} more problems`];
  return [...problems.map(lineOf), ...rest, `${path}: not valid; ${steps} valid steps`, ...inconsistent].join("\n");
}

function lineOf({ file, line, path, reason }: StepProblem): string {
  const places = [...(file ? [file] : []), ...(line === 0 ? [] : [`line ${line}`])];
  const place = places.length === 0 ? "" : `${places.join(" ")}: `;
  return `${place}${path === "" ? "" : `${path}: `}${reason}`;
}
