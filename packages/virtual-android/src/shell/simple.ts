import { SystemError } from "../linux/errno.js";
import type { Program, ProgramCall } from "../system/system.js";
import { FunctionReturn, Replaced, StackOverflow } from "./control-flow.js";
import { expandText, expandWords } from "./expand.js";
import { keepRedirects, RedirectError, withRedirects } from "./redirect.js";
import type { Builtin, Shell } from "./shell.js";
import type { Assignment, FunctionDefinition, SimpleCommand } from "./syntax.js";
import { ShellError } from "./variables.js";

/** From this API level on, mksh prints "inaccessible or not found" (R57). */
const NEW_WORDING_API = 29;

/** The approximate depth at which a real shell has used up its stack. */
const DEEPEST_CALLS = 2000;

/** Runs a simple command. `isLast`: no command follows in this process, so a program replaces the shell. */
export async function runSimple(shell: Shell, command: SimpleCommand, isLast: boolean): Promise<void> {
  shell.line = command.line;
  shell.substitutionStatus = null;
  const argv = await expandWords(command.words, shell);
  const name = argv[0];
  if (name === undefined) return await runAssignments(shell, command);
  const assigned = await assignedValues(shell, command.assignments);
  await trace(shell, [...assigned].map(([key, value]) => `${key}=${value}`).concat(argv));
  const run = async () => {
    if (name === "exec" && argv.length === 1) await runRedirectingExec(shell, command);
    else await withRedirects(shell, command.redirects, () => dispatch(shell, { argv, assigned, isLast }));
  };
  const isSpecial = shell.interpreter.findBuiltin(name)?.isSpecial ?? false;
  await (isSpecial ? runSpecial(shell, run) : run());
}

/** A failed redirection of a special builtin ends the function that contains it, or else the shell. */
async function runSpecial(shell: Shell, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof RedirectError)) throw error;
    if (shell.functionDepth === 0) throw new ShellError(error.message);
    await shell.complain(error.message);
    throw new FunctionReturn(1);
  }
}

/** An expanded simple command. */
export interface ShellCall {
  readonly argv: readonly string[];
  /** The assignments before the command. */
  readonly assigned: ReadonlyMap<string, string>;
  /** Whether no command follows in this process. */
  readonly isLast: boolean;
}

/** Runs a program by name, but no function or builtin. */
export async function runProgramNamed(shell: Shell, { argv, assigned, isLast }: ShellCall): Promise<void> {
  const program = await findOrComplain(shell, argv[0] ?? "");
  if (!program) return;
  const env = shell.variables.environment(assigned);
  if (isLast) await replaceShell(shell, { program, argv }, env);
  const descriptors = shell.process.descriptors.copy();
  const child = shell.system.spawnProgram(shell.process, { program, argv }, { descriptors, env });
  shell.status = await shell.waitFor(child);
}

/** Runs a program in place of the shell, which ends. */
export async function replaceShell(shell: Shell, call: ProgramCall, env: Map<string, string>): Promise<never> {
  shell.process.env = env;
  throw new Replaced(await shell.system.execProgram(shell.process, call));
}

/** The program, or null after the shell has printed an error; `$?` is then 126 or 127. */
export async function findOrComplain(shell: Shell, name: string): Promise<Program | null> {
  try {
    return shell.system.find(shell.process, name, shell.variables.get("PATH"));
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    const isMissing = error.errno === "ENOENT" || error.errno === "ENOTDIR";
    const missing = shell.system.apiLevel >= NEW_WORDING_API ? "inaccessible or not found" : "not found";
    await shell.complain(`${name}: ${isMissing ? missing : `can't execute: ${error.message}`}`);
    shell.status = isMissing ? 127 : 126;
    return null;
  }
}

async function dispatch(shell: Shell, call: ShellCall): Promise<void> {
  const name = call.argv[0] ?? "";
  const builtin = shell.interpreter.findBuiltin(name);
  const definition = builtin?.isSpecial ? undefined : shell.functions.get(name);
  if (definition) await runFunction(shell, definition, call);
  else if (builtin) await runBuiltin(shell, builtin, call);
  else await runProgramNamed(shell, call);
}

async function runBuiltin(shell: Shell, builtin: Builtin, { argv, assigned }: ShellCall): Promise<void> {
  const restore = shell.variables.override(assigned);
  try {
    shell.status = await builtin.run(shell.builtinCall(argv));
  } finally {
    if (!builtin.isSpecial) restore();
  }
}

async function runFunction(shell: Shell, definition: FunctionDefinition, { argv, assigned }: ShellCall): Promise<void> {
  if (shell.functionDepth >= DEEPEST_CALLS) throw new StackOverflow();
  const { positional } = shell;
  const restore = shell.variables.override(assigned);
  shell.positional = argv.slice(1);
  shell.variables.enterFunction();
  shell.functionDepth += 1;
  try {
    await shell.interpreter.runCommand(shell, definition.body, false);
  } catch (error) {
    if (!(error instanceof FunctionReturn)) throw error;
    shell.status = error.status;
  } finally {
    shell.functionDepth -= 1;
    shell.variables.leaveFunction();
    shell.positional = positional;
    restore();
  }
}

/** Runs a command of only assignments and redirections: `x=1 y=2`. */
async function runAssignments(shell: Shell, command: SimpleCommand): Promise<void> {
  await withRedirects(shell, command.redirects, async () => {
    for (const [name, value] of await assignedValues(shell, command.assignments, true)) {
      await trace(shell, [`${name}=${value}`]);
    }
    shell.status = shell.substitutionStatus ?? 0;
  });
}

/** Expands the values. A value sees the assignments before it only if they are kept (`isKept`). */
async function assignedValues(shell: Shell, assignments: readonly Assignment[], isKept = false) {
  const values = new Map<string, string>();
  for (const { name, value, isAppending } of assignments) {
    const text = await expandText(value, shell);
    const whole = isAppending ? (values.get(name) ?? shell.variables.get(name) ?? "") + text : text;
    values.set(name, whole);
    if (!isKept) continue;
    shell.variables.set(name, whole);
    if (shell.hasOption("allexport")) shell.variables.export(name);
  }
  return values;
}

async function runRedirectingExec(shell: Shell, command: SimpleCommand): Promise<void> {
  await keepRedirects(shell, command.redirects);
  shell.status = 0;
}

async function trace(shell: Shell, words: readonly string[]): Promise<void> {
  if (!shell.hasOption("xtrace")) return;
  const text = words
    .map((word) => (/^[\w./:=,%@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
  await shell.writeError(`${shell.parameter("PS4") ?? "+ "}${text}\n`);
}
