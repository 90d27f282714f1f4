import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { drive } from "../support/drive.js";

const memory = mkdtempSync(join(tmpdir(), "fovea-predict-"));
after(() => rmSync(memory, { recursive: true, force: true }));

test("predict_next_actions lists earlier actions here, where they led, and what leads to a goal first", async () => {
  await using driven = await drive({ app: "com.android.settings", config: { memory } });
  assert.match(await driven.did("predict_next_actions"), /first time here\nnothing was done at this screen before$/);
  for (const row of ["Sound", "Sound", "Display"]) {
    await driven.did("tap", { target: `"${row}"` });
    await driven.did("press_key", { key: "back" });
  }
  const lines = (await driven.did("predict_next_actions", { count: 1 })).split("\n").slice(1);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /^\d+ % tap row "sound .*" -> s\w+ screen "Sound", .* \[\w+; 1 run\]$/);
  const toGoal = (await driven.did("predict_next_actions", { goal: "display" })).split("\n").slice(1);
  assert.match(toGoal[0] ?? "", /display/);
});
