import * as z from "zod";
import { answerJobs } from "../../src/base/answer-jobs.js";
import { FoveaError } from "../../src/base/errors.js";

// The code of the threads in the tests of the pool.

const jobSchema = z.union([
  z.object({ do: z.literal("double"), bytes: z.instanceof(Uint8Array) }),
  z.object({ do: z.literal("wait"), gate: z.custom<Int32Array<SharedArrayBuffer>>((it) => it instanceof Int32Array) }),
  z.object({ do: z.enum(["refuse", "throw", "exit", "crash"]) }),
]);
export type TestJob = z.infer<typeof jobSchema>;

answerJobs(async (data) => {
  const job = jobSchema.parse(data);
  if (job.do === "double") {
    const bytes = job.bytes.map((byte) => byte * 2);
    return { value: bytes, transfer: [bytes.buffer] };
  }
  if (job.do === "wait") {
    // Reports that it runs, and keeps its thread busy until the test opens the gate.
    Atomics.store(job.gate, 1, 1);
    while (Atomics.load(job.gate, 0) === 0);
    return { value: "waited" };
  }
  if (job.do === "refuse") throw new FoveaError("HIERARCHY_MALFORMED", "not whole", { hint: "Look again." });
  if (job.do === "exit") process.exit(3);
  if (job.do === "crash") {
    setImmediate(() => {
      throw new Error("out of its mind");
    });
    return await new Promise(() => {});
  }
  throw new RangeError("nobody coded this");
});
