import { Pipe } from "../linux/pipe.js";
import { nullFile, pipeReader, pipeWriter } from "../system/open-file.js";
import type { Process } from "../system/process.js";
import { findBuiltin } from "./builtins.js";
import { runCompound } from "./compound.js";
import { ShellExit } from "./control-flow.js";
import { RedirectError, withRedirects } from "./redirect.js";
import type { Interpreter, Shell } from "./shell.js";
import { runSimple } from "./simple.js";
import { substitute } from "./substitute.js";
import type { AndOr, Command, List, Pipeline } from "./syntax.js";

/** The interpreter of mksh's language without arrays, aliases and coprocesses, which tools do not use. */
export const interpreter: Interpreter = { findBuiltin, runList, runLast, runCommand, substitute };

async function runList(shell: Shell, list: List): Promise<void> {
  for (const command of list) {
    await shell.checkpoint();
    if (command.isBackground) startInBackground(shell, command);
    else await runAndOr(shell, command);
  }
}

/** mksh replaces itself by a program only if this program is the only command. */
async function runLast(shell: Shell, list: List): Promise<void> {
  const only = onlySimple(list);
  if (only) await runCommand(shell, only, true);
  else await runList(shell, list);
}

async function runCommand(shell: Shell, command: Command, isLast: boolean): Promise<void> {
  if (command.kind === "function") {
    shell.functions.set(command.name, command);
    shell.status = 0;
    return;
  }
  try {
    if (command.kind === "simple") await runSimple(shell, command, isLast);
    else await withRedirects(shell, command.redirects, () => runCompound(shell, command));
  } catch (error) {
    if (!(error instanceof RedirectError)) throw error;
    await shell.complain(error.message);
    shell.status = 1;
  }
}

async function runAndOr(shell: Shell, { first, rest }: AndOr): Promise<void> {
  let last = first;
  await runPipeline(shell, first, rest.length > 0);
  for (const [index, { operator, pipeline }] of rest.entries()) {
    if ((shell.status === 0) !== (operator === "&&")) continue;
    last = pipeline;
    await runPipeline(shell, pipeline, index < rest.length - 1);
  }
  const isDecisive = last === (rest[rest.length - 1]?.pipeline ?? first) && !last.isNegated;
  const isFatal = shell.status !== 0 && isDecisive && shell.hasOption("errexit") && shell.conditionDepth === 0;
  if (isFatal) throw new ShellExit(shell.status);
}

/** `isCondition`: the status is tested, so a failure does not end the shell under `set -e`. */
async function runPipeline(shell: Shell, pipeline: Pipeline, isCondition: boolean): Promise<void> {
  const depth = Number(isCondition || pipeline.isNegated);
  const startedAtMs = shell.system.parts.clock.nowMs();
  shell.conditionDepth += depth;
  try {
    const [only] = pipeline.commands;
    if (only && pipeline.commands.length === 1) await runCommand(shell, only, false);
    else await runPiped(shell, pipeline.commands);
  } finally {
    shell.conditionDepth -= depth;
  }
  if (pipeline.isTimed) await shell.writeError(timeText(shell.system.parts.clock.nowMs() - startedAtMs));
  if (pipeline.isNegated) shell.status = Number(shell.status === 0);
}

/** The output of `time`; only the elapsed time is known here. */
function timeText(ms: number): string {
  const real = `${Math.floor(ms / 60_000)}m${((ms % 60_000) / 1000).toFixed(2).padStart(5, "0")}s`;
  return `    ${real} real     0m00.00s user     0m00.00s system\n`;
}

async function runPiped(shell: Shell, commands: readonly Command[]): Promise<void> {
  const children = startPiped(shell, commands);
  const statuses: number[] = [];
  for (const child of children.slice(0, -1)) {
    const { status } = await child.ended;
    statuses.push(status);
  }
  const last = children[children.length - 1];
  if (last) statuses.push(await shell.waitFor(last));
  shell.status = shell.hasOption("pipefail")
    ? (statuses.findLast((status) => status !== 0) ?? 0)
    : (statuses.pop() ?? 0);
}

function startPiped(shell: Shell, commands: readonly Command[]): readonly Process[] {
  const children: Process[] = [];
  let input: Pipe | null = null;
  for (const [index, command] of commands.entries()) {
    const output = index < commands.length - 1 ? new Pipe() : null;
    const descriptors = shell.process.descriptors.copy();
    if (input) descriptors.set(0, pipeReader(input));
    if (output) descriptors.set(1, pipeWriter(output));
    children.push(shell.fork(descriptors, (child) => runCommand(child, command, true)));
    input = output;
  }
  return children;
}

function startInBackground(shell: Shell, command: AndOr): void {
  const list = [{ ...command, isBackground: false }];
  const descriptors = shell.process.descriptors.copy();
  if (!shell.isInteractive) descriptors.set(0, nullFile());
  const child = shell.fork(descriptors, (subshell) => runLast(subshell, list));
  shell.jobs.set(child.pid, child);
  shell.lastBackgroundPid = child.pid;
  shell.status = 0;
}

function onlySimple(list: List): Command | null {
  const [only] = list;
  if (!only || list.length > 1 || only.isBackground || only.rest.length > 0 || only.first.isNegated) return null;
  const [command] = only.first.commands;
  return command?.kind === "simple" && only.first.commands.length === 1 ? command : null;
}
