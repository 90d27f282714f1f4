import { parentPort, type Transferable } from "node:worker_threads";
import { FoveaError } from "./errors.js";
import type { JobAnswer } from "./worker-pool.js";

/** The result of a job, and the objects in it that are transferred instead of copied. */
export interface JobResult {
  readonly value: unknown;
  readonly transfer?: readonly Transferable[];
}

/** Answers the jobs of a pool in one of its threads. Errors are sent with their code, message and hint. */
export function answerJobs(work: (data: unknown) => Promise<JobResult>): void {
  const port = parentPort;
  if (!port) throw new Error("this is not a thread of a pool");
  port.on("message", async (data: unknown) => {
    try {
      const { value, transfer = [] } = await work(data);
      port.postMessage({ value } satisfies JobAnswer, transfer);
    } catch (error) {
      port.postMessage(failureOf(error));
    }
  });
}

function failureOf(error: unknown): JobAnswer {
  if (error instanceof FoveaError) return { code: error.code, message: error.message, hint: error.hint };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}
