import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

test("uninstall_app removes an app", async () => {
  await using driven = await drive({ app: "com.fovea.notes", config: { manageApps: "allow" } });
  const text = await driven.did("uninstall_app", { package: "com.fovea.notes" });
  assert.match(
    text,
    /^uninstalled com\.fovea\.notes "1\.0" \(1\) on \S+\nconfirmed: it is no longer installed for user 0\nversion: "1\.0" \(1\) -> not installed\n/,
  );
  assert.doesNotMatch(await driven.did("list_apps", { system: true }), /com\.fovea\.notes/);
  await driven.refused("APP_NOT_FOUND", "uninstall_app", { package: "com.fovea.notes" });
});

test("uninstall_app refuses an app that came with the phone, and does not hide it instead", async () => {
  await using driven = await drive({ config: { manageApps: "allow" } });
  const text = await driven.refused("APP_CHANGE_REFUSED", "uninstall_app", { package: "com.android.settings" });
  assert.match(text, /"Failure \[DELETE_FAILED_INTERNAL_ERROR\]"\nNext: It is preinstalled/);
  assert.match(await driven.did("list_apps", { system: true }), /^com\.android\.settings "Settings"$/m);
});

test("uninstall_app refuses the launcher, Fovea's companion and invalid package ids", async () => {
  await using driven = await drive({ onDevice: "enabled", config: { manageApps: "allow" } });
  assert.match(
    await driven.refused("INVALID_ARGUMENT", "uninstall_app", { package: "dev.fovea.service" }),
    /own companion on \S+ and is not uninstalled\nNext: .*fovea setup --remove/,
  );
  await driven.refused("INVALID_ARGUMENT", "uninstall_app", { package: "com.android.systemui" });
  await driven.refused("INVALID_ARGUMENT", "uninstall_app", { package: "com.example; rm -rf /" });
});

test("uninstall_app is not confirmed where the phone reports Success and keeps the app", async () => {
  // The kind of firmware that answers before, and instead of, doing it.
  const lie = { kind: "prefix", stdout: "Success\n" } as const;
  await using driven = await drive({
    config: { manageApps: "allow" },
    faults: [{ command: "^pm uninstall", fault: lie }],
  });
  const text = await driven.refused("APP_CHANGE_UNPROVEN", "uninstall_app", { package: "com.android.settings" });
  assert.match(text, /but it is still installed: "[\d.]+" \(\d+\) \(it may have happened\)/);
});

test("a package manager that crashes is not read as the answer that there is no such app", async () => {
  // The plan and the observation before it are answered, what comes after is not.
  const dying = { command: "^pm path", from: 3, fault: { kind: "fail", status: 137, stderr: "" } } as const;
  await using driven = await drive({ config: { manageApps: "allow" }, faults: [dying] });
  const text = await driven.refused("SHELL_FAILED", "uninstall_app", { package: "com.fovea.notes" });
  assert.match(text, /does not report on com\.fovea\.notes: \(exit code 137\) \(it may have happened\)/);
});

test("uninstall_app refuses an app that may belong to the system", async () => {
  const mute = { command: "^dumpsys -t 5 package", fault: { kind: "fail", status: 1, stderr: "" } } as const;
  await using driven = await drive({ config: { manageApps: "allow" }, faults: [mute] });
  const text = await driven.refused("SHELL_FAILED", "uninstall_app", { package: "com.android.settings" });
  assert.match(text, /does not report on com\.android\.settings: its flags are missing/);
  assert.match(await driven.did("list_apps", { system: true }), /^com\.android\.settings "Settings"$/m);
});

test("the tool list marks uninstall_app as destructive", async () => {
  await using driven = await drive({ config: { manageApps: "allow" } });
  assert.deepEqual(await hintsOf(driven, "uninstall_app"), [false, true, false, true]);
});
