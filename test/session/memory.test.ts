import assert from "node:assert/strict";
import { test } from "node:test";
import { isFoveaError } from "../../src/base/errors.js";
import { pollUntil } from "../../src/base/signals.js";
import type { Observation } from "../../src/screen/observation.js";
import { codesOf, observeProduct } from "../support/observe-product.js";
import { type Product, startProduct } from "../support/product.js";
import { untilStable } from "../support/until-stable.js";

const FORM = { app: "com.fovea.form", size: { width: 360, height: 640 }, density: 160 } as const;

function refsOf({ elements }: Observation): readonly string[] {
  return elements.map(({ ref }) => ref);
}

/** An observation as soon as the phone can be observed again. */
async function lookWhenBack(product: Product): Promise<Observation> {
  const look = async () => {
    try {
      return await observeProduct(product);
    } catch (error) {
      if (isFoveaError(error)) return undefined;
      throw error;
    }
  };
  return await pollUntil(look, 10, AbortSignal.timeout(60_000));
}

test("refs stay with their elements while the screen is the same", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  const first = await observeProduct(product);
  const second = await observeProduct(product);
  assert.deepEqual(refsOf(second), refsOf(first));
  assert.notEqual(second.observationId, first.observationId);
});

test("a rebooted phone has another boot id, and no old ref is used again even on the same screen", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  const before = await observeProduct(product);
  await product.device.reboot();
  product.phone.hooks.open("com.fovea.form");
  await untilStable(product);
  const after = await lookWhenBack(product);
  assert.equal(after.activeWindow?.component, before.activeWindow?.component);
  assert.notEqual(after.device.bootId, before.device.bootId);
  assert.equal(after.device.bootId, product.phone.state().build.bootId);
  const old = new Set(refsOf(before));
  assert.deepEqual(
    refsOf(after).filter((ref) => old.has(ref)),
    [],
  );
});

test("another app gets new refs, and the first app gets none of its old ones by mistake", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  const form = await observeProduct(product);
  await untilStable(product, () => product.phone.hooks.open("com.fovea.notes"));
  const notes = await observeProduct(product);
  const used = new Set(refsOf(form));
  assert.deepEqual(
    refsOf(notes).filter((ref) => used.has(ref)),
    [],
  );
});

test("a fact that cannot be read now is not filled in from the last observation", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  await observeProduct(product);
  product.device.faults.set([{ service: "^shell", fault: { kind: "fail", status: 1, stderr: "" } }]);
  const seen = await observeProduct(product);
  const { activeWindow, screenSize, rotation, systemInsets, viewHierarchy, frameStats, screenshot, deviceTime } = seen;
  const facts = [activeWindow, screenSize, rotation, systemInsets, viewHierarchy, frameStats, screenshot, deviceTime];
  assert.deepEqual(
    facts,
    facts.map(() => null),
  );
  assert.deepEqual([seen.elements, seen.focusedElement, seen.intentChooserDetected], [[], null, null]);
});

test("frame statistics are those of the app in front, not of the previous one", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  await observeProduct(product);
  await untilStable(product, () => product.phone.hooks.open("com.fovea.notes"));
  const seen = await observeProduct(product);
  assert.equal(seen.frameStats?.package, "com.fovea.notes");
  assert.deepEqual(codesOf(seen), []);
});

test("an observation without a hierarchy keeps the refs of the last one with a hierarchy", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  const first = await observeProduct(product);
  const quickCheck = await observeProduct(product, { hierarchy: false });
  assert.deepEqual(quickCheck.elements, []);
  assert.equal((await product.session()).lastObservation?.observationId, first.observationId);
  assert.deepEqual(refsOf(await observeProduct(product)), refsOf(first));
});
