import assert from "node:assert/strict";
import { test } from "node:test";
import { ime } from "../../../packages/virtual-android/src/commands/ime.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

const VOICE = "com.android.inputmethod.voice/.VoiceInputMethod";

async function run(device: ReturnType<typeof openPhone>, ...args: readonly string[]) {
  const { status, stdout, stderr } = await runCommand(device, ime, args);
  return { status, out: stdout.toString(), err: stderr };
}

test("ime list -s lists the enabled input methods, and -a all of them", async () => {
  using device = openPhone({ apiLevel: 33 });
  const google = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";
  assert.equal((await run(device, "list", "-s")).out, `${google}\n`);
  assert.equal((await run(device, "list", "-a", "-s")).out, `${google}\n${VOICE}\n`);
  assert.match((await run(device, "list")).out, /^com\.google\.\S+:\n {2}mId=/);
});

test("ime enable, set and disable change the settings, and print the user from Android 9 on", async () => {
  for (const [apiLevel, user] of [
    [24, ""],
    [33, " for user #0"],
  ] as const) {
    using device = openPhone({ apiLevel });
    assert.deepEqual(await run(device, "set", VOICE), {
      status: 255,
      out: "",
      err: `Unknown input method ${VOICE} cannot be selected${user}\n`,
    });
    assert.equal((await run(device, "enable", VOICE)).out, `Input method ${VOICE}: now enabled${user}\n`);
    assert.equal((await run(device, "enable", VOICE)).out, `Input method ${VOICE}: already enabled${user}\n`);
    assert.equal((await run(device, "set", VOICE)).out, `Input method ${VOICE} selected${user}\n`);
    assert.equal(device.phone.state().ime.currentMethod, VOICE);
    assert.equal((await run(device, "disable", VOICE)).out, `Input method ${VOICE}: now disabled${user}\n`);
    await run(device, "reset");
    assert.notEqual(device.phone.state().ime.currentMethod, VOICE);
  }
});

test("ime enable refuses an input method that is not installed", async () => {
  using device = openPhone();
  const { status, err } = await run(device, "enable", "org.x/.Y");
  assert.deepEqual([status, err], [255, "Unknown input method org.x/.Y cannot be enabled for user #0\n"]);
});
