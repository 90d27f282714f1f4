import assert from "node:assert/strict";
import { test } from "node:test";
import { profileData } from "../../../packages/virtual-android/src/dumps/gfxinfo/frame-rows.js";
import { FrameMeter } from "../../../packages/virtual-android/src/framework/frame-meter.js";
import { Random } from "../../../packages/virtual-android/src/framework/random.js";

/** The value of a column in each row. */
function column(api: number, meter: FrameMeter, title: string): readonly (string | undefined)[] {
  const [, titles = "", ...rows] = profileData(api, meter.state("App", 3, 10_000), 60);
  const place = titles.split(",").indexOf(title);
  return rows.slice(0, -1).map((row) => row.split(",")[place]);
}

test("the first frame after an input event has its id from Android 12 on, and none before", () => {
  const meter = new FrameMeter(new Random(1));
  meter.drawn(100);
  meter.tookInput();
  meter.drawn(200);
  meter.drawn(300);
  const [before, touched, after] = column(33, meter, "InputEventId");
  assert.deepEqual([before, after], ["0", "0"]);
  assert.match(touched ?? "", /^-\d+$/);
  assert.deepEqual(new Set(column(30, meter, "OldestInputEvent")), new Set(["9223372036854775807"]));
  assert.deepEqual(
    column(30, meter, "InputEventId").filter((value) => value !== undefined && /^-/.test(value)),
    [],
  );
});

test("a frame has the event of the touch before its vsync, and the next frame does not", () => {
  const meter = new FrameMeter(new Random(1));
  meter.drawn(100);
  for (const _ of ["down", "up"]) {
    meter.tookInput();
    meter.drawn(200);
  }
  meter.drawn(3_000);
  const [, touched, later] = column(33, meter, "InputEventId");
  assert.match(touched ?? "", /^-\d+$/);
  assert.equal(later, "0");
  const [, vsync] = column(33, meter, "IntendedVsync");
  assert.ok(Number(vsync) / 1e6 > 200);
});

test("a frame that is not drawn yet is not reported, and counts after a reset that came before it", () => {
  const meter = new FrameMeter(new Random(1));
  meter.drawn(100);
  meter.drawn(505);
  // Its vsync is at 516.7 ms.
  assert.deepEqual([meter.state("App", 3, 510).totalFrames, meter.state("App", 3, 510).rows.length], [1, 1]);
  meter.reset(510);
  const { sinceNs, totalFrames, rows, durationsMs } = meter.state("App", 3, 10_000);
  assert.deepEqual([sinceNs, totalFrames, rows.length, durationsMs.length], [510_000_000n, 1, 1, 1]);
});
