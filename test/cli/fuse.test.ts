import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { uiElementSchema } from "../../src/screen/element.js";
import { encodePng } from "../../src/vision/image.js";
import { runFovea } from "../support/fovea-process.js";
import { SEEN, sightingFiles } from "../support/sighting-files.js";

test("fovea fuse prints an outline of what the hierarchy and the detections show", async () => {
  using files = await sightingFiles();
  const words = ["fuse", "--hierarchy", files.tree, "--screenshot", files.picture, "--detector", files.detector];
  const { code, stdout, stderr } = await runFovea(words);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^\s*e\d+ button "Save"$/m);
  assert.match(stdout, /^\s*e\d+ button .*\(seen only\)/m);
  assert.equal((await runFovea([...words, "--outline"])).stdout, stdout, "the outline is the default");
  assert.equal((await runFovea(words)).stdout, stdout, "the same files give the same text");
});

test("fovea fuse --json prints elements, dropped detections with reasons, failures, and why the hierarchy is poor", async () => {
  using files = await sightingFiles();
  const words = [
    "fuse",
    "--json",
    "--hierarchy",
    files.tree,
    "--screenshot",
    files.picture,
    "--detector",
    files.detector,
  ];
  const said = JSON.parse((await runFovea(words)).stdout);
  const elements = uiElementSchema.array().parse(said.elements);
  const save = elements.find(({ labels }) => labels.includes("Save"));
  assert.deepEqual([save?.sources, save?.vision?.why], [["hierarchy", "vision"], "matched"]);
  const icon = elements.find(({ node }) => node === null);
  assert.deepEqual([icon?.bounds, icon?.confidence, icon?.vision?.guess?.name], [SEEN[1]?.bounds, 0.95, "search"]);
  assert.deepEqual(
    said.dropped.map((one: { why: string }) => one.why),
    ["matched"],
  );
  assert.deepEqual([said.failures, said.poor], [[], null]);
});

test("fovea fuse prints the hierarchy alone where the detector fails, and its error to standard error", async () => {
  using files = await sightingFiles();
  const words = ["fuse", "--hierarchy", files.tree, "--screenshot", files.picture, "--detector", files.broken];
  const { code, stdout, stderr } = await runFovea(words);
  assert.equal(code, 0);
  assert.match(stdout, /button "Save"/);
  assert.doesNotMatch(stdout, /seen only/);
  assert.match(stderr, /^DETECTOR_FAILED: .*no light/);
  const without = await runFovea([...words.slice(0, -1), "none"]);
  assert.deepEqual([without.code, without.stdout, without.stderr], [0, stdout, ""]);
});

test("fovea fuse --marks writes the screenshot with the refs", async () => {
  using files = await sightingFiles();
  const marks = join(files.folder, "marks.png");
  const words = [
    "fuse",
    "--hierarchy",
    files.tree,
    "--screenshot",
    files.picture,
    "--detector",
    files.detector,
    "--marks",
    marks,
  ];
  assert.equal((await runFovea(words)).code, 0);
  assert.ok(existsSync(marks));
  assert.match((await runFovea(words)).stderr, /--overwrite/);
});

test("fovea fuse refuses files that are not a dump, not an image or not of one screen, and missing arguments", async () => {
  using files = await sightingFiles();
  const { picture, tree } = files;
  const small = join(files.folder, "small.png");
  writeFileSync(small, await encodePng({ width: 20, height: 20, rgba: new Uint8Array(1_600) }));
  const large = join(files.folder, "large.png");
  writeFileSync(large, await encodePng({ width: 1080, height: 1920, rgba: new Uint8Array(1080 * 1920 * 4) }));
  for (const [words, code, why] of [
    [["--hierarchy", tree, "--screenshot", large], 2, /reaches to 720x1280, and the picture is 1080x1920/],
    [["--hierarchy", picture, "--screenshot", picture], 3, /NOT_THIS_FORMAT/],
    [["--hierarchy", tree, "--screenshot", tree], 3, /not a PNG, JPEG or WebP/],
    [["--hierarchy", tree, "--screenshot", small], 2, /reaches to 720x1280, and the picture is 20x20/],
    [["--hierarchy", tree], 2, /--screenshot is missing/],
    [["--screenshot", picture], 2, /--hierarchy is missing/],
    [["--hierarchy", tree, "--screenshot", picture, "--json", "--outline"], 2, /--json and --outline/],
    [["--hierarchy", tree, "--screenshot", picture, "--api", "x"], 2, /--api has to be a whole number/],
    [["x"], 2, /one word too many/],
  ] as const) {
    const run = await runFovea(["fuse", "--detector", "none", ...words]);
    assert.equal(run.code, code, run.stderr);
    assert.match(run.stderr + run.stdout, why);
  }
});
