import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { WorkerPool, type WorkerPoolOptions } from "../../src/base/worker-pool.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";
import type { TestJob } from "../support/test-thread.js";

function pool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  return new WorkerPool({ entry: new URL("../support/test-thread.js", import.meta.url), ...options });
}

async function work(threads: WorkerPool, job: TestJob, signal = never()): Promise<unknown> {
  return await threads.run({ data: job }, signal);
}

/** A job that keeps its thread until it is let go. */
function gated() {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  const job: TestJob = { do: "wait", gate };
  const runs = async () =>
    void (await pollUntil(() => Atomics.load(gate, 1) === 1 || undefined, 2, AbortSignal.timeout(60_000)));
  const open = () => void Atomics.store(gate, 0, 1);
  return { job, runs, open };
}

async function fails(working: Promise<unknown>, code: string, message: RegExp): Promise<void> {
  const error = await coded(working);
  assert.equal(error.code, code);
  assert.match(error.message, message);
}

const small = (...bytes: number[]): TestJob => ({ do: "double", bytes: Uint8Array.from(bytes) });

test("each job gets its own result, whatever the order in which jobs end", async () => {
  await using threads = pool({ most: 2 });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => work(threads, small(at))));
  assert.deepEqual(
    answers,
    Array.from({ length: 40 }, (_, at) => Uint8Array.of(at * 2)),
  );
  assert.ok(threads.threads <= 2);
});

test("jobs of one owner never use all threads, and wait for each other in the thread they have", async () => {
  await using threads = pool({ most: 2 });
  const long = gated();
  const ofOne = (data: TestJob) => threads.run({ data, owner: "one" }, never());
  const first = ofOne(long.job);
  await long.runs();
  let isSecondDone = false;
  const second = ofOne(small(1)).then(() => {
    isSecondDone = true;
  });
  const other = await threads.run({ data: small(2), owner: "other" }, never());
  assert.deepEqual(other, Uint8Array.of(4));
  assert.equal(isSecondDone, false);
  long.open();
  await Promise.all([first, second]);
});

test("a transferred buffer is not copied", async () => {
  await using threads = pool({ most: 1 });
  const bytes = Uint8Array.of(4, 5);
  const answer = await threads.run({ data: { do: "double", bytes }, transfer: [bytes.buffer] }, never());
  assert.deepEqual(answer, Uint8Array.of(8, 10));
  assert.equal(bytes.byteLength, 0, "the buffer was transferred");
});

test("an error of a job keeps its code and hint, and one without a code is reported as a defect", async () => {
  await using threads = pool({ most: 1 });
  await fails(work(threads, { do: "refuse" }), "HIERARCHY_MALFORMED", /^not whole$/);
  assert.equal((await coded(work(threads, { do: "refuse" }))).hint, "Look again.");
  await fails(work(threads, { do: "throw" }), "INTERNAL", /nobody coded this/);
  assert.deepEqual(await work(threads, small(1)), Uint8Array.of(2));
});

for (const how of ["exit", "crash"] as const) {
  test(`a thread that ends by ${how} fails only its own job, and the next job gets a new thread`, async () => {
    await using threads = pool({ most: 1 });
    const failing = fails(work(threads, { do: how }), "WORKER_FAILED", /thread/);
    const next = work(threads, small(7));
    await failing;
    assert.deepEqual(await next, Uint8Array.of(14));
  });
}

test("a job whose data cannot be transferred fails, and the thread goes on", async () => {
  await using threads = pool({ most: 1 });
  await fails(threads.run({ data: { do: () => {} } }, never()), "WORKER_FAILED", /handed over/);
  assert.deepEqual(await work(threads, small(3)), Uint8Array.of(6));
});

test("a cancelled job that waits leaves the queue, and a cancelled job that runs ends its thread", async () => {
  await using threads = pool({ most: 1 });
  const first = gated();
  const cancel = { running: new AbortController(), waiting: new AbortController() };
  const running = work(threads, first.job, cancel.running.signal);
  await first.runs();
  const second = gated();
  const waiting = work(threads, second.job, cancel.waiting.signal);
  const last = work(threads, small(1));
  cancel.waiting.abort(new Error("not wanted"));
  await assert.rejects(waiting, /not wanted/);
  cancel.running.abort(new Error("too late"));
  await assert.rejects(running, /too late/);
  assert.deepEqual(await last, Uint8Array.of(2), "a new thread does the waiting job");
  await assert.rejects(work(threads, small(1), AbortSignal.abort(new Error("before"))), /before/);
});

test("jobs beyond the limit are refused with what to do", async () => {
  await using threads = pool({ most: 1, mostWaiting: 1 });
  const first = gated();
  const running = work(threads, first.job);
  await first.runs();
  const waiting = work(threads, small(2));
  await fails(work(threads, small(3)), "WORKERS_BUSY", /1 .* wait/);
  first.open();
  assert.deepEqual([await running, await waiting], ["waited", Uint8Array.of(4)]);
});

test("only the owner whose jobs fill its places is refused, and the error names the owner", async () => {
  await using threads = pool({ most: 1, mostWaiting: 1 });
  const first = gated();
  const running = work(threads, first.job);
  await first.runs();
  const of = (owner: string, byte: number) => threads.run({ data: small(byte), owner }, never());
  const waiting = [of("one", 1), of("other", 2)];
  await fails(of("one", 3), "WORKERS_BUSY", /^1 screenshots and hierarchies of one already wait/);
  first.open();
  await running;
  assert.deepEqual(await Promise.all(waiting), [Uint8Array.of(2), Uint8Array.of(4)]);
});

test("closing the pool ends its threads and all their jobs", async () => {
  const threads = pool({ most: 1 });
  const first = gated();
  const running = work(threads, first.job);
  await first.runs();
  const waiting = work(threads, small(2));
  const outcomes = Promise.allSettled([running, waiting]);
  await threads[Symbol.asyncDispose]();
  assert.equal(threads.threads, 0);
  for (const outcome of await outcomes) {
    assert.equal(outcome.status, "rejected");
    if (outcome.status === "rejected") assert.equal(outcome.reason.code, "CANCELLED");
  }
  await fails(work(threads, small(1)), "CANCELLED", /ended/);
});
