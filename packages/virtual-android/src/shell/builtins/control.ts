import { SystemError } from "../../linux/errno.js";
import { FunctionReturn, LoopJump, ShellExit } from "../control-flow.js";
import type { Builtin, BuiltinCall } from "../shell.js";
import { findOrComplain, replaceShell, runProgramNamed } from "../simple.js";
import { runSource } from "../source.js";
import { ShellError } from "../variables.js";
import { describeCommands } from "./find-command.js";

/** Builtins that control the flow of execution. */
export const controlBuiltins: readonly Builtin[] = [
  { name: ":", isSpecial: true, run: () => 0 },
  { name: "true", run: () => 0 },
  { name: "false", run: () => 1 },
  { name: "break", isSpecial: true, run: (call) => jump(call, "break") },
  { name: "continue", isSpecial: true, run: (call) => jump(call, "continue") },
  { name: "return", isSpecial: true, run: leave },
  { name: "exit", isSpecial: true, run: leaveShell },
  { name: "eval", isSpecial: true, run: evaluate },
  { name: ".", isSpecial: true, run: source },
  { name: "source", run: source },
  { name: "exec", isSpecial: true, run: execute },
  { name: "command", run: command },
  { name: "builtin", run: builtin },
];

async function jump({ shell, argv, fail }: BuiltinCall, kind: "break" | "continue"): Promise<number> {
  const depth = Number(argv[1] ?? 1);
  if (!Number.isInteger(depth) || depth < 1) return await fail(`${argv[1]}: bad value`);
  if (shell.loopDepth > 0) throw new LoopJump(kind, Math.min(depth, shell.loopDepth));
  await fail(`can't ${kind}`);
  return 0;
}

function statusOf({ shell, argv }: BuiltinCall): number {
  const text = argv[1];
  if (text === undefined) return shell.status;
  if (!/^-?\d+$/.test(text)) throw new ShellError(`${argv[0]}: bad number: ${text}`);
  return Number(text);
}

function leave(call: BuiltinCall): never {
  throw new FunctionReturn(statusOf(call));
}

function leaveShell(call: BuiltinCall): never {
  throw new ShellExit(statusOf(call));
}

async function evaluate({ shell, argv }: BuiltinCall): Promise<number> {
  const words = argv[1] === "--" ? argv.slice(2) : argv.slice(1);
  const text = words.join(" ");
  if (text.trim() === "") return 0;
  await runSource(shell, text);
  return shell.status;
}

async function source({ shell, argv }: BuiltinCall): Promise<number> {
  const path = argv[1];
  if (path === undefined) throw new ShellError(`${argv[0]}: missing argument`);
  const text = readSource(shell, path, argv[0] ?? "");
  const { sourceName, positional } = shell;
  shell.sourceName = path;
  if (argv.length > 2) shell.positional = argv.slice(2);
  try {
    await runSource(shell, text);
  } catch (error) {
    if (!(error instanceof FunctionReturn)) throw error;
    shell.status = error.status;
  } finally {
    shell.sourceName = sourceName;
    shell.positional = positional;
  }
  return shell.status;
}

function readSource(shell: BuiltinCall["shell"], path: string, name: string): string {
  try {
    const bytes = shell.files.read(path);
    if (!bytes) throw new SystemError("ENOENT", path);
    return Buffer.from(bytes).toString();
  } catch (error) {
    if (error instanceof SystemError) throw new ShellError(`${name}: ${path}: ${error.message}`);
    throw error;
  }
}

async function execute({ shell, argv }: BuiltinCall): Promise<number> {
  const words = argv[1] === "--" ? argv.slice(2) : argv.slice(1);
  const program = await findOrComplain(shell, words[0] ?? "");
  if (program) return await replaceShell(shell, { program, argv: words }, shell.variables.environment());
  if (shell.isInteractive) return shell.status;
  throw new ShellExit(shell.status);
}

/** `command NAME`: ignores functions. `command -v NAME…`: prints what the names are. */
async function command(call: BuiltinCall): Promise<number> {
  const { shell, argv } = call;
  const isFlag = /^-[pvV]+$/.test(argv[1] ?? "");
  const flags = isFlag ? (argv[1] ?? "") : "";
  const words = argv.slice(isFlag ? 2 : 1);
  const plain = words[0] === "--" ? words.slice(1) : words;
  if (/[vV]/.test(flags)) return await describeCommands(call, plain, flags.includes("V"));
  if (plain.length === 0) return 0;
  const inside = shell.interpreter.findBuiltin(plain[0] ?? "");
  if (inside) return await inside.run(shell.builtinCall(plain));
  await runProgramNamed(shell, { argv: plain, assigned: new Map(), isLast: false });
  return shell.status;
}

async function builtin({ shell, argv, fail }: BuiltinCall): Promise<number> {
  const inside = shell.interpreter.findBuiltin(argv[1] ?? "");
  return inside ? await inside.run(shell.builtinCall(argv.slice(1))) : await fail(`${argv[1]}: not found`, 127);
}
