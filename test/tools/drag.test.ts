import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf, refIn } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

test("drag holds at one place, moves and releases at the other", async () => {
  await using driven = await drive({ app: "com.fovea.gestures" });
  const canvas = refIn(await driven.did("observe"), /"Drawing area"/);
  const { received } = recordInput(driven.phone);
  const text = await driven.did("drag", { from: canvas, to: "100,900", duration_ms: 400 });
  const [down, up] = [received[0], received.at(-1)];
  assert.deepEqual([down?.kind, up?.kind], ["down", "up"]);
  assert.deepEqual(up?.point, { x: 100, y: 900 });
  assert.ok((up?.atMs ?? 0) - (down?.atMs ?? 0) >= 400);
  assert.match(text, new RegExp(`^dragged ${canvas} .* at ${down?.point?.x},${down?.point?.y} to 100,900\\n`));
  assert.match(text, /^~ e\d+ "1 line" was e\d+ "0 lines"$/m);
});

test("drag finds both ends before the finger goes down", async () => {
  await using driven = await drive({ app: "com.fovea.gestures" });
  const { received } = recordInput(driven.phone);
  await driven.refused("ELEMENT_NOT_FOUND", "drag", { from: "id/canvas", to: 'button "None"' });
  await driven.refused("INVALID_ARGUMENT", "drag", { from: "id/canvas", to: "9999,1" });
  await driven.refused("INVALID_ARGUMENT", "drag", { from: "id/canvas" });
  await driven.refused("INVALID_ARGUMENT", "drag", { from: "1,1", to: "2,2", duration_ms: 1 });
  assert.deepEqual(received, []);
  assert.deepEqual(await hintsOf(driven, "drag"), [false, true, false, true]);
});

test("drag is refused on a release without drag and drop, with an alternative", async () => {
  await using driven = await drive({ apiLevel: 24, app: "com.fovea.gestures" });
  const { received } = recordInput(driven.phone);
  const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "drag", { from: "id/canvas", to: "100,900" });
  assert.match(text, /API 24.*\nNext: Use swipe/);
  assert.deepEqual(received, []);
});
