import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDataBytes } from "../../src/actions/apps/clear-app-data.js";
import { drive, hintsOf } from "../support/drive.js";

test("clear_app_data resets an app to its first start", async () => {
  await using driven = await drive({ app: "com.fovea.notes", config: { manageApps: "allow" } });
  await driven.did("tap", { target: '"Shopping"' });
  await driven.did("tap", { target: '"Delete"' });
  assert.doesNotMatch(await driven.did("observe"), /"Shopping/);
  const text = await driven.did("clear_app_data", { package: "com.fovea.notes" });
  assert.match(
    text,
    /^cleared the data of com\.fovea\.notes on \S+\nconfirmed: its process \d+ was ended\nversion: "1\.0" \(1\) -> "1\.0" \(1\)\n/,
  );
  await driven.did("open_app", { package: "com.fovea.notes" });
  assert.match(await driven.did("observe", { full: true }), /"Shopping/, "the note deleted by hand is there again");
});

test("clear_app_data is unconfirmed where nothing proves that the data are gone", async () => {
  await using driven = await drive({ config: { manageApps: "allow" } });
  const text = await driven.did("clear_app_data", { package: "com.fovea.notes" });
  assert.match(text, /\nunconfirmed: Android reports success, and there is no other evidence: it was not running/);
});

test("clear_app_data is not confirmed where the phone reports Success and the app still runs", async () => {
  const lie = { command: "^pm clear", fault: { kind: "prefix", stdout: "Success\n" } } as const;
  await using driven = await drive({ app: "com.fovea.notes", config: { manageApps: "allow" }, faults: [lie] });
  driven.phone.clearPackage = () => false;
  const text = await driven.refused("APP_CHANGE_UNPROVEN", "clear_app_data", { package: "com.fovea.notes" });
  assert.match(text, /but its process \d+ still runs \(it may have happened\)/);
});

test("clear_app_data refuses protected and missing apps, and reports a refusal by Android", async () => {
  await using driven = await drive({ onDevice: "enabled", config: { manageApps: "allow" } });
  await driven.refused("APP_NOT_FOUND", "clear_app_data", { package: "com.example.none" });
  const own = await driven.refused("INVALID_ARGUMENT", "clear_app_data", { package: "dev.fovea.service" });
  assert.match(own, /own companion on \S+ and keeps its data/);
  driven.phone.clearPackage = () => false;
  const text = await driven.refused("APP_CHANGE_REFUSED", "clear_app_data", { package: "com.fovea.notes" });
  assert.match(text, /did not clear the data of com\.fovea\.notes: "Failed"\nNext: Phones do not allow this/);
});

for (const [after, code] of [
  [8_192, null],
  [3_000_000, "APP_CHANGE_UNPROVEN"],
] as const) {
  test(`with a reported data size, ${after} bytes after clear_app_data ${code ?? "are proof"}`, async () => {
    const command = "^pm get-package-storage-stats";
    const report = (bytes: number) => ({ kind: "prefix", stdout: `data: ${bytes} bytes (some)\n` }) as const;
    const faults = [
      { command, times: 1, fault: report(2_000_000) },
      { command, from: 2, fault: report(after) },
    ];
    await using driven = await drive({ apiLevel: 36, config: { manageApps: "allow" }, faults });
    const args = { package: "com.fovea.notes" };
    const text =
      code === null ? await driven.did("clear_app_data", args) : await driven.refused(code, "clear_app_data", args);
    assert.ok(text.includes(`its data went from 2000000 to ${after} bytes`), text);
  });
}

test("parseDataBytes reads the size of an app's data where the release reports it", () => {
  const reported = "code: 812 bytes\ndata: 53248 bytes (52.00 Kb)\ncache: 0 bytes\n";
  assert.equal(parseDataBytes(reported), 53_248);
  assert.equal(parseDataBytes("Error: get_package_storage_stats flag is not enabled\n"), null);
  assert.equal(parseDataBytes("Unknown command: get-package-storage-stats\n"), null);
});

test("the tool list marks clear_app_data as destructive and idempotent", async () => {
  await using driven = await drive({ config: { manageApps: "allow" } });
  assert.deepEqual(await hintsOf(driven, "clear_app_data"), [false, true, true, true]);
});
