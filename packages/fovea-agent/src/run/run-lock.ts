import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentError } from "../agent-error.js";
import { fileWords } from "./file-words.js";

/**
 * Lets one process at a time go on with the run of a folder: two would each do the action that is next. The file of one
 * that was killed is taken over, by one process alone. Errors: AGENT_RUN_UNUSABLE while a process has it.
 */
export async function lockRun(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new AgentError("AGENT_RUN_UNUSABLE", `${folder} cannot be written: ${fileWords(cause)}`, { cause });
  });
  return await lockFile(join(folder, "lock"), folder);
}

/**
 * Who takes over the lock of a dead process first locks the right to do so, which is named after what is in it.
 * Only that one puts its own in the place of the other, in one step: at no time is there no lock, or a living one
 * replaced.
 */
async function lockFile(path: string, folder: string): Promise<AsyncDisposable> {
  const own = `${process.pid} ${crypto.randomUUID()}`;
  const written = `${path}.${own.replace(" ", ".")}`;
  await writeFile(written, own, { flag: "wx", mode: 0o600 }).catch((cause: unknown) => {
    throw new AgentError("AGENT_RUN_UNUSABLE", `${written} cannot be written: ${fileWords(cause)}`, { cause });
  });
  try {
    while (!(await isTaken(path, written))) {
      const seen = await contentOf(path);
      if (seen === null) continue;
      const holder = Number(seen.split(" ")[0]);
      if (isAlive(holder)) throw busy(folder, holder);
      await using _right = await lockFile(`${path}.of-${wordOf(seen)}`, folder);
      if ((await contentOf(path)) !== seen) continue;
      await rename(written, path);
      break;
    }
  } finally {
    await rm(written, { force: true });
  }
  return {
    [Symbol.asyncDispose]: async () => {
      if ((await contentOf(path)) === own) await rm(path, { force: true });
    },
  };
}

/** A link is made whole or not at all: no process reads a lock in which nothing stands yet. */
async function isTaken(path: string, written: string): Promise<boolean> {
  try {
    await link(written, path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be written: ${fileWords(cause)}`, { cause });
  }
}

/** Null if it was released meanwhile. */
async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be read: ${fileWords(cause)}`, { cause });
  }
}

/** What is in a lock, as a part of the name of a file. */
function wordOf(text: string): string {
  return text.replace(/[^0-9a-f]+/g, "-").slice(0, 50);
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
