import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

test("close_app ends an app, and closing it again is not an error", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const runs = () => driven.phone.state().processes.some((one) => one.packageName === "com.fovea.form");
  await driven.did("observe");
  assert.ok(runs());
  const text = await driven.did("close_app", { package: "com.fovea.form" });
  assert.match(
    text,
    /^stopped com\.fovea\.form\nchanged: com\.fovea\.form\/\S+ -> com\.android\S+, .*\ncom\.android\.launcher3\/.*\n\(a different screen\)\n/,
  );
  assert.ok(!runs());
  await driven.did("close_app", { package: "com.fovea.form" });
});

test("close_app refuses missing apps, parts of the system and invalid package ids", async () => {
  await using driven = await drive();
  await driven.refused("APP_NOT_FOUND", "close_app", { package: "com.example.none" });
  await driven.refused("INVALID_ARGUMENT", "close_app", { package: "com.android.systemui" });
  await driven.refused("INVALID_ARGUMENT", "close_app", { package: "$(reboot)" });
  assert.deepEqual(await hintsOf(driven, "close_app"), [false, true, true, true]);
});
