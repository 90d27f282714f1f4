import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../support/drive.js";

test("history lists the last actions, their results, and the refusals", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  assert.match(await driven.did("history"), /^nothing was done to \S+ yet$/);
  await driven.did("tap", { target: 'radio "Team"' });
  await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: 'button "None"' });
  await driven.did("batch", {
    steps: [
      { tool: "tap", target: 'radio "Plus"' },
      { tool: "press_key", key: "back" },
    ],
  });
  const lines = (await driven.did("history")).split("\n");
  assert.equal(lines.length, 4);
  assert.match(lines[0] ?? "", /^\d\d:\d\d:\d\d tap: tapped e\d+ radio "Team" \| changed \(\d+ ms\)$/);
  assert.match(lines[1] ?? "", /tap: nothing was done \| ELEMENT_NOT_FOUND /);
  assert.match(lines[2] ?? "", /batch: tapped e\d+ radio "Plus"/);
  assert.equal((await driven.did("history", { count: 2 })).split("\n").length, 2);
});
