import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../support/drive.js";

for (const apiLevel of [24, 33]) {
  test(`a dialog inside an app is called one in the header, from its touch to its end (Android ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.dialogs", apiLevel });
    assert.doesNotMatch(await driven.did("observe"), /dialog shown/);
    const opened = await driven.did("tap", { target: "Alert" });
    assert.match(opened, /^com\.fovea\.dialogs\/\.DialogsActivity \| dialog shown \| /m);
    const closed = await driven.did("press_key", { key: "back" });
    assert.match(closed, /^com\.fovea\.dialogs\/\.DialogsActivity \| \d+x\d+ \| /m);
  });
}

test("an app on the whole screen shows no dialog, with its keyboard either", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.did("tap", { target: 'field "E-mail"' });
  assert.match(text, /^com\.fovea\.form\/\.FormActivity \| \d+x\d+ \| keyboard shown/m);
});
