import assert from "node:assert/strict";
import { test } from "node:test";
import { monkey } from "../../../packages/virtual-android/src/commands/monkey.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

test("monkey with one event opens the launcher activity of a package", async () => {
  using device = openPhone();
  const args = ["-p", "com.fovea.clock", "-c", "android.intent.category.LAUNCHER", "1"];
  const { status, stdout, stderr } = await runCommand(device, monkey, args);
  assert.equal(status, 0);
  assert.match(
    stdout.toString(),
    /^ {2}bash arg: -p\n {2}bash arg: com\.fovea\.clock\n[\s\S]*Events injected: 1\n## Network stats: elapsed time=\d+ms/,
  );
  assert.match(stderr, /^args: \[-p, com\.fovea\.clock, -c, android\.intent\.category\.LAUNCHER, 1\]\n/);
  device.wait();
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.clock");
});

test("monkey is aborted for a package without a launcher activity", async () => {
  using device = openPhone();
  for (const name of ["org.nobody", "com.android.permissioncontroller"]) {
    const { status, stdout } = await runCommand(device, monkey, ["-p", name, "1"]);
    assert.equal(status, 252);
    assert.match(stdout.toString(), /\*\* No activities found to run, monkey aborted\.\n$/);
  }
});

test("monkey refuses random events", async () => {
  using device = openPhone();
  for (const args of [["-p", "com.fovea.clock", "500"], ["1"], ["-p", "com.fovea.clock", "--pct-touch", "50", "1"]]) {
    const { status, stderr } = await runCommand(device, monkey, args);
    assert.equal(status, 255);
    assert.match(stderr, /^usage: monkey/);
  }
});
