import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessibilityNodeState } from "../../../packages/virtual-android/src/accessibility-state.js";
import type { VirtualPhone } from "../../../packages/virtual-android/src/virtual-phone.js";
import { whenReady } from "../../../src/actions/targets/when-ready.js";
import { tap } from "../../../src/actions/verbs/tap.js";
import { FoveaError } from "../../../src/base/errors.js";
import { parseTarget } from "../../../src/screen/selector.js";
import { coded } from "../../support/coded.js";
import { colourDetector } from "../../support/colour-detector.js";
import { drive, refIn, SMALL } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";
import { recordInput } from "../../support/recorder.js";
import { RED, TILE_APP, tileApp } from "../../support/tile-app.js";

type Node = AccessibilityNodeState;

/** Changes the reported hierarchy until `end` is called, when the phone sends an event. */
function reported(phone: VirtualPhone, change: (node: Node) => Node): { end(): void } {
  const { accessibilityWindows } = phone;
  const all = (node: Node): Node => {
    const changed = change(node);
    return { ...changed, children: changed.children.map(all) };
  };
  phone.accessibilityWindows = () =>
    accessibilityWindows.call(phone).map((window) => ({ ...window, root: window.root && all(window.root) }));
  return { end: () => void Object.assign(phone, { accessibilityWindows }) };
}

const ofTerms = (change: Partial<Node>) => (node: Node) =>
  node.resourceId.endsWith("id/terms") ? { ...node, ...change } : node;

/** Calls back right before the hierarchy is read for the n-th time. */
function onTree(phone: VirtualPhone, nth: number, run: () => void): void {
  const { accessibilityWindows } = phone;
  let asked = 0;
  phone.accessibilityWindows = () => {
    asked += 1;
    if (asked === nth) run();
    return accessibilityWindows.call(phone);
  };
}

test("tap waits for a target that is not there yet, and touches it once", async () => {
  await using driven = await drive({ app: "com.fovea.notes" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const waiting = driven.did("tap", { target: 'checkbox "I agree to the terms"', timeout_ms: 30_000 });
  onTree(driven.phone, 1, () => {
    driven.phone.clock.schedule(driven.phone.clock.nowMs() + 3_000, () => driven.phone.hooks.open("com.fovea.form"));
  });
  assert.match(await waiting, /^tapped e\d+ checkbox "I agree to the terms"/);
  assert.equal(received.filter(({ kind }) => kind === "down").length, 1);
});

test("tap waits for a disabled target until it is enabled", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const untilThen = reported(driven.phone, ofTerms({ isEnabled: false }));
  onTree(driven.phone, 2, () => untilThen.end());
  const { received } = recordInput(driven.phone);
  const text = await driven.did("tap", { target: 'checkbox "I agree to the terms"', timeout_ms: 30_000 });
  assert.match(text, /^tapped e\d+ checkbox "I agree to the terms"/);
  assert.equal(received.filter(({ kind }) => kind === "down").length, 1);
});

test("with the companion, tap waits for its target by events", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.notes" });
  await driven.did("observe");
  const waiting = driven.did("tap", { target: 'checkbox "I agree to the terms"', timeout_ms: 30_000 });
  const { clock, hooks } = driven.phone;
  clock.schedule(clock.nowMs() + 2_000, () => hooks.open("com.fovea.form"));
  assert.match(await waiting, /^tapped e\d+ checkbox "I agree to the terms"/);
  assert.deepEqual(driven.asked, ["nodeAction"]);
});

