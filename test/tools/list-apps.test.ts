import assert from "node:assert/strict";
import { test } from "node:test";
import { writeLabelTable } from "../../packages/virtual-android/src/apk/resource-table.js";
import { writeZip } from "../../packages/virtual-android/src/apk/write-zip.js";
import { MemoryFiles } from "../../packages/virtual-android/src/files.js";
import { parseRecentApps } from "../../src/devices/recent-apps.js";
import { drive, hintsOf } from "../support/drive.js";

test("list_apps lists the phone's ids and labels, sorted, and system apps only on request", async () => {
  await using driven = await drive();
  const { packages } = driven.phone.state();
  const lines = (isWanted: (isSystem: boolean) => boolean) =>
    packages
      .filter(({ isSystem }) => isWanted(isSystem))
      .map(({ packageName, label, launcherActivity }) =>
        launcherActivity === null ? packageName : `${packageName} "${label}"`,
      )
      .sort();
  assert.deepEqual(
    (await driven.did("list_apps")).split("\n"),
    lines((isSystem) => !isSystem),
  );
  assert.deepEqual(
    (await driven.did("list_apps", { system: true })).split("\n"),
    lines(() => true),
  );
  assert.equal(await driven.did("list_apps", { contains: "Messages" }), 'com.fovea.messages "Messages"');
  assert.match(await driven.did("list_apps", { contains: "zzz" }), /^\(no such app; `system` also lists /);
  assert.deepEqual(await hintsOf(driven, "list_apps"), [true, false, true, true]);
  await driven.refused("INVALID_ARGUMENT", "list_apps", { filter: "x" });
});

for (const apiLevel of [24, 28, 30, 36]) {
  test(`list_apps works on API ${apiLevel}`, async () => {
    await using driven = await drive({ apiLevel });
    assert.equal(await driven.did("list_apps", { contains: "fovea.form" }), 'com.fovea.form "Sign up"');
    assert.equal(await driven.did("list_apps", { contains: "sign UP" }), 'com.fovea.form "Sign up"');
  });
}

for (const apiLevel of [24, 29, 33, 36]) {
  test(`list_apps lists recently used apps, the latest first, without the launcher (API ${apiLevel})`, async () => {
    await using driven = await drive({ apiLevel });
    assert.equal(await driven.did("list_apps", { recent: true }), "(no such app was used lately)");
    for (const name of ["com.fovea.form", "com.android.settings", "com.fovea.notes"])
      await driven.did("open_app", { package: name });
    const all = ['com.fovea.notes "Notes"', 'com.android.settings "Settings"', 'com.fovea.form "Sign up"'];
    assert.deepEqual((await driven.did("list_apps", { recent: true })).split("\n"), all);
    await driven.did("open_app", { package: "com.fovea.form" });
    await driven.did("close_app", { package: "com.fovea.notes" });
    assert.deepEqual((await driven.did("list_apps", { recent: true })).split("\n"), [all[2], all[1]]);
    assert.equal(await driven.did("list_apps", { recent: true, contains: "sett" }), all[1]);
  });
}

test("parseRecentApps ignores tasks of other users, and text in another format", () => {
  const task = (user: number, name: string) =>
    `  * Recent #0: Task{1 #5 type=standard A=10:${name} U=${user} visible=true}\n    intent={act=a.MAIN cmp=${name}/.Main}\n`;
  const head = "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n";
  assert.deepEqual(parseRecentApps(head + task(10, "com.x") + task(0, "com.y"), 0), ["com.y"]);
  assert.deepEqual(parseRecentApps(`${head}  (nothing)\n`, 0), []);
  assert.equal(parseRecentApps("Unknown command: recents\n", 0), null);
});

test("list_apps lists the first of a thousand apps, counts the others, and finds one by query", async () => {
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

for (const apiLevel of [24, 29, 33, 36]) {
  test(`a label is in the user's language, read from the APK on the device, and opens the app (API ${apiLevel})`, async () => {
    await using driven = await drive({ apiLevel, config: { tools: ["app"] } });
    const clock = async () => await driven.did("list_apps", { contains: "fovea.clock" });
    assert.equal(await clock(), 'com.fovea.clock "Clock"');
    driven.phone.setProperty("persist.sys.locale", "de-AT");
    assert.equal(await clock(), 'com.fovea.clock "Uhr"');
    assert.match(await driven.did("app_info", { package: "com.fovea.clock" }), /^com\.fovea\.clock "Uhr": installed$/m);
    await driven.did("open_app", { package: "Uhr" });
    assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.clock");
    driven.phone.putSetting("system", "system_locales", "fr-FR,en-US,de-DE");
    assert.equal(await clock(), 'com.fovea.clock "Clock"');
  });
}

test("an APK is read again only when it changed", async () => {
  await using driven = await drive();
  const reads = () =>
    driven.product.device.log.processes.flatMap(({ programs }) => programs).filter(([name]) => name === "dd").length;
  const clock = async () => await driven.did("list_apps", { contains: "fovea.clock" });
  await clock();
  const first = reads();
  assert.ok(first > 0);
  await clock();
  assert.equal(reads(), first);
  const { phone } = driven;
  const path = phone.state().packages.find(({ packageName }) => packageName === "com.fovea.clock")?.apkPath ?? "";
  const labels = new Map([["", 'Time "now"\n']]);
  const table = writeLabelTable("com.fovea.clock", labels);
  assert.ok(phone.files instanceof MemoryFiles);
  phone.files
    .asRoot()
    .write(path, writeZip({ "classes.dex": Buffer.alloc(99_999, 7), "resources.arsc": table }), 0o644);
  assert.equal(await clock(), 'com.fovea.clock "Time \\"now\\""');
  assert.ok(reads() > first);
});

test("list_apps lists ids without labels where labels cannot be read, and a note gives the reason", async () => {
  const missing = { kind: "fail", status: 127, stderr: "dd: not found\n" } as const;
  await using driven = await drive({ faults: [{ command: "^dd ", fault: missing }] });
  const [note, ...ids] = (await driven.did("list_apps")).split("\n");
  assert.equal(note, `! the labels of ${ids.length} apps could not be read, or not in time: call again`);
  assert.ok(ids.includes("com.fovea.clock"));
  const failed = { kind: "fail", status: 1, stderr: "no such service\n" } as const;
  driven.product.device.faults.set([{ command: "^cmd package query-activities", fault: failed }]);
  assert.match(await driven.did("list_apps"), /^! labels are missing: .*no such service\n/);
});
