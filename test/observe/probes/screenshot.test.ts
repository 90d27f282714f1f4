import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { bundledProfile, type Profile } from "../../../packages/virtual-android/src/profile.js";
import { wrapDevice } from "../../../src/devices/device.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../../src/observe/observe-request.js";
import { packet } from "../../support/fake-stream.js";
import { never } from "../../support/never.js";
import { codesOf, observeProduct } from "../../support/observe-product.js";
import { gzipBomb, pngOf } from "../../support/packed-pictures.js";
import { type Product, startProduct } from "../../support/product.js";
import { ScriptedStream } from "../../support/scripted-stream.js";
import { untilStable } from "../../support/until-stable.js";

const FORM = { app: "com.fovea.form", size: { width: 540, height: 960 }, density: 240 } as const;
const PICTURE = { hierarchy: false, frameStats: "off" } as const;

/** A link of the phone with this number of bytes per second. */
function slowLink(toHostBytesPerSecond: number): Profile {
  const instant = bundledProfile("instant");
  return { ...instant, link: { ...instant.link, toHostBytesPerSecond } };
}

function hashOf(rgba: Uint8Array): string {
  return createHash("sha256").update(rgba).digest("hex");
}

/**
 * Takes a screenshot that has to be the phone's own, pixel by pixel, before or after the call: the clock of the
 * status bar may change in between. Returns its source.
 */
async function sourceOfTrueShot(product: Product): Promise<string | undefined> {
  const before = product.phone.pixels();
  const { observation, frame } = await observe(await product.session(), { ...OBSERVE_ALL, ...PICTURE }, never());
  const { screenshot } = observation;
  const pixels = product.phone.pixels();
  assert.deepEqual(codesOf(observation), []);
  assert.ok(before && pixels && screenshot && frame);
  assert.deepEqual([screenshot.width, screenshot.height], [pixels.width, pixels.height]);
  assert.ok([before, pixels].map(({ rgba }) => hashOf(rgba)).includes(screenshot.sha256));
  assert.equal(screenshot.sha256, hashOf(frame.rgba));
  assert.equal(screenshot.black, false);
  return observation.parts.screenshot?.source;
}

for (const apiLevel of [24, 28, 30, 33, 36]) {
  test(`a screenshot has the phone's own pixels, raw or as PNG (API ${apiLevel})`, async () => {
    await using product = await startProduct({ ...FORM, apiLevel, rotation: 1 });
    await untilStable(product);
    assert.equal(await sourceOfTrueShot(product), "screencap");
    product.device.faults.set([{ command: "^screencap$", fault: { kind: "truncate", bytes: 5_000 } }]);
    assert.equal(await sourceOfTrueShot(product), "screencap -p");
  });
}

test("over a slow link screenshots are sent compressed from the second one on", async () => {
  await using product = await startProduct({ ...FORM, profile: slowLink(1_000_000) });
  await untilStable(product);
  assert.equal(await sourceOfTrueShot(product), "screencap");
  assert.equal(await sourceOfTrueShot(product), "screencap | gzip");
});

test("a phone without gzip sends a PNG once, and raw screenshots from then on", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  (await product.session()).traits.screenshotRate = 10;
  product.device.faults.set([{ command: "^gzip", fault: { kind: "fail", status: 127, stderr: "gzip: not found\n" } }]);
  assert.equal(await sourceOfTrueShot(product), "screencap -p");
  assert.equal(await sourceOfTrueShot(product), "screencap");
});

test("a compressed screenshot that is cut off is taken again as a PNG", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  (await product.session()).traits.screenshotRate = 10;
  product.device.faults.set([{ command: "^gzip", fault: { kind: "truncate", bytes: 500 } }]);
  assert.equal(await sourceOfTrueShot(product), "screencap -p");
});

test("a huge compressed screenshot is a reported gap in the observation, and all other parts are there", async () => {
  await using product = await startProduct(FORM);
  const { device } = await product.session();
  const bomb = (name: string) =>
    /screencap -p/.test(name) ? pngOf({ width: 2_000, height: 1_000 }, 2_001_000) : gzipBomb(50);
  const bombing = wrapDevice(device, async (name, signal) => {
    if (!name.includes("screencap")) return await device.openService(name, signal);
    const stream = new ScriptedStream();
    stream.push(Buffer.concat([packet(1, bomb(name)), packet(3, Buffer.from([0]))]));
    stream.end();
    return stream;
  });
  const session = product.sessions.of(bombing);
  session.traits.screenshotRate = 10;
  const request = { ...OBSERVE_ALL, screenshot: true } as const;
  const { observation, frame } = await observe(session, request, never());
  assert.equal(frame === null, true);
  assert.ok(observation.elements.length > 0);
  const [error] = observation.errors.filter(({ probe }) => probe === "screenshot");
  assert.equal(error?.code, "SCREENSHOT_FAILED");
  assert.match(error?.message ?? "", /2000x1000 pixels, and the window manager reports a screen of 540x960/);
});

test("a screenshot that is not to be kept is written to no file", async () => {
  await using product = await startProduct(FORM);
  const seen = await observeProduct(product);
  assert.equal(seen.screenshot?.path, null);
  assert.equal(existsSync(product.config.outputDir), false);
  assert.deepEqual(readdirSync(product.folder), ["state"]);
});
