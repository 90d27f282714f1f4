import assert from "node:assert/strict";
import { test } from "node:test";
import { SharedWork } from "../../src/base/shared-work.js";
import { never } from "../support/never.js";

/** Work that ends when the test reports it. */
function works() {
  const begun: { readonly kind: string; readonly signal: AbortSignal; end(value: string): void; fail(): void }[] = [];
  const of = (kind: string) => async (signal: AbortSignal) =>
    await new Promise<string>((resolve, reject) => {
      begun.push({ kind, signal, end: resolve, fail: () => reject(new Error(`${kind} failed`)) });
    });
  return { begun, of };
}

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("callers during a run share the next run, and none gets the result of a run that began before its call", async () => {
  const shared = new SharedWork<string>(4);
  const { begun, of } = works();
  const first = shared.run("look", of("look"), never());
  const rest = Array.from({ length: 600 }, () => shared.run("look", of("look"), never()));
  assert.equal(begun.length, 1);
  begun[0]?.end("before");
  assert.equal(await first, "before");
  assert.equal(begun[0]?.signal.aborted, false, "finished work is not cancelled");
  await turns();
  assert.equal(begun.length, 2);
  begun[1]?.end("after");
  assert.deepEqual(new Set(await Promise.all(rest)), new Set(["after"]));
  assert.equal(begun.length, 2);
});

test("a limited number of kinds run at once, and the others run in the order of their requests", async () => {
  const shared = new SharedWork<string>(2);
  const { begun, of } = works();
  const all = ["a", "b", "c", "d", "c"].map((kind) => shared.run(kind, of(kind), never()));
  const kinds = () => begun.map(({ kind }) => kind).join("");
  assert.equal(kinds(), "ab");
  begun[1]?.end("");
  await turns();
  assert.equal(kinds(), "abc");
  begun[0]?.end("");
  await turns();
  assert.equal(kinds(), "abcd");
  for (const { end } of begun) end("");
  await Promise.all(all);
});

test("a caller that cancels does not affect the others, and work without any caller left is cancelled", async () => {
  const shared = new SharedWork<string>(1);
  const { begun, of } = works();
  const [one, other, third] = [new AbortController(), new AbortController(), new AbortController()];
  const running = shared.run("a", of("a"), one.signal);
  const waiting = [shared.run("b", of("b"), other.signal), shared.run("b", of("b"), never())];
  const gone = shared.run("c", of("c"), third.signal);
  third.abort(new Error("too late"));
  await assert.rejects(gone, /too late/);
  other.abort(new Error("enough"));
  await assert.rejects(waiting[0] ?? Promise.resolve(), /enough/);
  one.abort(new Error("no more"));
  await assert.rejects(running, /no more/);
  assert.equal(begun[0]?.signal.aborted, true);
  begun[0]?.fail();
  await turns();
  assert.deepEqual(
    begun.map(({ kind }) => kind),
    ["a", "b"],
  );
  begun[1]?.end("done");
  assert.equal(await waiting[1], "done");
});

test("an error reaches all waiting callers, and the next run is a new attempt", async () => {
  const shared = new SharedWork<string>(1);
  const { begun, of } = works();
  const first = [shared.run("a", of("a"), never())];
  begun[0]?.fail();
  await assert.rejects(Promise.all(first), /a failed/);
  const second = shared.run("a", of("a"), never());
  await turns();
  begun[1]?.end("whole");
  assert.equal(await second, "whole");
});

test("other work gets its turn while hundreds of callers get a shared result", async () => {
  const shared = new SharedWork<string>(1);
  const { begun, of } = works();
  const reported: number[] = [];
  const waiting = Array.from({ length: 100 }, async (_, at) => {
    await shared.run("a", of("a"), never());
    reported.push(at);
  });
  begun[0]?.end("");
  await turns();
  begun[1]?.end("");
  let between = 0;
  while (reported.length < 100) {
    const before = reported.length;
    await new Promise((resolve) => setImmediate(resolve));
    if (reported.length > before) between += 1;
  }
  await Promise.all(waiting);
  assert.ok(between > 40, `reported in ${between} turns of the loop`);
});

test("the stack of an error in shared work includes a caller", async () => {
  const shared = new SharedWork<string>(1);
  const fails = async () => {
    await turns();
    throw new Error("it failed");
  };
  async function whoAsked(): Promise<string> {
    return await shared.run("look", fails, never());
  }
  await assert.rejects(whoAsked(), ({ stack }: Error) => /\bwhoAsked\b/.test(stack ?? ""));
});
