import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentError } from "../agent-error.js";

/**
 * Lets one process at a time go on with the run of a folder: two would each do the action that is next. The file of one
 * that was killed is taken over. Errors: AGENT_RUN_UNUSABLE while a process has it.
 */
export async function lockRun(folder: string): Promise<AsyncDisposable> {
  const path = join(folder, "lock");
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new AgentError("AGENT_RUN_UNUSABLE", `${folder} cannot be written: ${String(cause)}`, { cause });
  });
  if (!(await take(path))) {
    const holder = Number(await readFile(path, "utf8").catch(() => "0"));
    if (isAlive(holder)) throw busy(folder, holder);
    const aside = `${path}.${process.pid}`;
    await rename(path, aside).catch(() => {});
    await rm(aside, { force: true });
    if (!(await take(path))) throw busy(folder, holder);
  }
  return { [Symbol.asyncDispose]: async () => await rm(path, { force: true }) };
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be written: ${String(cause)}`, { cause });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function busy(folder: string, holder: number): AgentError {
  return new AgentError("AGENT_RUN_UNUSABLE", `process ${holder} goes on with the run in ${folder}`, {
    hint: "Wait for it, or stop it. Where no such process is an agent, remove the file lock of that folder.",
  });
}
