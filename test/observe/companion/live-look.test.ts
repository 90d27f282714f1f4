import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../../src/base/signals.js";
import { isLive } from "../../../src/devices/companion/companion-link.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../../src/observe/observe-request.js";
import type { Observation } from "../../../src/screen/observation.js";
import { useCompanions } from "../../support/companion-ways.js";
import { type LiveProduct, startLiveProduct } from "../../support/live-product.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

/** Waits until the phone's own animations and the events of its start are over. */
async function rest({ session }: LiveProduct): Promise<void> {
  const companion = session.onDevice.current;
  await companion?.waitIdle({ quietMs: 150, timeoutMs: 5_000 }, never());
}

function basisOf({ parts }: Observation) {
  return [parts.hierarchy?.basis, parts.hierarchy?.unchangedSince];
}

function codesOf({ errors }: Observation): readonly string[] {
  return errors.map(({ code }) => code).filter((code) => code !== "FACT_UNKNOWN");
}

test("with the companion, an observation of a known screen uses no adb stream and no process on the device", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  await rest(live);
  await live.observe();
  const { cost, hierarchySource, activeWindow, parts } = await live.observe();
  assert.deepEqual([hierarchySource, cost.adbStreams, cost.deviceProcesses], ["a11y-service", 0, 0]);
  assert.ok(cost.walkMs !== null && cost.walkMs > 0);
  assert.equal(activeWindow?.component, "com.fovea.form/.FormActivity");
  assert.equal(parts.activity?.source, "dumpsys window");
  assert.ok((parts.activity?.ageMs ?? 0) > 0);
});

test("the activity is read again when another window comes to the front", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const before = await live.observe();
  live.product.phone.hooks.open("com.android.settings/.Settings");
  const after = await pollUntil(
    async () => {
      const seen = await live.observe();
      return seen.activeWindow?.package === "com.android.settings" ? seen : undefined;
    },
    20,
    AbortSignal.timeout(60_000),
  );
  assert.equal(after.activeWindow?.component, "com.android.settings/.Settings");
  assert.notEqual(after.activeWindow?.windowId, before.activeWindow?.windowId);
});

test("an unchanged screen is reported from events with its age, and fresh reads it again", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  await rest(live);
  const walked = await live.observe();
  const first = await live.observe({ fresh: false });
  const second = await live.observe({ fresh: false });
  const { observationId } = walked;
  assert.deepEqual(basisOf(walked), ["walk", undefined]);
  assert.deepEqual(basisOf(first), ["events", observationId]);
  assert.deepEqual(basisOf(second), ["events", observationId]);
  assert.ok((second.parts.hierarchy?.ageMs ?? 0) >= (first.parts.hierarchy?.ageMs ?? 0));
  assert.equal(second.elements, walked.elements);
  assert.deepEqual(basisOf(await live.observe()), ["walk", undefined]);
});

test("an observation during a transition waits for the window that opens", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form", isSteady: true });
  await live.observe();
  for (const app of ["com.fovea.notes", "com.fovea.messages", "com.fovea.form"]) {
    live.product.phone.hooks.open(app);
    const seen = await live.observe();
    assert.deepEqual([seen.error, seen.hierarchySource], [null, "a11y-service"], app);
  }
});

test("a change without an event is in every fresh observation", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const { phone } = live.product;
  await live.observe();
  await rest(live);
  await live.observe();
  phone.onDevice.mute("com.fovea.form");
  phone.hooks.tap("I agree to the terms");
  const box = (seen: Observation) => seen.elements.find(({ role }) => role === "checkbox")?.checked;
  const changed = await pollUntil(
    async () => {
      const seen = await live.observe();
      return box(seen) === true ? seen : undefined;
    },
    20,
    AbortSignal.timeout(60_000),
  );
  assert.deepEqual(basisOf(changed), ["walk", undefined]);
});

test("refs stay the same over observations by the service, whatever other window opens and closes", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const before = await live.observe();
  const name = before.elements.find(({ resourceId }) => resourceId === "com.fovea.form:id/name");
  live.product.phone.hooks.tap("Given and family name");
  const after = await pollUntil(
    async () => {
      const seen = await live.observe();
      return seen.ime?.visible === true ? seen : undefined;
    },
    20,
    AbortSignal.timeout(60_000),
  );
  const now = after.elements.find(({ resourceId }) => resourceId === "com.fovea.form:id/name");
  assert.equal(now?.ref, name?.ref);
  const keys = after.elements.filter(({ window }) => after.viewHierarchy?.windows[window]?.type === "inputMethod");
  assert.ok(keys.every(({ systemBar }) => systemBar));
  assert.equal(after.focusedElement?.ref, now?.ref);
});

test("a connection lost during a snapshot is opened again, and the observation has its hierarchy", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  live.product.device.faults.add({ request: "service snapshot", times: 1, fault: { kind: "disconnect" } });
  const seen = await live.observe();
  assert.equal(seen.hierarchySource, "a11y-service");
  assert.deepEqual(codesOf(seen), ["DEVICE_DISCONNECTED"]);
});

