import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { skipWithout } from "../support/needs.js";

const DEVICE = { config: { tools: ["device"] } } as const;

test("clipboard sets a text and reads it back, and the text is in no history", async () => {
  await using driven = await driveCompanion({ ...DEVICE, host: "shell", app: "com.fovea.form" });
  const text = "it's $(reboot) & 100%s";
  assert.equal(
    await driven.did("clipboard", { text }),
    `put ${text.length} characters on the clipboard\nconfirmed: the text was read back`,
  );
  assert.equal(await driven.did("clipboard"), `"${text}"`);
  assert.equal(driven.phone.hooks.clipboard, text);
  assert.doesNotMatch(await driven.did("history"), /reboot/);
  assert.deepEqual(await hintsOf(driven, "clipboard"), [false, false, true, true]);
});

test("the companion service on Android 14 sets the clipboard and cannot read it, and says what can", async () => {
  await using driven = await driveCompanion(DEVICE);
  assert.match(await driven.did("clipboard", { text: "a" }), /\nunconfirmed: on this release only the app in front/);
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "clipboard"), /API 34.*\nNext: .*--companion shell/);
});

test("clipboard is refused without a companion, with how to get one", async () => {
  await using driven = await drive(DEVICE);
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "clipboard", { text: "a" }), /fovea setup/);
});

for (const route of ["in process", "real adb"] as const)
  test(`text copied to or read from the clipboard is in no file of a trace (${route})`, {
    skip: route === "real adb" && skipWithout("adb"),
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
    try {
      const config = { tools: ["device"], trace: folder } as const;
      await using driven = await driveCompanion({ config, host: "shell", app: "com.fovea.form", route });
      const secret = "correct horse battery";
      assert.match(await driven.did("clipboard", { text: secret }), /confirmed: the text was read back/);
      assert.equal(await driven.did("clipboard"), `"${secret}"`);
      assert.equal(driven.phone.hooks.clipboard, secret);
      await driven.did("press_key", { key: "back" });
      await driven.product.recorder[Symbol.asyncDispose]();
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
      const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "latin1"));
      assert.ok(
        texts.some((text) => /"tool":\s*"clipboard"/.test(text)),
        files.join("\n"),
      );
      assert.ok(texts.every((text) => !text.includes("horse")));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
