import assert from "node:assert/strict";
import { test } from "node:test";
import { signApk } from "../../../src/devices/on-device/apk/sign-apk.js";
import { diagnoseService } from "../../../src/devices/on-device/diagnose-service.js";
import { readServiceApk } from "../../../src/devices/on-device/prebuilts.js";
import { removeSetup } from "../../../src/devices/on-device/remove.js";
import { setUp } from "../../../src/devices/on-device/setup.js";
import { testSigner } from "../../support/apk/test-signer.js";
import { coded } from "../../support/coded.js";
import { skipWithout } from "../../support/needs.js";
import { never } from "../../support/never.js";
import { type Route, startProduct } from "../../support/product.js";

const apk = signApk(readServiceApk(), testSigner());
const foreign = signApk(readServiceApk(), testSigner());

const ROUTES: readonly (readonly [route: Route, apiLevel: number])[] = [
  ["in process", 24],
  ["in process", 28],
  ["in process", 36],
  ["real adb", 33],
];

for (const [route, apiLevel] of ROUTES) {
  const skip = route === "real adb" ? skipWithout("adb") : false;
  test(`the package that we ship is set up on a virtual phone with API ${apiLevel}, ${route}, and taken away`, {
    skip,
  }, async () => {
    await using product = await startProduct({ route, apiLevel });
    const device = await product.devices.get(product.serial, never());
    const { proof } = await setUp(device, { apk, client: "test" }, never());
    assert.ok(proof.windows > 0 && proof.nodes > 0);
    const running = await diagnoseService(device, apk, never());
    assert.deepEqual([running.state, running.build, running.problem], ["running", "current", null]);
    const again = await setUp(device, { apk, client: "test" }, never());
    assert.deepEqual(
      again.steps.filter(({ outcome }) => outcome === "already").map(({ name }) => name),
      ["install", "enable"],
    );
    assert.equal(
      (await coded(setUp(device, { apk: foreign, client: "test" }, never()))).code,
      "ON_DEVICE_FOREIGN_CERTIFICATE",
    );
    await removeSetup(device, { apk }, never());
    const { state } = await diagnoseService(device, apk, never());
    assert.equal(state, "not installed");
  });
}
