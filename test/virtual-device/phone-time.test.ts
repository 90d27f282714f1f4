import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPhone } from "../../packages/virtual-android/src/create-phone.js";
import { ManualTime, realTime, scaledTime, steadyTime } from "../../packages/virtual-android/src/phone-time.js";
import { mapFiles } from "../support/virtual-phone.js";

test("a clock moved by hand runs the timers due on the way, in order, each at its own time", () => {
  const time = new ManualTime(1000);
  const seen: (readonly [string, number, number])[] = [];
  time.schedule(30, () => seen.push(["late", time.nowMs(), time.wallMs()]));
  time.schedule(10, () => {
    seen.push(["early", time.nowMs(), time.wallMs()]);
    time.schedule(20, () => seen.push(["middle", time.nowMs(), time.wallMs()]));
  });
  const cancel = time.schedule(15, () => seen.push(["never", 0, 0]));
  cancel();
  time.advance(50);
  assert.deepEqual(seen, [
    ["early", 10, 1010],
    ["middle", 20, 1020],
    ["late", 30, 1030],
  ]);
  assert.deepEqual([time.nowMs(), time.pending], [50, 0]);
});

test("a sleep ends with its time or with its signal", async () => {
  const time = new ManualTime();
  const controller = new AbortController();
  const long = time.sleep(1000, controller.signal);
  const short = time.sleep(5, controller.signal);
  time.advance(5);
  await short;
  controller.abort(new Error("stop"));
  await assert.rejects(long, /stop/);
  await assert.rejects(time.sleep(5, controller.signal), /stop/);
  assert.equal(time.pending, 0);
});

test("a phone in real time advances by itself and stops when it is disposed", async () => {
  const clock = realTime();
  using phone = createPhone({ files: mapFiles(), clock, app: "com.fovea.endless" });
  const changed = new Promise<void>((resolve) => {
    phone.hooks.onChange(() => resolve());
  });
  const before = phone.state().uptimeMs;
  await changed;
  assert.ok(phone.state().uptimeMs > before);
});

/** A steady clock on a machine whose own clock `stall` moves on, as where another program has the processor. */
function onBusyMachine() {
  let lostMs = 0;
  const time = steadyTime(20, () => performance.now() + lostMs);
  const stall = () => {
    lostMs += 500;
  };
  return { time, stall };
}

test("what a program does between two sleeps takes no time on a steady phone, however late it runs", async () => {
  const { time, stall } = onBusyMachine();
  const { signal } = new AbortController();
  const firstAt = time.nowMs();
  stall();
  const wallMs = time.wallMs();
  await time.sleep(60, signal);
  stall();
  assert.equal(time.nowMs() - firstAt, 60);
  assert.equal(time.wallMs() - wallMs, 60);
});

test("a steady phone's time does not pass a timer that has not run, and runs each at its own time", async () => {
  const { time, stall } = onBusyMachine();
  const startMs = time.nowMs();
  const seen: number[] = [];
  time.schedule(startMs + 300, () => seen.push(time.nowMs() - startMs));
  time.schedule(startMs + 20, () => seen.push(time.nowMs() - startMs));
  time.schedule(startMs + 250, () => seen.push(-1))();
  await new Promise((resolve) => setImmediate(resolve));
  stall();
  assert.equal(time.nowMs() - startMs, 20);
  await time.sleep(400, new AbortController().signal);
  assert.deepEqual(seen, [20, 300]);
});

test("a steady phone's time advances by itself where nothing is due", async () => {
  const { time, stall } = onBusyMachine();
  const startMs = time.nowMs();
  await new Promise((resolve) => setImmediate(resolve));
  stall();
  assert.ok(time.nowMs() - startMs >= 10_000);
  const controller = new AbortController();
  const long = time.sleep(1e9, controller.signal);
  controller.abort(new Error("stop"));
  await assert.rejects(long, /stop/);
});

test("a timer longer than the machine's longest timer does not run early", async () => {
  const slow = scaledTime(1e-9);
  let rings = 0;
  const cancel = slow.schedule(slow.nowMs() + 60_000, () => {
    rings += 1;
  });
  await sleep(30);
  cancel();
  assert.equal(rings, 0);
});
