import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentError } from "../agent-error.js";
import { fileWords } from "./file-words.js";

/**
 * Lets only one process at a time continue the run of a folder: two processes would both perform the next action. The
 * lock of a process that was killed is taken over, by one process only. Errors: AGENT_RUN_UNUSABLE while another
 * process has the lock.
 */
export async function lockRun(folder: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new AgentError("AGENT_RUN_UNUSABLE", `${folder} cannot be written: ${fileWords(cause)}`, { cause });
  });
  return await lockFile(join(folder, "lock"), folder);
}

/**
 * Takes the lock. To take over the lock of a dead process, a process first takes a second lock, whose name contains the
 * content of the old lock. Only its holder replaces the old lock, by one rename: so there is always a lock, and the
 * lock of a living process is never replaced.
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

/** Takes the lock by a link, which is atomic: no process can read a lock without content. */
async function isTaken(path: string, written: string): Promise<boolean> {
  try {
    await link(written, path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be written: ${fileWords(cause)}`, { cause });
  }
}

/** The content of the lock; null if it was released in the meantime. */
async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be read: ${fileWords(cause)}`, { cause });
  }
}

/** The content of a lock as a part of a file name. */
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