test("a companion that fails during an observation is named, replaced by uiautomator, and waited for afterwards", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  live.product.device.faults.add({
    request: "service snapshot",
    times: 1,
    fault: { kind: "fail", status: 1, stderr: "out of luck" },
  });
  const seen = await live.observe();
  assert.equal(seen.hierarchySource, "uiautomator");
  assert.deepEqual(codesOf(seen), ["ON_DEVICE_FAILED"]);
  assert.match(seen.parts.hierarchy?.sideEffect ?? "", /suspended .*; the companion was back \d+ ms after it/);
  assert.equal((await live.observe()).hierarchySource, "a11y-service");
});

test("hierarchySource uiautomator suppresses the service, reports it, and leaves the service bound again", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  const seen = await live.observe({ source: "uiautomator" });
  assert.equal(seen.hierarchySource, "uiautomator");
  assert.match(seen.parts.hierarchy?.sideEffect ?? "", /the companion was back \d+ ms after it/);
  assert.deepEqual(codesOf(seen), []);
});

test("a service that another program's UiAutomation suppresses is named, and so is its replacement", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  const { phone } = live.product;
  const companion = live.session.onDevice.current;
  phone.setUiAutomationConnected(true);
  await pollUntil(() => (companion?.events.isSuppressed ? true : undefined), 5, AbortSignal.timeout(60_000));
  const seen = await live.observe();
  assert.ok(codesOf(seen).includes("ON_DEVICE_SUPPRESSED"), codesOf(seen).join());
  assert.equal(seen.hierarchySource, "none");
  assert.ok(codesOf(seen).includes("UIAUTOMATION_BUSY"), codesOf(seen).join());
  const asked = live.session.onDevice.live(never());
  const found = await Promise.race([
    asked,
    new Promise<string>((resolve) => setImmediate(resolve, "it is waited for")),
  ]);
  assert.ok(typeof found !== "string" && !isLive(found), "a dump that did not run suppressed nothing");
  phone.setUiAutomationConnected(false);
  await pollUntil(() => (companion?.events.isSuppressed ? undefined : true), 5, AbortSignal.timeout(60_000));
  assert.equal((await live.observe()).hierarchySource, "a11y-service");
});

test("where only the service is allowed and it is missing, nothing replaces it", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form", onDevice: "absent" });
  const seen = await live.observe({ source: "service" });
  assert.equal(seen.hierarchySource, "none");
  assert.deepEqual(codesOf(seen), ["ON_DEVICE_NOT_BOUND"]);
  assert.equal(seen.activeWindow?.package, "com.fovea.form");
});

test("a device without a companion is read as with companion off, plus a refused stream from time to time", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form", onDevice: "absent" });
  const costs = [];
  for (let count = 0; count < 3; count += 1) costs.push((await live.observe()).cost.adbStreams);
  await using product = await startProduct({ app: "com.fovea.form" });
  const { observation } = await observe(await product.session(), OBSERVE_TREE, never());
  const { adbStreams } = observation.cost;
  assert.deepEqual(costs, [adbStreams + 1, adbStreams, adbStreams]);
});

test("an impostor under the service's name gets no request", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form", onDevice: "absent" });
  live.product.phone.onDevice.squat("service");
  const seen = await live.observe();
  assert.equal(seen.hierarchySource, "uiautomator");
  assert.deepEqual(codesOf(seen), ["ON_DEVICE_UNTRUSTED"]);
});

test("the companion shell is used where it is allowed, and is named as source", async () => {
  await using live = await startLiveProduct({
    app: "com.fovea.form",
    onDevice: "absent",
    link: useCompanions({ companion: "shell" }),
  });
  assert.equal((await live.observe()).hierarchySource, "a11y-shell");
});

test("a restarted service has other window ids, and refs are followed only within one life of the service", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const before = await live.observe();
  live.product.phone.onDevice.kill();
  const after = await pollUntil(
    async () => {
      live.session.onDevice.reconsider();
      const seen = await live.observe();
      return seen.hierarchySource === "a11y-service" ? seen : undefined;
    },
    50,
    AbortSignal.timeout(60_000),
  );
  assert.notEqual(after.viewHierarchy?.epoch, before.viewHierarchy?.epoch);
  const known = new Set(before.elements.map(({ ref }) => ref));
  assert.ok(after.elements.every(({ ref }) => !known.has(ref)));
});

test("an observation has what was read in time of a slow app's window, and reports it", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  live.product.phone.onDevice.slowWalksMs.set("com.fovea.form", 60_000);
  const seen = await live.observe();
  assert.deepEqual(codesOf(seen), ["TRUNCATED"]);
});

test("a service that starts while dumps are taken is waited for after the dump that suppressed it", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form", onDevice: "installed", speed: 2 });
  assert.equal((await live.observe()).hierarchySource, "uiautomator");
  live.product.phone.hooks.enableAccessibilityService("dev.fovea.service/.FoveaAccessibilityService");
  assert.equal(
    (await live.observe()).hierarchySource,
    "uiautomator",
    "the companion is searched for again after some seconds",
  );
  live.session.onDevice.reconsider();
  const seen = await live.observe();
  assert.deepEqual([seen.hierarchySource, seen.error], ["a11y-service", null]);
});
