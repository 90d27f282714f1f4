import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratchFolder } from "../support/device-recording.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";

/** A phone in its own process, behind its own adb server. */
async function startDevice(...flags: readonly string[]) {
  const fovea = new FoveaProcess(["virtual-device", "--adb-server-port", "0", ...flags]);
  const [, port = ""] = await fovea.says(/^adb server: fovea observe --adb-port (\d+)\n/m);
  return { fovea, port, [Symbol.asyncDispose]: async () => await fovea[Symbol.asyncDispose]() };
}

/** Without its age; and whether the counters of frames came in time is not part of what is recorded. */
const outline = (text: string) =>
  text.replace(/^(\S+ \| \S+).*$/m, "$1").replace(/^! (?:TIMEOUT|NO_FRAME_STATS) .*gfxinfo.*\n/m, "");

test("commands record a phone one after another, and fovea virtual-device --from plays the recording", async () => {
  using folder = scratchFolder();
  const phone = join(folder.path, "phone");
  const said: string[] = [];
  {
    await using device = await startDevice("--app", "settings");
    const record = ["record-device", phone, "--adb-port", device.port, "--state-dir", folder.path, "--"];
    for (const command of [["observe"], ["open", "com.fovea.form"], ["observe"]]) {
      const { stdout, code } = await runFovea([...record, ...command]);
      assert.equal(code, 0);
      said.push(outline(stdout));
    }
  }
  await using played = await startDevice("--from", phone, "--pace", "fast");
  assert.match(played.fovea.stdout, /^recorded \S+ by Fovea \S+: \d+ exchanges, 1 of them acts\n/);
  const where = ["--adb-port", played.port, "--state-dir", join(folder.path, "other")];
  const again: string[] = [];
  for (const command of [["observe"], ["open", "com.fovea.form"], ["observe"]]) {
    again.push(outline((await runFovea([...command, ...where])).stdout));
  }
  assert.equal(again[0], said[0]);
  const [hint, redacted] = ['field "At least 8 characters" password', 'field "[redacted]" password'];
  const form = said[2] ?? assert.fail();
  assert.ok(form.includes(hint));
  assert.equal(again[2], form.replace(hint, redacted), "everything except the text and the hint of a password field");
  const { stderr, code } = await runFovea(["press", "home", ...where]);
  assert.equal(code, 1);
  assert.match(stderr, /NOT_RECORDED: the recording ends before this act/);
});

test("a recording that cannot be written or played has an error code, and a wrong command line is a usage error", async () => {
  using folder = scratchFolder();
  writeFileSync(join(folder.path, "thesis.txt"), "");
  const unwritable = await runFovea(["record-device", folder.path, "--", "devices"]);
  assert.equal(unwritable.code, 1);
  assert.match(unwritable.stderr, /^RECORDING_UNWRITABLE: .*it contains something else\nNext: /);
  const unreadable = await runFovea(["virtual-device", "--from", folder.path]);
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.stderr, /^RECORDING_UNREADABLE: .*is not a recording of a phone.*\nNext: /);
  for (const words of [
    ["record-device"],
    ["record-device", "--device", "x"],
    ["record-device", folder.path, "--", "doctor"],
    ["virtual-device", "--from", folder.path, "--api", "30"],
    ["virtual-device", "--pace", "fast"],
    ["virtual-device", "--from", folder.path, "--pace", "slow"],
  ]) {
    assert.equal((await runFovea(words)).code, 2, words.join(" "));
  }
});

/* mutations
- file: src/cli/record-device.ts
  from: "if (entry?.isNeverRecorded)"
  to: "if (entry === undefined)"
  name: "a recording that cannot be written or played has an error code, and a wrong command line is a usage error"
*/
