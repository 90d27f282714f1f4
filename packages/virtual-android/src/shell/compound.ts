import { runCondition } from "./condition.js";
import { LoopJump } from "./control-flow.js";
import { expandArithmetic, expandPattern, expandText, expandWords } from "./expand.js";
import { matchesPattern } from "./pattern.js";
import type { Shell } from "./shell.js";
import type { CompoundCommand, List } from "./syntax.js";
import { ShellError } from "./variables.js";

type Kind<K extends CompoundCommand["kind"]> = Extract<CompoundCommand, { kind: K }>;

/** Runs a compound command after its redirections were applied. */
export async function runCompound(shell: Shell, command: CompoundCommand): Promise<void> {
  switch (command.kind) {
    case "group":
      return await shell.interpreter.runList(shell, command.body);
    case "subshell":
      return await runSubshell(shell, command);
    case "if":
      return await runIf(shell, command);
    case "while":
      return await runWhile(shell, command);
    case "for":
      return await runFor(shell, command);
    case "case":
      return await runCase(shell, command);
    case "arithmetic":
      return await runArithmetic(shell, command);
    case "condition":
      shell.status = await runCondition(shell, command.words);
      return;
  }
}

/** `((…))`: an invalid expression gives status 2, and does not end the shell. */
async function runArithmetic(shell: Shell, command: Kind<"arithmetic">): Promise<void> {
  try {
    shell.status = Number((await expandArithmetic(command.expression, shell)) === 0);
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    await shell.complain(error.message);
    shell.status = 2;
  }
}

async function runSubshell(shell: Shell, command: Kind<"subshell">): Promise<void> {
  const descriptors = shell.process.descriptors.copy();
  const child = shell.fork(descriptors, (subshell) => subshell.interpreter.runLast(subshell, command.body));
  shell.status = await shell.waitFor(child);
}

async function isTrue(shell: Shell, condition: List): Promise<boolean> {
  shell.conditionDepth += 1;
  try {
    await shell.interpreter.runList(shell, condition);
  } finally {
    shell.conditionDepth -= 1;
  }
  return shell.status === 0;
}

async function runIf(shell: Shell, command: Kind<"if">): Promise<void> {
  for (const branch of command.branches) {
    if (await isTrue(shell, branch.condition)) return await shell.interpreter.runList(shell, branch.body);
  }
  if (command.otherwise) await shell.interpreter.runList(shell, command.otherwise);
  else shell.status = 0;
}

async function runWhile(shell: Shell, command: Kind<"while">): Promise<void> {
  let status = 0;
  await runLoop(shell, async () => {
    if ((await isTrue(shell, command.condition)) === command.isUntil) return false;
    await shell.interpreter.runList(shell, command.body);
    status = shell.status;
    return true;
  });
  shell.status = status;
}

async function runFor(shell: Shell, command: Kind<"for">): Promise<void> {
  const values = command.words === null ? shell.positional : await expandWords(command.words, shell);
  const remaining = values[Symbol.iterator]();
  if (values.length === 0) shell.status = 0;
  await runLoop(shell, async () => {
    const next = remaining.next();
    if (next.done) return false;
    shell.variables.set(command.name, next.value);
    await shell.interpreter.runList(shell, command.body);
    return true;
  });
}

/** Repeats `turn` until it gives false or a `break` leaves the loop. */
async function runLoop(shell: Shell, turn: () => Promise<boolean>): Promise<void> {
  shell.loopDepth += 1;
  try {
    while (await takeTurn(turn)) await shell.checkpoint();
  } finally {
    shell.loopDepth -= 1;
  }
}

async function takeTurn(turn: () => Promise<boolean>): Promise<boolean> {
  try {
    return await turn();
  } catch (error) {
    if (!(error instanceof LoopJump)) throw error;
    if (error.depth > 1) throw new LoopJump(error.kind, error.depth - 1);
    return error.kind === "continue";
  }
}

async function runCase(shell: Shell, command: Kind<"case">): Promise<void> {
  const subject = await expandText(command.subject, shell);
  let isFalling = false;
  for (const item of command.items) {
    if (!isFalling && !(await matchesAny(shell, subject, item.patterns))) continue;
    await shell.interpreter.runList(shell, item.body);
    if (!item.fallsThrough) return;
    isFalling = true;
  }
  if (!isFalling) shell.status = 0;
}

async function matchesAny(shell: Shell, subject: string, patterns: Kind<"case">["items"][number]["patterns"]) {
  for (const pattern of patterns) {
    if (matchesPattern(subject, await expandPattern(pattern, shell))) return true;
  }
  return false;
}
