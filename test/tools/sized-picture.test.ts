import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { driveCompanion, HOSTS } from "../support/drive-companion.js";

/** No pixels come from the phone but by the companion. */
const NO_SCREENCAP = [{ command: "^screencap", fault: { kind: "fail", status: 1, stderr: "no pixels" } }] as const;

async function sizeOf(image: { readonly bytes: Uint8Array } | null): Promise<readonly unknown[]> {
  const { width, height, format } = await sharp(image?.bytes).metadata();
  return [width, height, format];
}

for (const host of HOSTS) {
  test(`the ${host} returns a screenshot in the size that a model gets, and no other one is taken`, async () => {
    await using driven = await driveCompanion({ host, app: "com.fovea.form", faults: NO_SCREENCAP });
    await driven.did("observe");
    const plain = await driven.mcp.call("screenshot", { size: "600" });
    assert.deepEqual(await sizeOf(plain.image), [270, 600, "jpeg"]);
    assert.equal(
      plain.text,
      "(picture: 270x600 of a 540x1200 screen; multiply its coordinates by 2.0000 for device pixels)",
    );
    const marked = await driven.mcp.call("screenshot", { size: "300 tokens", only: ['radio "Team"'] });
    assert.deepEqual(await sizeOf(marked.image), [318, 707, "jpeg"]);
    assert.match(marked.text, /\(marks: 1\)\ne\d+ radio "Team"/);
    const beside = await driven.mcp.call("observe", { image: true });
    assert.deepEqual(await sizeOf(beside.image), [540, 1200, "jpeg"]);
    assert.deepEqual(driven.asked, ["screenshot", "screenshot", "screenshot"]);
    await driven.did("tap", { target: 'radio "Team"' });
    const after = await driven.mcp.call("observe", { marks: true });
    assert.match(after.text, /\(red: e\d+\)/);
  });
}

test("a companion that cannot scale is not asked to, and the screenshot still gets the same size", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  driven.phone.onDevice.newestVersion = 2;
  await driven.did("observe");
  const { image } = await driven.mcp.call("screenshot", { size: "600" });
  assert.deepEqual(await sizeOf(image), [270, 600, "jpeg"]);
  assert.deepEqual(driven.asked, []);
});

test("adb takes the screenshot where the companion returns none", async () => {
  const fault = { kind: "fail", status: 1, stderr: "it broke" } as const;
  await using driven = await driveCompanion({
    app: "com.fovea.form",
    faults: [{ request: "^service screenshot", fault }],
  });
  await driven.did("observe");
  const { image, text } = await driven.mcp.call("screenshot", { size: "600" });
  assert.deepEqual(await sizeOf(image), [270, 600, "jpeg"]);
  assert.doesNotMatch(text, /!/);
  assert.deepEqual(driven.asked, ["screenshot"]);
});

test("black parts are found in full-size pixels, and an enlarged part is cut out of them", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.vault" });
  await driven.did("observe");
  assert.match(await driven.did("screenshot"), /^! everything but the system bars is black: a secure window/);
  driven.asked.length = 0;
  await using form = await driveCompanion({ app: "com.fovea.form" });
  await form.did("observe");
  const { image } = await form.mcp.call("screenshot", { zoom: "0,0,540,300" });
  assert.deepEqual((await sizeOf(image)).slice(0, 2), [1080, 600]);
  assert.deepEqual(form.asked, []);
});

test("screenshot refuses an invalid size, and shows valid examples", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  for (const size of ["5000", "10", "large", "5 tokens", "600 bard tokens", "600 claude"])
    assert.match(await driven.refused("INVALID_ARGUMENT", "screenshot", { size }), /e\.g\. 900, 600 tokens/);
});
