import { SystemError } from "../../linux/errno.js";
import type { Builtin, BuiltinCall } from "../shell.js";

/** Builtins for the working directory. */
export const folderBuiltins: readonly Builtin[] = [
  { name: "cd", run: changeFolder },
  { name: "pwd", run: printFolder },
  { name: "realpath", run: printRealPath },
];

async function changeFolder({ shell, argv, write, fail }: BuiltinCall): Promise<number> {
  const words = argv.slice(1).filter((word) => word !== "-L" && word !== "-P" && word !== "--");
  const target = words[0] === "-" ? shell.variables.get("OLDPWD") : (words[0] ?? shell.variables.get("HOME"));
  if (target === undefined) return await fail(words[0] === "-" ? "no OLDPWD" : "no home directory (HOME not set)", 2);
  if (target === "") return 0;
  const path = normalise(shell.files.absolute(target));
  const problem = problemWith(() => shell.files.list(path), shell, path);
  if (problem) return await fail(`${target}: ${problem}`, 2);
  shell.variables.set("OLDPWD", shell.process.cwd);
  shell.process.cwd = path;
  shell.variables.set("PWD", path);
  if (words[0] === "-") await write(`${path}\n`);
  return 0;
}

/** Why a folder cannot be entered. This needs the permission to search, not to read. */
function problemWith(list: () => unknown, { files }: BuiltinCall["shell"], path: string): string | null {
  try {
    if (!files.isFolder(path)) list();
    return files.isAllowed(path, 1) ? null : new SystemError("EACCES").message;
  } catch (error) {
    if (error instanceof SystemError) return error.message;
    throw error;
  }
}

async function printFolder({ shell, argv, write }: BuiltinCall): Promise<number> {
  const path = argv[1] === "-P" ? shell.files.realPath(shell.process.cwd) : shell.process.cwd;
  await write(`${path}\n`);
  return 0;
}

async function printRealPath({ shell, argv, write, fail }: BuiltinCall): Promise<number> {
  const path = argv.slice(1).find((word) => word !== "--") ?? "";
  try {
    if (!shell.files.stat(path)) throw new SystemError("ENOENT", path);
    await write(`${shell.files.realPath(path)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    return await fail(`${path}: ${error.message}`);
  }
}

/** The logical path: `..` removes the name before it, and links are not resolved. */
function normalise(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}
