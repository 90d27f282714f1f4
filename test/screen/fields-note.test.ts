import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";

const NOTE = /^\(The text of a field may be its hint: this source does not report which\.\)$/m;

test("the outline notes once where a field's text may be its hint, only where the source does not report hints", async () => {
  await using old = await drive({ apiLevel: 33, app: "com.fovea.form" });
  assert.match(await old.did("observe"), NOTE);
  assert.doesNotMatch(await old.did("observe"), NOTE);
  await using newer = await drive({ apiLevel: 34, app: "com.fovea.form" });
  assert.doesNotMatch(await newer.did("observe"), NOTE);
  await using live = await driveCompanion({ apiLevel: 29, app: "com.fovea.form" });
  assert.doesNotMatch(await live.did("observe"), NOTE);
});
