import assert from "node:assert/strict";
import { test } from "node:test";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { colourDetector } from "../support/colour-detector.js";
import { drive } from "../support/drive.js";
import { BLUE, GREEN, RED, TILE_APP, type Tile, tileApp } from "../support/tile-app.js";

const NAMES = new Map<number, string | null>([
  [RED.color, "delete"],
  [GREEN.color, "play"],
  [BLUE.color, "home"],
]);

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function shuffled(next: () => number): readonly Tile[] {
  const places = [...Array(16).keys()].sort(() => next() - 0.5);
  return [RED, GREEN, BLUE].map((tile, at) => ({
    ...tile,
    column: (places[at] ?? 0) % 4,
    row: 1 + ((places[at] ?? 0) >> 2),
  }));
}

/** The longest delay of a change, in phone time: during the call or after it. */
const MOST_LATE_MS = 2_400;

/** Right before the next frame is drawn. */
function beforePicture(phone: VirtualPhone, run: () => void): void {
  const { pixels } = phone;
  phone.pixels = () => {
    phone.pixels = pixels;
    run();
    return pixels.call(phone);
  };
}

/** Calls `run` this long after the next touch. */
function afterTouch(phone: VirtualPhone, ms: number, run: () => void): void {
  const { touchDown } = phone;
  phone.touchDown = (point) => {
    phone.touchDown = touchDown;
    touchDown.call(phone, point);
    phone.hooks.after(ms, run);
  };
}

test("no answer reports a tap on the wrong tile where tiles change places while one is tapped by ref", async () => {
  const next = random(7);
  const app = tileApp([RED, GREEN, BLUE]);
  const detectors = { mode: "auto", detectors: [colourDetector(NAMES)] } as const;
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors });
  const counts = { right: 0, refused: 0 };
  for (let round = 0; round < 24; round += 1) {
    app.show(shuffled(next));
    const outline = await driven.did("observe");
    const red = /(e\d+) \w+ icon\? "delete"/.exec(outline)?.[1];
    assert.ok(red, outline);
    const before = app.touched.length;
    // Not between the last screenshot and the touch, where no reading can report it.
    const moment = next();
    if (moment < 0.35) beforePicture(driven.phone, () => app.show(shuffled(next)));
    else if (moment < 0.7) afterTouch(driven.phone, next() * MOST_LATE_MS, () => app.show(shuffled(next)));
    const { text, isError } = await driven.mcp.call("tap", { target: red });
    const touched = app.touched.slice(before);
    if (isError || /^uncertain: /m.test(text)) {
      counts.refused += 1;
      if (touched.length > 0) assert.match(text, /may have (?:hit|happened)/);
    } else {
      counts.right += 1;
      assert.deepEqual(touched, [RED.color], text);
    }
  }
  assert.ok(counts.right > 3 && counts.refused > 3, JSON.stringify(counts));
});
