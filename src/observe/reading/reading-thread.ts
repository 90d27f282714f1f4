import { answerJobs, type JobResult } from "../../base/answer-jobs.js";
import { ownBuffer } from "../../base/own-buffer.js";
import type { ReadingJob } from "./reading.js";

/**
 * Runs in each thread of {@link openReadingThreads}. The code for each kind of job is loaded when its first job comes.
 */
answerJobs(async (data): Promise<JobResult> => {
  if (!isReadingJob(data)) throw new Error("this is not work for a reading thread");
  if (data.kind === "tree") {
    const { readTree } = await import("./read-tree.js");
    return { value: readTree(data.sent) };
  }
  if (data.kind === "window") {
    const { readWindow } = await import("./read-window.js");
    return { value: readWindow(data.sent) };
  }
  const { readFrame } = await import("./read-frame.js");
  const value = await readFrame(data.sent);
  return { value, transfer: value ? [value.rgba, value.grid.hashes].flatMap(ownBuffer) : [] };
});

const KINDS: readonly ReadingJob["kind"][] = ["frame", "tree", "window"];

function isReadingJob(data: unknown): data is ReadingJob {
  return typeof data === "object" && data !== null && "kind" in data && KINDS.some((kind) => kind === data.kind);
}
