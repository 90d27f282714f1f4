import type { MemoryFiles } from "../files.js";
import { SystemError } from "../linux/errno.js";
import type { ProcessFiles } from "./process-files.js";
import type { Program, ProgramRegistry } from "./system.js";

/** The folder of the registry's programs. */
export const PROGRAM_FOLDER = "/system/bin";

/** The PATH of the processes that adbd starts. */
export const DEFAULT_PATH = [
  "/product/bin",
  "/apex/com.android.runtime/bin",
  "/apex/com.android.art/bin",
  "/system_ext/bin",
  "/system/bin",
  "/system/xbin",
  "/odm/bin",
  "/vendor/bin",
  "/vendor/xbin",
].join(":");

/** The folders in which programs are searched. */
export interface ProgramSearch {
  /** The folders, separated by colons. */
  readonly path: string;
  readonly files: ProcessFiles;
  readonly registry: ProgramRegistry;
}

/**
 * Finds a program as execvp(3) does. Errors: ENOENT if it does not exist, EACCES if it may not be executed, EISDIR,
 * ENOEXEC for a binary that the virtual phone does not know.
 */
export function findProgram(name: string, { path, files, registry }: ProgramSearch): Program {
  if (name.includes("/")) return programAt(name, files, registry);
  let refusal = new SystemError("ENOENT", name);
  for (const folder of path.split(":")) {
    try {
      return programAt(`${folder || "."}/${name}`, files, registry);
    } catch (error) {
      if (!(error instanceof SystemError)) throw error;
      if (error.errno !== "ENOENT" && error.errno !== "ENOTDIR") refusal = new SystemError(error.errno, name);
    }
  }
  throw refusal;
}

/** Writes a file for each program to a folder of PATH. The program itself is in the registry, not in the file. */
export function installPrograms(files: MemoryFiles, registry: ProgramRegistry): void {
  const system = files.asRoot();
  for (const { name, isScript } of registry.values()) {
    const content = isScript ? `#!${PROGRAM_FOLDER}/sh\n` : "\x7fELF\0";
    system.write(`${PROGRAM_FOLDER}/${name}`, Buffer.from(content), 0o755);
  }
}

function programAt(path: string, files: ProcessFiles, registry: ProgramRegistry): Program {
  const stat = files.stat(path);
  if (!stat) throw new SystemError("ENOENT", path);
  if (files.isFolder(path)) throw new SystemError("EISDIR", path);
  const realPath = files.realPath(path);
  if ((stat.mode & 0o111) === 0 || realPath.startsWith("/storage/")) throw new SystemError("EACCES", path);
  const command = registry.get(realPath.slice(PROGRAM_FOLDER.length + 1));
  if (command && realPath.startsWith(`${PROGRAM_FOLDER}/`)) return { kind: "command", path, command };
  return { kind: "script", path, interpreter: interpreterOf(path, files) };
}

/** The words of the `#!` line; for a text without one, the shell. */
function interpreterOf(path: string, files: ProcessFiles): readonly string[] {
  const head = Buffer.from(files.read(path) ?? []).subarray(0, 256);
  if (head.includes(0)) throw new SystemError("ENOEXEC", path);
  const [first = ""] = head.toString().split("\n", 1);
  const [, name, words = ""] = /^(\S+)(.*)$/s.exec(first.startsWith("#!") ? first.slice(2).trim() : "") ?? [];
  if (name === undefined) return [`${PROGRAM_FOLDER}/sh`];
  return words.trim() === "" ? [name] : [name, words.trim()];
}
