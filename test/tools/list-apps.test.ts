import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

test("the ids are the phone's own, sorted, those of the system only on request", async () => {
  await using driven = await drive();
  const { packages } = driven.phone.state();
  const ids = (isWanted: (isSystem: boolean) => boolean) =>
    packages
      .filter(({ isSystem }) => isWanted(isSystem))
      .map(({ packageName }) => packageName)
      .sort();
  assert.deepEqual(
    (await driven.did("list_apps")).split("\n"),
    ids((isSystem) => !isSystem),
  );
  assert.deepEqual(
    (await driven.did("list_apps", { system: true })).split("\n"),
    ids(() => true),
  );
  assert.equal(await driven.did("list_apps", { contains: "Messages" }), "com.fovea.messages");
  assert.match(await driven.did("list_apps", { contains: "zzz" }), /^\(no such app; `system` also lists /);
  assert.deepEqual(await hintsOf(driven, "list_apps"), [true, false, true, true]);
  await driven.refused("INVALID_ARGUMENT", "list_apps", { filter: "x" });
});

for (const apiLevel of [24, 28, 30, 36]) {
  test(`apps are listed on API ${apiLevel}`, async () => {
    await using driven = await drive({ apiLevel });
    assert.equal(await driven.did("list_apps", { contains: "fovea.form" }), "com.fovea.form");
  });
}

test("of a thousand apps the first are listed, the others are counted, and one that is looked for is found", async () => {
  await using driven = await drive({ speed: 30 });
  const apk = {
    versionCode: 1,
    versionName: "1",
    minSdk: 24,
    targetSdk: 33,
    isTestOnly: false,
    launcherActivity: null,
  };
  const before = (await driven.did("list_apps")).split("\n").length;
  for (let at = 0; at < 1_000; at += 1)
    driven.phone.installPackage({ ...apk, packageName: `zz.app${at}`, label: `App ${at}` });
  const lines = (await driven.did("list_apps")).split("\n");
  assert.equal(lines.length, 201);
  assert.equal(lines.at(-1), `… and ${before + 800} more: narrow it down with contains`);
  assert.equal(await driven.did("list_apps", { contains: "zz.app777" }), "zz.app777");
});
