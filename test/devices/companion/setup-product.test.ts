import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../../src/base/signals.js";
import { signApk } from "../../../src/devices/companion/apk/sign-apk.js";
import { diagnoseService } from "../../../src/devices/companion/diagnose-service.js";
import { findShellHost } from "../../../src/devices/companion/find-shell-host.js";
import { readServiceApk, readShellJar } from "../../../src/devices/companion/prebuilts.js";
import { removeSetup } from "../../../src/devices/companion/remove.js";
import { setUp } from "../../../src/devices/companion/setup.js";
import { startShellHost } from "../../../src/devices/companion/shell-host.js";
import { readScript } from "../../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../../src/devices/shell.js";
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
  test(`the shipped package is set up on a virtual phone with API ${apiLevel}, ${route}, and removed`, {
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

async function ready(apiLevel = 34) {
  const product = await startProduct({ apiLevel });
  return { product, device: await product.devices.get(product.serial, never()) };
}

test("setup explains a virtual phone whose vendor refuses installs or changed settings", async () => {
  const { product, device } = await ready();
  await using _ = product;
  product.phone.vendor.refusesInstalls = true;
  assert.equal((await coded(setUp(device, { apk, client: "test" }, never()))).code, "SETUP_INSTALL_BLOCKED");
  product.phone.vendor.refusesInstalls = false;
  product.phone.vendor.refusesSecureSettings = true;
  assert.equal((await coded(setUp(device, { apk, client: "test" }, never()))).code, "SETUP_SETTINGS_BLOCKED");
});

test("doctor reports a crashed service, and setup starts it again", async () => {
  const { product, device } = await ready();
  await using _ = product;
  await setUp(device, { apk, client: "test" }, never());
  product.phone.onDevice.crash();
  const { state, advice } = await diagnoseService(device, apk, never());
  assert.deepEqual([state, advice], ["crashed", "`fovea setup` brings it back"]);
  const { steps } = await setUp(device, { apk, client: "test" }, never());
  assert.ok(steps.some(({ name, outcome }) => name === "recover" && outcome === "done"));
  assert.equal((await diagnoseService(device, apk, never())).state, "running");
});

test("another app on the service's socket is refused, even where it speaks the protocol", async () => {
  const { product, device } = await ready();
  await using _ = product;
  const stop = product.phone.onDevice.squat("service");
  assert.equal((await coded(setUp(device, { apk, client: "test" }, never()))).code, "ON_DEVICE_UNTRUSTED");
  stop();
});

test("the companion shell is pushed, started and found by others, and leaves no file behind once it runs", async () => {
  const { product, device } = await ready();
  await using _ = product;
  product.phone.files.write("/data/local/tmp/fovea-shell-00000000beef.jar.00ff", Buffer.from("half"), 0o644);
  product.phone.files.write("/data/local/tmp/mine.jar", Buffer.from("a user's"), 0o644);
  assert.deepEqual(await findShellHost(device, never()), { epoch: null, busy: null });
  const host = await startShellHost(device, readShellJar(), never());
  const found = await findShellHost(device, never());
  assert.equal(found.epoch, host.epoch);
  assert.notEqual(found.busy, null);
  const names = async () =>
    (await runShell(device, readScript(["ls", "/data/local/tmp"]), SHELL_LIMITS, never())).stdout
      .toString()
      .split("\n");
  const without = async (word: string) => ((await names()).some((name) => name.includes(word)) ? undefined : true);
  await pollUntil(async () => await without("fovea-shell-"), 5, AbortSignal.timeout(60_000));
  assert.ok((await names()).includes("mine.jar"));
  host.close();
  const isFree = async () => ((await findShellHost(device, never())).busy === null ? true : undefined);
  await pollUntil(isFree, 5, AbortSignal.timeout(60_000));
});

test("an app that takes the companion shell's socket name first keeps it from starting, and is not trusted", async () => {
  const { product, device } = await ready();
  await using _ = product;
  const stop = product.phone.onDevice.squat("shell");
  const { code } = await coded(startShellHost(device, readShellJar(), never()));
  assert.ok(code === "ON_DEVICE_UNTRUSTED", code);
  stop();
});
