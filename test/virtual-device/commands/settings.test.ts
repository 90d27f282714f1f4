import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../packages/virtual-android/src/command.js";
import { content } from "../../../packages/virtual-android/src/commands/content.js";
import { getprop } from "../../../packages/virtual-android/src/commands/getprop.js";
import { setprop } from "../../../packages/virtual-android/src/commands/setprop.js";
import { settings } from "../../../packages/virtual-android/src/commands/settings.js";
import { phoneState } from "../fixtures/phone-states.js";
import { fakePhone } from "../support/fake-phone.js";
import { runCommand } from "../support/run-command.js";

/** Runs lines one after another on one phone and gives what the last one printed. */
async function run(command: Command, lines: readonly string[], api = 33) {
  const { phone } = fakePhone(phoneState({ api }));
  let last = await runCommand(command, lines[0] ?? "", phone);
  for (const line of lines.slice(1)) last = await runCommand(command, line, phone);
  return { ...last, phone };
}

describe("settings", () => {
  it("gets, puts and deletes settings", async () => {
    assert.equal((await run(settings, ["settings get system user_rotation"])).stdout, "0\n");
    assert.equal((await run(settings, ["settings get secure enabled_accessibility_services"])).stdout, "null\n");
    const put = await run(settings, ["settings put system user_rotation 1", "settings get system user_rotation"]);
    assert.equal(put.stdout, "1\n");
    assert.equal(put.phone.state().settings.system.get("user_rotation"), "1");
    assert.equal((await run(settings, ["settings delete global adb_enabled"])).stdout, "Deleted 1 rows\n");
    assert.equal((await run(settings, ["settings delete global nothing"])).stdout, "Deleted 0 rows\n");
    assert.equal((await run(settings, ["settings --user 0 get GLOBAL adb_enabled"])).stdout, "1\n");
  });

  it("lists a namespace sorted", async () => {
    const { stdout } = await run(settings, ["settings put system a_key b=c", "settings list system"]);
    assert.equal(stdout, "a_key=b=c\naccelerometer_rotation=1\nfont_scale=1.0\nuser_rotation=0\n");
  });

  it("reports errors", async () => {
    for (const [line, message] of [
      ["settings get nowhere key", "Invalid namespace 'nowhere'\n"],
      ["settings fetch system key", "Invalid command: fetch\n"],
      ["settings put system key", "Bad arguments\n"],
      ["settings get system", "Bad arguments\n"],
      ["settings get system a b", "Too many arguments\n"],
    ] as const) {
      const { status, stderr } = await run(settings, [line]);
      assert.deepEqual({ status, stderr }, { status: 255, stderr: message });
    }
  });
});

describe("getprop and setprop", () => {
  it("print one property, its default, or all", async () => {
    assert.equal((await run(getprop, ["getprop ro.serialno"])).stdout, "FOVEA0001\n");
    assert.equal((await run(getprop, ["getprop no.such"])).stdout, "\n");
    assert.equal((await run(getprop, ["getprop no.such fallback"])).stdout, "fallback\n");
    assert.equal(
      (await run(getprop, ["getprop"])).stdout,
      "[persist.sys.locale]: [en-US]\n[ro.build.version.sdk]: [33]\n[ro.product.model]: [Fovea One]\n[ro.serialno]: [FOVEA0001]\n[sys.boot_completed]: [1]\n",
    );
    assert.equal((await run(getprop, ["getprop -T ro.build.version.sdk"])).stdout, "int\n");
  });

  it("set what the shell may set", async () => {
    const { phone, status } = await run(setprop, ["setprop debug.hwui.profile true"]);
    assert.equal(status, 0);
    assert.equal((await runCommand(getprop, "getprop debug.hwui.profile", phone)).stdout, "true\n");
  });

  it("fail for other properties, with the release's text", async () => {
    const now = await run(setprop, ["setprop ro.debuggable 1"]);
    assert.deepEqual(
      [now.status, now.stderr],
      [1, "Failed to set property 'ro.debuggable' to '1'.\nSee dmesg for error reason.\n"],
    );
    const before = await run(setprop, ["setprop ro.debuggable 1"], 28);
    assert.equal(before.stderr, "setprop: failed to set property 'ro.debuggable' to '1'\n");
    assert.equal((await run(setprop, ["setprop debug.x"])).stderr, "usage: setprop NAME VALUE\n");
    const { setProperty: _, ...without } = fakePhone(phoneState({ api: 33 })).phone;
    assert.equal((await runCommand(setprop, "setprop debug.x 1", without)).status, 1);
  });
});

describe("content", () => {
  it("queries, inserts and deletes settings", async () => {
    const query = "content query --uri content://settings/system --projection name:value --where name='font_scale'";
    assert.equal((await run(content, [query])).stdout, "Row: 0 name=font_scale, value=1.0\n");
    assert.equal(
      (await run(content, ["content query --uri content://settings/secure/nothing"])).stdout,
      "No result found.\n",
    );
    const insert = "content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1";
    const { phone } = await run(content, [insert]);
    assert.equal(phone.state().settings.system.get("user_rotation"), "1");
    await runCommand(content, "content delete --uri content://settings/system/user_rotation", phone);
    assert.equal(phone.state().settings.system.has("user_rotation"), false);
  });

  it("refuses other providers", async () => {
    const { status, stderr } = await run(content, ["content query --uri content://sms/inbox"]);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^Error while accessing provider:sms\njava\.lang\.IllegalStateException: Could not find provider: sms\n$/,
    );
  });
});
