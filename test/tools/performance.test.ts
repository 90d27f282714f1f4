import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCpu, parseMemory } from "../../src/observe/evidence/read-performance.js";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const APP = { config: { tools: ["app"] }, app: "com.fovea.form" } as const;
const FORM = { package: "com.fovea.form" };

for (const apiLevel of [24, 33])
  test(`performance counts only what was drawn and computed within the period (API ${apiLevel})`, async () => {
    await using driven = await drive({ ...APP, apiLevel });
    await driven.did("swipe", { direction: "up" });
    const before = await driven.did("performance", FORM);
    assert.match(before, /^runs: pid \d+\nmemory \(PSS\): \d{5} KB\nCPU since it began: \d+ ms\nframes: [1-9]/);
    driven.phone.hooks.setBattery(80, false);
    await driven.did("performance", { ...FORM, action: "start" });
    assert.match(await driven.did("performance", FORM), /^frames: 0, late 0$/m);
    await driven.did("type_text", { target: "id/name", text: "Ann" });
    driven.phone.hooks.setBattery(79, false);
    const span = await driven.did("performance", { ...FORM, action: "stop" });
    assert.match(span, /^com\.fovea\.form over \d+ ms\nframes: [1-9]\d*, late \d+ \([\d.]+ %\); 50 % within \d+ ms/);
    assert.match(span, /^CPU: \d+ ms \([\d.]+ % of one core\)$/m);
    assert.match(span, /^battery: 80 % -> 79 %, 40000 µAh used$/m);
    const gfx = (await runOnPhone(driven.product.device, "dumpsys gfxinfo com.fovea.form")).stdout;
    const drawn = /Total frames rendered: (\d+)/.exec(gfx)?.[1];
    assert.match(span, new RegExp(`^frames: ${drawn}, `, "m"));
    await driven.refused("MEASUREMENT_NOT_RUNNING", "performance", { ...FORM, action: "stop" });
    assert.deepEqual(await hintsOf(driven, "performance"), [false, false, false, true]);
  });

test("performance ends and starts an app, and reports the device's start time", async () => {
  await using driven = await drive(APP);
  const pid = driven.phone.state().processes.find((one) => one.packageName === FORM.package)?.pid;
  const text = await driven.did("performance", { ...FORM, action: "launch" });
  assert.match(text, /^ended com\.fovea\.form and opened .*\nfirst frame after \d+ ms \(COLD\)\n/);
  assert.notEqual(driven.phone.state().processes.find((one) => one.packageName === FORM.package)?.pid, pid);
});

test("performance reports a process that ended in between, and refuses missing and protected apps", async () => {
  await using driven = await drive(APP);
  await driven.did("performance", { ...FORM, action: "start" });
  await driven.did("close_app", FORM);
  assert.match(await driven.did("performance", { ...FORM, action: "stop" }), /^! the app does not run at the end/m);
  await driven.refused("APP_NOT_FOUND", "performance", { package: "com.nope.none" });
  await driven.refused("INVALID_ARGUMENT", "performance", { package: "$(reboot)" });
  await driven.refused("INVALID_ARGUMENT", "performance", { package: "com.android.systemui", action: "launch" });
});

test("parseCpu and parseMemory read totals whatever the name of the process, and nothing from unknown text", () => {
  assert.equal(parseCpu("12 (a) b) S 1 12 0 0 -1 0 0 0 0 0 40 10 0 0 20 0 1 0 0\n"), 500);
  assert.equal(parseCpu("12 (a) S 1"), null);
  assert.equal(parseMemory("               TOTAL:    41200       TOTAL SWAP PSS:        0"), 41_200);
  assert.equal(
    parseMemory("           TOTAL PSS:    100            TOTAL RSS: 5\n           TOTAL PSS:    11   "),
    111,
  );
  assert.equal(parseMemory("No process found for: com.x"), null);
});
