import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { drive, refIn } from "../support/drive.js";

/** The refs that begin the lines of a text, in its order. */
function refsOf(text: string): readonly string[] {
  return [...text.matchAll(/^ *(e\d+)\b/gm)].map(([, ref]) => ref ?? "");
}

function marksOf(text: string): number {
  return Number(/^\(marks: (\d+)/m.exec(text)?.[1]);
}

async function sizeOf(image: { readonly bytes: Uint8Array } | null) {
  const { width, height } = await sharp(image?.bytes).metadata();
  return [width, height];
}

test("observe with marks returns text and an image in one call, and screenshot with marks the image with a legend", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const plain = await driven.mcp.call("observe", { image: true });
  const { text, image, isError } = await driven.mcp.call("observe", { marks: true });
  assert.equal(isError, false);
  assert.ok(image && plain.image && !Buffer.from(image.bytes).equals(plain.image.bytes), "something is drawn");
  assert.ok(marksOf(text) > 5);
  assert.deepEqual(refsOf(text), refsOf(plain.text), "the outline has the refs once");
  const shot = await driven.mcp.call("screenshot", { marks: true });
  assert.equal(refsOf(shot.text).length, marksOf(shot.text));
  assert.equal(marksOf(shot.text), marksOf(text));
  for (const ref of refsOf(shot.text)) assert.ok(refsOf(text).includes(ref), `${ref} is the same in both`);
  assert.match(shot.text, /^e\d+ checkbox "I agree to the terms"$/m);
});

test("only chosen elements are marked: by ref, role, phrase or region", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const all = await driven.did("screenshot", { marks: true });
  const box = refIn(all, /checkbox "I agree/);
  assert.deepEqual(refsOf(await driven.did("screenshot", { only: [box] })), [box]);
  const fields = await driven.did("screenshot", { only: ["field"] });
  assert.ok(refsOf(fields).length > 1);
  for (const line of fields.split("\n").filter((one) => /^e\d/.test(one))) assert.match(line, /^e\d+ field /);
  assert.deepEqual(refsOf(await driven.did("screenshot", { only: ['checkbox "I agree to the terms"'] })), [box]);
  const both = await driven.did("screenshot", { only: ["field", box] });
  assert.deepEqual(
    refsOf(both),
    refsOf(all).filter((ref) => ref === box || refsOf(fields).includes(ref)),
  );
  const region = await driven.did("screenshot", { only: ["0,0,540,300"] });
  assert.ok(refsOf(region).length > 0 && refsOf(region).length < refsOf(all).length);
  assert.match(await driven.did("screenshot", { only: [box, "e999999"] }), /^! not on this screen: e999999$/m);
  assert.match(await driven.did("observe", { only: [box] }), /^\(marks: 1\)$/m);
});

test("a part of the screen is enlarged, and the note says how to convert to device pixels", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const box = refIn(await driven.did("observe", { details: ["bounds"] }), /checkbox "I agree/);
  const { text, image } = await driven.mcp.call("screenshot", { marks: true, zoom: box });
  const [, left = 0, top = 0, right = 0, bottom = 0, factor = 0] = (
    /the part (\d+),(\d+),(\d+),(\d+) of a 540x1200 screen; multiply its coordinates by ([\d.]+), then add \d+,\d+ for/.exec(
      text,
    ) ?? []
  ).map(Number);
  const [width = 0, height = 0] = await sizeOf(image);
  assert.ok(
    width > 0 && Math.abs(width * factor - (right - left)) < 1 && Math.abs(height * factor - (bottom - top)) < 2,
  );
  assert.ok(factor < 1, "few pixels are enlarged");
  const [, x = 0, y = 0] = (
    new RegExp(`${box} .*\\[(\\d+),(\\d+)\\]`).exec(await driven.did("observe", { details: ["bounds"] })) ?? []
  ).map(Number);
  assert.ok(x >= left && y >= top && x < right && y < bottom);
  assert.ok(refsOf(text).includes(box));
  const clean = await driven.did("screenshot", { zoom: "0,100,540,400" });
  assert.match(clean, /the part 0,100,540,400 of a 540x1200 screen/);
  assert.deepEqual([refsOf(clean), /marks/.test(clean)], [[], false], "no marks unless asked for");
});

test("the last target, or a named element, is outlined in red", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const all = await driven.did("observe", { marks: true });
  assert.doesNotMatch(all, /red/);
  const box = refIn(all, /checkbox "I agree/);
  await driven.did("tap", { target: box });
  const after = await driven.did("observe", { marks: true });
  assert.match(after, new RegExp(`^\\(red: ${box}\\)$`, "m"));
  const [first = ""] = refsOf(await driven.did("screenshot", { marks: true }));
  const named = await driven.did("screenshot", { previous: first });
  assert.match(named, new RegExp(`^\\(red: ${first}\\)$`, "m"));
  assert.deepEqual([refsOf(named), marksOf(named)], [[], Number.NaN], "the previous image has only the frame");
  assert.match(
    await driven.did("screenshot", { previous: "e999999" }),
    /^\(e999999, touched before, is not in this picture\)$/m,
  );
  await driven.did("press_key", { key: "back" });
  assert.doesNotMatch(await driven.did("observe", { marks: true }), /red:/, "a key has no target");
});

test("an image with marks is saved in full size", async () => {
  await using driven = await drive({ app: "com.fovea.form", size: { width: 1080, height: 2400 }, density: 420 });
  const { image } = await driven.mcp.call("screenshot", { marks: true, save_as: "marked.png" });
  assert.deepEqual(await sizeOf(image), [576, 1280]);
  const path = join(driven.product.config.outputDir, "marked.png");
  assert.deepEqual(await sizeOf({ bytes: readFileSync(path) }), [1080, 2400]);
});

test("impossible arguments are refused before the screen is read", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.refused("INVALID_ARGUMENT", "screenshot", { marks: false, only: ["e1"] });
  await driven.refused("INVALID_ARGUMENT", "screenshot", { zoom: "10,10,10,400" });
  await driven.refused("SELECTOR_SYNTAX", "observe", { only: ['button "Save'] });
  await driven.refused("INVALID_ARGUMENT", "observe", { previous: "button" });
  assert.equal(driven.product.device.log.counts.servicesOpened, 0);
  await driven.refused("INVALID_ARGUMENT", "screenshot", { zoom: "2000,2000,2400,2400" });
  await driven.refused("ELEMENT_NOT_FOUND", "screenshot", { zoom: 'button "Nowhere"' });
  await driven.refused("ELEMENT_NOT_FOUND", "observe", { only: ['button "Nowhere"'] });
});

test("where the elements cannot be read, the screenshot has no marks and a note gives the reason", async () => {
  await using driven = await drive({
    app: "com.fovea.form",
    faults: [{ command: "^uiautomator", fault: { kind: "fail", status: 1, stderr: "ERROR: null root node returned" } }],
  });
  const { text, image } = await driven.mcp.call("screenshot", { marks: true });
  assert.ok(image);
  assert.match(text, /^! nothing is marked: the elements could not be read \([A-Z_]+\)$/m);
  const { text: refusal, isError } = await driven.mcp.call("screenshot", { zoom: 'button "Save"' });
  assert.ok(isError);
  assert.match(refusal, /^HIERARCHY_/);
});
