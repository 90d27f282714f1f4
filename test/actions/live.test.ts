import assert from "node:assert/strict";
import { test } from "node:test";
import { waitFor } from "../../src/actions/conditions/wait-for.js";
import { closeApp } from "../../src/actions/verbs/close-app.js";
import { tap } from "../../src/actions/verbs/tap.js";
import { findByRef } from "../../src/screen/element.js";
import { parseCondition, parseTarget } from "../../src/screen/selector.js";
import { coded } from "../support/coded.js";
import { startLiveProduct } from "../support/live-product.js";
import { never } from "../support/never.js";
import { recordInput } from "../support/recorder.js";

const nothing = () => {};

test("tap waits for the screen by events and shows the result without a screenshot or a dump by uiautomator", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const before = await live.observe();
  live.session.noteReported(before);
  const box = before.elements.find(({ role }) => role === "checkbox");
  const { received } = recordInput(live.product.phone);
  const target = parseTarget(box?.ref ?? "");
  const { after, did, by } = await tap(live.session, { target, count: 1, holdMs: 0 }, never());
  assert.match(did, /^tapped e\d+ checkbox/);
  assert.equal(after?.hierarchySource, "a11y-service");
  assert.equal(after && findByRef(after.elements, box?.ref ?? "")?.checked, true);
  assert.equal(by, "click");
  assert.deepEqual(received, [], "nothing went through `input`");
  assert.ok(after);
  for (const observation of [before, after]) assert.equal(live.session.pixels.of(observation), null);
});

test("tap refuses a ref of an earlier screen after a new observation, and touches nothing", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const before = await live.observe();
  const box = before.elements.find(({ role }) => role === "checkbox");
  live.product.phone.hooks.open("com.android.settings");
  await waitFor(
    live.session,
    { condition: parseCondition("app com.android.settings"), timeoutMs: 5_000 },
    nothing,
    never(),
  );
  const input = recordInput(live.product.phone);
  const error = await coded(tap(live.session, { target: parseTarget(box?.ref ?? ""), count: 1, holdMs: 0 }, never()));
  assert.equal(error.code, "REF_STALE");
  assert.deepEqual(input.received, []);
});

test("wait_for ends when events report that its condition became true", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const { phone } = live.product;
  await live.observe();
  phone.hooks.after(3_000, () => phone.hooks.tap("I agree to the terms"));
  const { after } = await waitFor(
    live.session,
    { condition: parseCondition("checkbox checked"), timeoutMs: 10_000 },
    nothing,
    never(),
  );
  assert.equal(after.elements.find(({ role }) => role === "checkbox")?.checked, true);
});

test("wait_for also finds a change for which the app sends no event", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const { phone } = live.product;
  await live.observe();
  phone.onDevice.mute("com.fovea.form");
  phone.hooks.after(3_000, () => phone.hooks.tap("I agree to the terms"));
  const request = { condition: parseCondition("checkbox checked"), timeoutMs: 10_000 };
  const { after } = await waitFor(live.session, request, nothing, never());
  assert.equal(after.hierarchySource, "a11y-service");
});

test("wait_for without a condition compares with the screen that was reported last, and ends at the first difference", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const { phone } = live.product;
  live.session.noteReported(await live.observe());
  phone.hooks.after(2_000, () => phone.hooks.tap("I agree to the terms"));
  const { before, after } = await waitFor(live.session, { condition: null, timeoutMs: 10_000 }, nothing, never());
  assert.equal(before?.elements.find(({ role }) => role === "checkbox")?.checked, false);
  assert.equal(after.elements.find(({ role }) => role === "checkbox")?.checked, true);
});

test("wait_for reports a timeout in time when the timeout is too short", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  await live.observe();
  const request = { condition: parseCondition('"Never"'), timeoutMs: 200 };
  const error = await coded(waitFor(live.session, request, nothing, never()));
  assert.equal(error.code, "WAIT_TIMEOUT");
});

test("close_app refuses to stop the companion itself", async () => {
  await using live = await startLiveProduct({ app: "com.fovea.form" });
  const error = await coded(closeApp(live.session, "dev.fovea.service", never()));
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.match(error.hint, /fovea setup --remove/);
  assert.equal((await live.observe()).hierarchySource, "a11y-service");
});
