import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";

const DEVICE = { config: { tools: ["device"] } } as const;

test("a text is put on the clipboard and read again, and stands in no history", async () => {
  await using driven = await driveCompanion({ ...DEVICE, host: "shell", app: "com.fovea.form" });
  const text = "it's $(reboot) & 100%s";
  assert.equal(
    await driven.did("clipboard", { text }),
    `put ${text.length} characters on the clipboard\nconfirmed: it was read again`,
  );
  assert.equal(await driven.did("clipboard"), `"${text}"`);
  assert.equal(driven.phone.hooks.clipboard, text);
  assert.doesNotMatch(await driven.did("history"), /reboot/);
  assert.deepEqual(await hintsOf(driven, "clipboard"), [false, false, true, true]);
});

test("the service of Android 14 writes the clipboard, cannot read it, and says what can", async () => {
  await using driven = await driveCompanion(DEVICE);
  assert.match(await driven.did("clipboard", { text: "a" }), /\nunconfirmed: this release lets nobody/);
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "clipboard"), /API 34.*\nNext: .*--companion shell/);
});

test("without a companion the clipboard is refused with the way out", async () => {
  await using driven = await drive(DEVICE);
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "clipboard", { text: "a" }), /fovea setup/);
});
