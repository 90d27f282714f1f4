import assert from "node:assert/strict";
import { test } from "node:test";
import { gestureOf } from "../../src/by-hand/hand-gesture.js";
import { TouchReader } from "../../src/by-hand/touch-reader.js";
import { parseTouchScreens } from "../../src/by-hand/touch-screens.js";

const PATH = "/dev/input/event3";
/** Axes that are finer than the pixels, and do not begin at 0. */
const LISTED = `add device 1: /dev/input/event4
  name:     "touchpad"
  events:
    ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y     : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_POINTER
add device 2: ${PATH}
  name:     "panel"
  events:
    KEY (0001): BTN_TOUCH
    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_X     : value 17, min 10, max 2169, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y     : value 0, min 0, max 4799, fuzz 0, flat 0, resolution 0
                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
`;
const [PANEL] = parseTouchScreens(LISTED);

/** Lines as getevent prints them, at these ms. */
function lines(...events: readonly (readonly [atMs: number, code: string, value: string])[]): string {
  return events
    .map(([atMs, code, value]) => {
      const type = code.startsWith("ABS") ? "EV_ABS" : code.startsWith("SYN") ? "EV_SYN" : "EV_KEY";
      const seconds = `${Math.floor(atMs / 1_000)}.${String((atMs % 1_000) * 1_000).padStart(6, "0")}`;
      return `[${seconds.padStart(15)}] ${PATH}: ${type.padEnd(12)} ${code.padEnd(20)} ${value.padEnd(20)}\n`;
    })
    .join("");
}

const SYNC = ["SYN_REPORT", "00000000"] as const;
const hex = (value: number) => value.toString(16).padStart(8, "0");
const down = (atMs: number, id: number, x: number, y: number) =>
  lines(
    [atMs, "ABS_MT_TRACKING_ID", hex(id)],
    [atMs, "ABS_MT_POSITION_X", hex(x)],
    [atMs, "ABS_MT_POSITION_Y", hex(y)],
    [atMs, "BTN_TOUCH", "DOWN"],
    [atMs, ...SYNC],
  );
const up = (atMs: number) =>
  lines([atMs, "ABS_MT_TRACKING_ID", "ffffffff"], [atMs, "BTN_TOUCH", "UP"], [atMs, ...SYNC]);

function read(text: string) {
  assert.ok(PANEL);
  const reader = new TouchReader([PANEL.path]);
  // One byte after the other: parts of a line are put together.
  return { happenings: [...text].flatMap((character) => reader.feed(character)), reader };
}

function gestures(text: string, turn: { rotation?: 0 | 1 | 2 | 3 } = {}) {
  const { rotation = 0 } = turn;
  const size = rotation % 2 === 0 ? { width: 1080, height: 2400 } : { width: 2400, height: 1080 };
  return read(text).happenings.map((one) => {
    assert.ok(one.kind === "touch" && PANEL);
    return gestureOf(one, PANEL, { size, rotation, density: 420 });
  });
}

test("parseTouchScreens reads only touch screens that are displays, with the ranges of their axes", () => {
  assert.deepEqual(parseTouchScreens(LISTED), [{ path: PATH, x: { min: 10, max: 2169 }, y: { min: 0, max: 4799 } }]);
  assert.deepEqual(parseTouchScreens(""), []);
});

test("a position is scaled from the panel to the display, in each rotation", () => {
  const touched = down(1_000, 1, 10 + 200, 400) + up(1_080);
  const at = (rotation: 0 | 1 | 2 | 3) => gestures(touched, { rotation })[0];
  assert.deepEqual(at(0), { kind: "tap", at: { x: 100, y: 200 } });
  assert.deepEqual(at(1), { kind: "tap", at: { x: 200, y: 979 } });
  assert.deepEqual(at(2), { kind: "tap", at: { x: 979, y: 2199 } });
  assert.deepEqual(at(3), { kind: "tap", at: { x: 2199, y: 100 } });
});

test("a value that the kernel does not send again stays the same", () => {
  const second = lines(
    [2_000, "ABS_MT_TRACKING_ID", "00000002"],
    [2_000, "ABS_MT_POSITION_Y", hex(800)],
    [2_000, ...SYNC],
  );
  const found = gestures(down(1_000, 1, 210, 400) + up(1_080) + second + up(2_050));
  assert.deepEqual(found.at(-1), { kind: "tap", at: { x: 100, y: 400 } });
});

test("taps, long presses, presses between the two, swipes and several fingers are distinguished", () => {
  const held = (ms: number) => gestures(down(1_000, 1, 210, 400) + up(1_000 + ms))[0]?.kind;
  assert.deepEqual([held(400), held(450), held(500)], ["tap", "unclear", "hold"]);
  const moved = (x: number, y: number) =>
    gestures(
      down(1_000, 1, 1_090, 2_400) +
        lines([1_100, "ABS_MT_POSITION_X", hex(x)], [1_100, "ABS_MT_POSITION_Y", hex(y)], [1_100, ...SYNC]) +
        up(1_200),
    )[0];
  const way = (x: number, y: number) => {
    const found = moved(x, y);
    return found?.kind === "swipe" ? found.direction : found?.kind;
  };
  assert.deepEqual(
    [way(1_090, 400), way(1_100, 4_000), way(100, 2_400), way(2_000, 2_500), way(2_000, 4_000), way(1_100, 2_410)],
    ["up", "down", "left", "right", null, "tap"],
  );
  const two =
    down(1_000, 1, 210, 400) +
    lines([1_050, "ABS_MT_SLOT", "00000001"]) +
    down(1_050, 2, 500, 900) +
    up(1_100) +
    lines([1_100, "ABS_MT_SLOT", "00000000"]) +
    up(1_150);
  assert.deepEqual(gestures(two), [{ kind: "unclear", at: { x: 100, y: 200 }, why: "2 fingers touched the screen" }]);
});

test("a touch of which the kernel lost a part is not interpreted", () => {
  const lost = down(1_000, 1, 210, 400) + lines([1_010, "SYN_DROPPED", "00000000"]) + up(1_080);
  assert.equal(gestures(lost)[0]?.kind, "unclear");
  assert.equal(gestures(down(1_000, 1, 210, 400) + up(1_080))[0]?.kind, "tap");
});

test("hardware keys are read, and a finger that is still down is reported", () => {
  const keys = lines([500, "KEY_BACK", "DOWN"], [500, ...SYNC], [560, "KEY_BACK", "UP"], [560, ...SYNC]);
  const { happenings, reader } = read(keys + down(1_000, 1, 210, 400));
  assert.deepEqual(happenings, [{ kind: "key", name: "KEY_BACK", downMs: 500, upMs: 560 }]);
  assert.equal(reader.downSinceMs, 1_000);
});
