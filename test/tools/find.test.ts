import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf, refIn } from "../support/drive.js";

test("find shows only the matches, with their bounds and containers", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /radio "Plus"/);
  const lines = (await driven.did("find", { query: 'radio "Plus"' })).split("\n");
  assert.equal(lines.length, 2);
  const [, left, top, right, bottom] =
    new RegExp(`^${ref} radio "Plus" \\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]$`).exec(lines[1] ?? "")?.map(Number) ?? [];
  const point = driven.phone.hooks.find("Plus");
  assert.ok(point && left !== undefined && top !== undefined && right !== undefined && bottom !== undefined);
  assert.ok(left <= point.x && point.x < right && top <= point.y && point.y < bottom);
  assert.equal((await driven.did("find", { query: "field" })).split("\n").length, 6);
});

test("find without a match says how many elements there are, and which are similar", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.did("find", { query: 'button "Creat"' });
  assert.match(text, /\(nothing matches among \d+ elements; similar: e\d+ .*"Create account"/);
  await driven.refused("SELECTOR_SYNTAX", "find", { query: '"' });
  await driven.refused("INVALID_ARGUMENT", "find");
  assert.deepEqual(await hintsOf(driven, "find"), [true, false, true, true]);
});

test("find fails on a screen that cannot be read, instead of reporting no match", async () => {
  // In a hurry of forty times a machine that stands still for 25 ms would be a second of rest.
  await using driven = await drive({ app: "com.fovea.endless", speed: 10 });
  await driven.refused("HIERARCHY_NOT_IDLE", "find", { query: '"x"' });
});

test("min_confidence sets the lowest score at which plain words and stored selectors match an element", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  // The button says more than the word: 0.79, as the answer of the default shows.
  const query = "create button";
  const refused = await driven.did("find", { query });
  const [, score = ""] = /similar: e\d+ button "Create account" \((0\.\d+):/.exec(refused) ?? [];
  assert.ok(Number(score) > 0.5 && Number(score) < 0.85, refused);
  const found = await driven.did("find", { query, min_confidence: Number(score) });
  assert.match(found, new RegExp(`^e\\d+ button "Create account" \\[.*\\((?:${score}):`, "m"));
  assert.match(await driven.did("find", { query: "reset button", min_confidence: 1 }), /button "Reset".*\(1\.00:/);
  await driven.refused("INVALID_ARGUMENT", "find", { query, min_confidence: 1.1 });
});
