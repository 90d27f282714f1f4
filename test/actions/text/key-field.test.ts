import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../../support/drive.js";
import { driveHalf } from "../../support/drive-half.js";
import { recordInput } from "../../support/recorder.js";

for (const [name, start] of [
  ["adb alone", async (app: string) => await drive({ app })],
  ["the on-device half", async (app: string) => await driveHalf({ app })],
] as const) {
  test(`a key for the field that was shown with the focus is not pressed in another one (${name})`, async () => {
    await using driven = await start("com.fovea.form");
    await driven.did("type_text", { target: "id/email", text: "a@b.example" });
    await driven.did("type_text", { target: "id/name", text: "Ann" });
    driven.phone.hooks.tap("a@b.example");
    const { felt } = recordInput(driven.phone);
    for (const key of ["delete", "enter", "KEYCODE_X"]) {
      const text = await driven.refused("FOCUS_LOST", "press_key", { key });
      assert.match(
        text,
        /another field has the focus on .* than when e\d+ field .* was shown with it; nothing was pressed/,
      );
    }
    assert.deepEqual(felt, []);
    driven.phone.hooks.tap("Ann");
    assert.match(await driven.did("press_key", { key: "delete" }), /^pressed KEYCODE_DEL\n(?:.*\n)?changed: /);
  });

  test(`a key for a field is not pressed in another window, and keys that mean no field are (${name})`, async () => {
    await using driven = await start("com.fovea.form");
    await driven.did("type_text", { target: "id/name", text: "Ann" });
    driven.phone.hooks.open("com.fovea.notes");
    const { felt } = recordInput(driven.phone);
    const text = await driven.refused("FOCUS_LOST", "press_key", { key: "delete", count: 3 });
    assert.match(
      text,
      /another window came to the front on .*; nothing was pressed\nNext: Observe to see what has the focus/,
    );
    assert.deepEqual(felt, []);
    await driven.did("press_key", { key: "KEYCODE_DPAD_DOWN" });
    assert.equal(felt.length, 1);
  });
}
