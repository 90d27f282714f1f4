import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledProfile, type Profile } from "../../../packages/virtual-android/src/profile.js";
import { pollUntil } from "../../../src/base/signals.js";
import { type Driven, drive } from "../../support/drive.js";

test("wait_for takes no condition for true while the elements cannot be read, not even a negated one", async () => {
  const stderr = "ERROR: null root node returned by UiTestAutomationBridge.\n";
  const fault = { kind: "fail", status: 1, stderr } as const;
  await using driven = await drive({ app: "com.fovea.form", faults: [{ command: "^uiautomator", fault }] });
  for (const condition of ['not "Loading"', '"Create account"', "no progress and app com.fovea.form"]) {
    const text = await driven.refused("WAIT_TIMEOUT", "wait_for", { condition, timeout_ms: 100 });
    assert.match(text, /; the elements could not be read: /);
  }
  assert.match(await driven.did("wait_for", { condition: "app com.fovea.form or not keyboard" }), /^true after /);
});

test("wait_for on windows, the keyboard and apps needs no hierarchy", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const { hooks } = driven.phone;
  hooks.after(2_000, () => hooks.tap("Given and family name"));
  assert.match(await driven.did("wait_for", { condition: "keyboard" }), /^true after .*\n.*\| keyboard shown \|/);
  hooks.after(2_000, () => hooks.open("com.fovea.notes"));
  assert.match(
    await driven.did("wait_for", { condition: "app com.fovea.notes and no keyboard" }),
    /\ncom\.fovea\.notes\//,
  );
});

test("a cancelled wait_for stops sending requests to the phone", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const abort = new AbortController();
  const { log } = driven.product.device;
  const call = driven.mcp.call("wait_for", { condition: '"never"' }, { signal: abort.signal }).catch(() => "cancelled");
  await pollUntil(() => (log.counts.servicesOpened > 8 ? true : undefined), 5, AbortSignal.timeout(60_000));
  abort.abort();
  assert.equal(await call, "cancelled");
  await pollUntil(() => (log.counts.openServices === 0 ? true : undefined), 5, AbortSignal.timeout(60_000));
  const { servicesOpened } = log.counts;
  await driven.did("list_devices");
  assert.ok(log.counts.servicesOpened <= servicesOpened + 1);
});

test("wait_for with timeout_ms 0 checks the condition once", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  assert.match(
    await driven.did("wait_for", { condition: '"Full name"', timeout_ms: 0 }),
    /^true after \d+ ms: e\d+ "Full name"/,
  );
});

/** The number of runs of a program so far. */
function runsOn({ product }: Driven, program: string): number {
  const programs = product.device.log.processes.flatMap((process) => process.programs);
  return programs.filter(([name]) => name === program).length;
}

const dumpsOn = (driven: Driven) => runsOn(driven, "uiautomator");

test("wait_for observes the screen several times a second", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const before = runsOn(driven, "screencap");
  const abort = new AbortController();
  // Ten observations take a second or two; with five seconds between them they take 45.
  const isSeen = () => runsOn(driven, "screencap") - before >= 10 || undefined;
  const waiting = driven.mcp.call("wait_for", { timeout_ms: 300_000 }, { signal: abort.signal });
  waiting.catch(() => {});
  await pollUntil(isSeen, 5, AbortSignal.timeout(40_000));
  abort.abort();
  await assert.rejects(waiting);
});

/** uiautomator takes a minute of the phone's to start. */
const SLOW_DUMPS: Profile = {
  ...bundledProfile("instant"),
  commands: [{ command: ["uiautomator"], delayMs: { fixed: 60_000 }, cites: "a case that is tested" }],
};

test("wait_for reports a change from the quick check that shows it, without reading the hierarchy", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const before = dumpsOn(driven);
  const { hooks } = driven.phone;
  hooks.after(2_000, () => hooks.tap("I agree to the terms"));
  assert.match(await driven.did("wait_for"), /\(the picture changed within .*; observe reads the elements\)$/);
  assert.equal(dumpsOn(driven), before);
});

test("wait_for reports another window while the hierarchy is still being read, and ends that reading", async () => {
  await using driven = await drive({ app: "com.fovea.form", profile: SLOW_DUMPS });
  const { hooks } = driven.phone;
  const waiting = driven.did("wait_for");
  await pollUntil(() => (dumpsOn(driven) > 0 ? true : undefined), 2, AbortSignal.timeout(60_000));
  hooks.open("com.fovea.notes");
  const text = await waiting;
  assert.match(text, /^the screen changed after \d+ ms\ncom\.fovea\.notes\/.*\| no hierarchy\n\(the window in front/);
  const { log } = driven.product.device;
  await pollUntil(() => (log.counts.openServices === 0 ? true : undefined), 5, AbortSignal.timeout(60_000));
});

test("wait_for does not take a blinking caret for a change", async () => {
  await using driven = await drive({ app: "com.fovea.form", speed: 10 });
  driven.phone.hooks.tap("Given and family name");
  await driven.did("wait_for", { condition: "keyboard" });
  await driven.did("observe");
  await driven.refused("WAIT_TIMEOUT", "wait_for", { timeout_ms: 1_000 });
});
