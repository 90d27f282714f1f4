import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf, refIn } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

test("swipe up shows content further down, and stays clear of system bars and screen edges", async () => {
  await using driven = await drive({ app: "com.fovea.browser" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const text = await driven.did("swipe", { direction: "up" });
  const [from, to] = [received[0]?.point, received.at(-1)?.point];
  assert.ok(from && to && from.x === 270 && to.x === 270 && from.y > to.y);
  assert.ok(to.y > 60 && from.y < 1150, "within the bars and gesture areas");
  assert.match(text, new RegExp(`^swiped up over the screen at ${from.x},${from.y} to ${to.x},${to.y}\\n`));
  assert.match(text, /"Section \d+"/);
});

test("swipe over an element stays within it, and moves by exactly its distance when slow", async () => {
  await using driven = await drive({ app: "com.fovea.world", speed: 10 });
  const list = refIn(await driven.did("observe"), /list/);
  const { received } = recordInput(driven.phone);
  const heightOf = () => driven.phone.hooks.find("Ελληνικά")?.y ?? Number.NaN;
  const before = heightOf();
  const text = await driven.did("swipe", { from: "270,600", to: "270,550", speed: "slow" });
  const moved = before - heightOf();
  assert.ok(moved > 30 && moved <= 50, `moved ${moved}`);
  assert.match(text, /\d+ moved up \d+ px/);
  await driven.did("swipe", { direction: "up", target: list });
  const last = received.at(-1)?.point;
  assert.ok(last && last.y >= 238 && last.y < 1063);
});

test("swipe refuses invalid arguments before anything is touched", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { received } = recordInput(driven.phone);
  const wrong = [
    {},
    { direction: "up", from: "1,1" },
    { from: "1,1" },
    { from: "1,1", to: "5,5", target: "id/name" },
    { direction: "sideways" },
    { direction: "up", target: "100,100" },
    { from: "1,1", to: "5,5000" },
  ];
  for (const args of wrong) await driven.refused("INVALID_ARGUMENT", "swipe", args);
  await driven.refused("ELEMENT_NOT_FOUND", "swipe", { direction: "up", target: 'list "None"' });
  assert.deepEqual(received, []);
  assert.deepEqual(await hintsOf(driven, "swipe"), [false, true, false, true]);
});

test("swipe takes as long as requested", async () => {
  await using driven = await drive({ app: "com.fovea.gestures", speed: 1, isSteady: true });
  const { received, clear } = recordInput(driven.phone);
  const took: number[] = [];
  for (const speed of ["fast", "normal"]) {
    clear();
    await driven.did("swipe", { from: "100,500", to: "400,900", speed });
    took.push((received.findLast(({ kind }) => kind === "up")?.atMs ?? 0) - (received[0]?.atMs ?? 0));
  }
  const [fast = 0, normal = 0] = took;
  assert.ok(fast > 50 && fast < normal, `${fast} < ${normal}`);
});
