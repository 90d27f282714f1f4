import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

function framesOf(device: ReturnType<typeof openPhone>, packageName: string) {
  return device.phone.state().processes.find((process) => process.packageName === packageName)?.frames ?? null;
}

test("a stable screen draws no frames, and a change draws some", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.resetFrameStats("com.fovea.form");
  device.wait(5000);
  assert.equal(framesOf(device, "com.fovea.form")?.totalFrames, 0);
  device.tap("Plus");
  const drawn = framesOf(device, "com.fovea.form")?.totalFrames ?? 0;
  assert.ok(drawn >= 5 && drawn < 30, String(drawn));
});

test("a spinner draws sixty frames a second without any observer, and sends no event", () => {
  using device = openPhone({ app: "com.fovea.endless" });
  device.tap("Stop the text");
  device.phone.resetFrameStats("com.fovea.endless");
  device.wait(3000);
  assert.ok(Math.abs((framesOf(device, "com.fovea.endless")?.totalFrames ?? 0) - 180) <= 2);
  assert.ok(device.phone.stillness().quietMs >= 3000);
});

test("a text that changes all the time prevents a stable screen", () => {
  using device = openPhone({ app: "com.fovea.endless" });
  for (let i = 0; i < 20; i += 1) {
    device.wait(173);
    assert.ok(device.phone.stillness().quietMs <= 120);
  }
});

test("a flung list draws frames and sends events until it stops", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  device.swipe({ x: 540, y: 1800 }, { x: 540, y: 600 }, { ms: 120, waitMs: 100 });
  device.phone.resetFrameStats("com.android.settings");
  device.wait(300);
  assert.ok((framesOf(device, "com.android.settings")?.totalFrames ?? 0) >= 17);
  assert.ok(device.phone.stillness().quietMs < 20);
  device.wait(5000);
  const after = framesOf(device, "com.android.settings")?.totalFrames;
  assert.ok(device.phone.stillness().quietMs > 1000);
  device.wait(1000);
  assert.equal(framesOf(device, "com.android.settings")?.totalFrames, after);
});

test("a game on a SurfaceView has no frame statistics, and still moves", () => {
  using device = openPhone({ app: "com.fovea.game" });
  const before = device.phone.pixels();
  device.wait(500);
  assert.equal(framesOf(device, "com.fovea.game"), null);
  assert.notDeepEqual(device.phone.pixels()?.rgba, before?.rgba);
});

test("the frame statistics are consistent", () => {
  using device = openPhone({ app: "com.fovea.endless" });
  device.wait(4000);
  const frames = framesOf(device, "com.fovea.endless");
  assert.ok(frames);
  assert.equal(frames.durationsMs.length, frames.totalFrames);
  assert.equal(frames.rows.length, 120);
  assert.equal(frames.jankyFrames, frames.durationsMs.filter((ms) => ms > 1000 / 60).length);
  const starts = frames.rows.map((row) => row.intendedVsyncNs);
  assert.ok(starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0n)));
});

test("a scheduled change happens at its time, even without any call in between", () => {
  using device = openPhone({ app: "com.fovea.sluggish" });
  const seen: string[] = [];
  device.phone.hooks.onChange((kind) => void seen.push(kind));
  device.phone.hooks.after(1000, () => device.phone.hooks.showToast("By itself"));
  device.wait(999);
  assert.equal(seen.length, 0);
  device.wait(1);
  assert.ok(seen.includes("window"));
});