for (const start of [drive, driveCompanion]) {
  test(`when the timeout is over, tap returns its last refusal and the time it waited (${start.name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    const { received } = recordInput(driven.phone);
    const startedAt = performance.now();
    const text = await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: '"Not there"', timeout_ms: 1_500 });
    assert.match(text, /^ELEMENT_NOT_FOUND: nothing on the screen matches .*; waited \d+(?:\.\d)? s for it\n/);
    assert.ok(performance.now() - startedAt >= 1_500);
    assert.deepEqual(received, []);
  });

  test(`tap refuses at once what waiting cannot improve (${start.name})`, async () => {
    await using driven = await start({ app: "com.fovea.clock", lock: "swipe" });
    const ref = refIn(await driven.did("observe"), /switch "Alarm/);
    const timeout_ms = 30_000;
    const atOnce = async (code: Parameters<typeof driven.refused>[0], tool: string, args: object) => {
      const text = await driven.refused(code, tool, { ...args, timeout_ms });
      assert.doesNotMatch(text.split("\n")[0] ?? "", /waited/);
    };
    await atOnce("AMBIGUOUS_TARGET", "tap", { target: "switch" });
    await atOnce("REF_STALE", "tap", { target: "e99999" });
    await atOnce("SELECTOR_SYNTAX", "tap", { target: 'button "' });
    await atOnce("NO_TEXT_FIELD", "type_text", { target: ref, text: "x" });
    driven.phone.hooks.open("com.fovea.form");
    await atOnce("REF_STALE", "tap", { target: ref });
    driven.phone.hooks.lock();
    await atOnce("DEVICE_LOCKED", "tap", { target: "id/terms" });
    driven.phone.hooks.setAwake(false);
    await atOnce("SCREEN_OFF", "tap", { target: "id/terms" });
  });
}

test("swipe, drag, pinch and type_text also wait for their targets, and take_action for the server's timeout", async () => {
  await using driven = await driveCompanion({
    app: "com.fovea.form",
    config: { actionTimeoutMs: 300, takeAction: true },
  });
  const target = '"Not there"';
  const calls: readonly (readonly [string, object])[] = [
    ["swipe", { direction: "up", target }],
    ["swipe", { from: "id/terms", to: target }],
    ["drag", { from: target, to: "50%,50%" }],
    ["pinch", { target, percent: 200 }],
    ["type_text", { target, text: "x" }],
    ["take_action", { action: 'tap "Not there"' }],
    ["batch", { steps: [{ tool: "tap", target }] }],
  ];
  for (const [tool, args] of calls) {
    assert.match(await driven.refused("ELEMENT_NOT_FOUND", tool, { ...args }), /; waited \d/, tool);
  }
  assert.deepEqual(driven.asked, []);
});

test("a timeout causes no additional request where the target is ready at the first observation", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const session = await product.session();
  // Whether a screenshot is packed follows from the host's speed; frames are counted beside the touch, not before it.
  const isOfLook = (argv: readonly string[]) =>
    /^(?:uiautomator dump|screencap|dumpsys (?:-t \d+ )?window|cmd input)/.test(argv.join(" "));
  const programs = async (timeoutMs: number) => {
    product.device.log.clear();
    await tap(session, { target: parseTarget("id/terms"), count: 1, holdMs: 0, timeoutMs }, never());
    const first = product.device.log.processes.findIndex(({ argv }) => argv.includes("tap"));
    return product.device.log.processes
      .slice(0, first + 1)
      .filter(({ argv }) => isOfLook(argv))
      .map(({ argv }) => argv.filter((word) => !word.includes("FOVEA")).join(" "))
      .sort();
  };
  await programs(0);
  const without = await programs(0);
  assert.ok(
    without.some((asked) => asked.startsWith("uiautomator dump")),
    without.join("\n"),
  );
  assert.deepEqual(await programs(30_000), without);
});

test("an action that may have happened before it was refused is not tried again", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  let tries = 0;
  const companion = async (): Promise<object> => {
    tries += 1;
    throw new FoveaError("FOCUS_LOST", "in the middle of it", { mayHaveHappened: true });
  };
  const session = await product.session();
  assert.equal(
    (await coded(whenReady(session, { timeoutMs: 30_000 }, companion, never()))).message,
    "in the middle of it",
  );
  assert.equal(tries, 1);
});

test("the caller's timeout also limits the observation, and the error says that nothing could be read", async () => {
  // The phone's time is slow, so that it advances little while this process is stopped.
  await using driven = await drive({ app: "com.fovea.endless", speed: 0.1 });
  const { received } = recordInput(driven.phone);
  const { clock } = driven.phone;
  const startedAt = clock.nowMs();
  const text = await driven.refused("HIERARCHY_UNSETTLED", "tap", { target: '"Stop the text"', timeout_ms: 300 });
  // uiautomator itself gives up on such a screen only after ten seconds.
  assert.ok(clock.nowMs() - startedAt < 5_000);
  assert.match(text, /was not read within the 300 ms of timeout_ms, nothing was touched/);
  assert.deepEqual(received, []);
});

test("an element is not reported as missing where no hierarchy was read", async () => {
  const app = tileApp([RED]);
  const detectors = { mode: "auto", detectors: [colourDetector(new Map([[RED.color, "delete"]]))] } as const;
  // At forty times the speed, a stop of the machine for 25 ms would be a second without events.
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors, speed: 10 });
  driven.phone.hooks.open("com.fovea.endless");
  const text = await driven.refused("HIERARCHY_NOT_IDLE", "tap", { target: '"Stop the text"' });
  assert.match(
    text,
    /is not an element that the pixels show, and the elements cannot be read, nothing was touched: .*stable/,
  );
});
