import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { abortable, deadline } from "../../src/base/signals.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";

/** Two ends of a connection. */
async function sockets(): Promise<readonly [one: Socket, other: Socket] & AsyncDisposable> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const one = connect(address.port, "127.0.0.1");
  const [[other]] = await Promise.all([once(server, "connection"), once(one, "connect")]);
  const close = async () => {
    for (const end of [one, other]) end.destroy();
    server.close();
  };
  return Object.assign([one, other] as const, { [Symbol.asyncDispose]: close });
}

/** Keeps the process from everything else until a moment of `performance.now()`. */
function compute(untilMs: number): void {
  while (performance.now() < untilMs);
}

const MS = 30;

for (const lateMs of [1, 40, 200]) {
  test(`an answer that arrived while this process computed is in time, ${lateMs} ms after the deadline`, async () => {
    await using ends = await sockets();
    const [one, other] = ends;
    using limit = deadline(MS, "the answer", never());
    const endsAt = performance.now() + MS;
    const answer = once(one, "data");
    other.write("OKAY");
    compute(endsAt + lateMs);
    const [bytes] = await abortable(answer, limit.signal);
    assert.equal(String(bytes), "OKAY");
  });
}

test("a deadline longer than the longest timer does not end at once", async () => {
  using limit = deadline(2 ** 31 + 1_000_000, "the year", new AbortController().signal);
  // A timer of one millisecond would be over by now.
  compute(performance.now() + MS);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(limit.signal.aborted, false);
  assert.ok(limit.remainingMs() > 2 ** 31);
});

test("a deadline without an answer ends after twice its time at most, however late the process is", async (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const pass = async (ms: number) => {
    context.mock.timers.tick(ms);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  using limit = deadline(MS, "the answer", never());
  now = 100 * MS;
  await pass(MS);
  assert.equal(limit.signal.aborted, false);
  assert.equal(limit.remainingMs(), MS);
  now = 200 * MS;
  await pass(MS);
  const { code, message } = await coded(abortable(new Promise(() => {}), limit.signal));
  assert.equal(`${code}: ${message}`, "TIMEOUT: the answer took longer than 30 ms");
});
