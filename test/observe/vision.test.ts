import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../src/base/errors.js";
import type { VisionMode } from "../../src/base/options/choices.js";
import { pollUntil } from "../../src/base/signals.js";
import type { SessionDetectors } from "../../src/session/session-detectors.js";
import type { Detection } from "../../src/vision/detection.js";
import type { Detector } from "../../src/vision/detector.js";
import { colourDetector } from "../support/colour-detector.js";
import { useCompanions } from "../support/companion-ways.js";
import { drive, refIn } from "../support/drive.js";
import { BLUE, GREEN, RED, TILE_APP, tileApp } from "../support/tile-app.js";

const NAMES = new Map<number, string | null>([
  [RED.color, "delete"],
  [GREEN.color, "play"],
  [BLUE.color, null],
]);

function detectorsOf(detectors: readonly Detector[], mode: VisionMode = "auto"): SessionDetectors {
  return { mode, detectors };
}

/** A detector that returns the result of `detect` for any image. */
function given(source: Detection["source"], detect: Detector["detect"]): Detector {
  return { name: `given-${source}`, source, detect, close: async () => {} };
}

test("where the hierarchy is opaque, detectors run by themselves, and their elements can be touched by ref", async () => {
  const app = tileApp([RED, GREEN]);
  const seer = colourDetector(NAMES);
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors: detectorsOf([seer]) });
  const text = await driven.did("observe");
  assert.match(text, /seen by colours, \d+ ms old: .*SurfaceView/);
  const green = refIn(text, /icon\? "play".*\(seen only\)/);
  assert.match(await driven.did("tap", { target: green }), /tapped/);
  assert.deepEqual(app.touched, [GREEN.color]);
});

test("observe says that a canvas is tapped by points where detectors find only a small part of its content", async () => {
  const app = tileApp([RED, GREEN]);
  const detectors = detectorsOf([colourDetector(NAMES)]);
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors });
  const note = /\((e\d+) draws its own contents, of which 2 things were seen\. For the rest use image, .* tap \d+,\d+/;
  assert.match(await driven.did("observe"), note);
  const box = (place: number) => ({ left: 20, top: 100 + place * 60, right: 300, bottom: 140 + place * 60 });
  const button = { kind: "button", confidence: 1, text: null, guess: null, source: "vision" } as const;
  const all = Array.from({ length: 5 }, (_, place) => ({ ...button, bounds: box(place) }));
  const many = detectorsOf([given("vision", async () => all)]);
  await using other = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors: many });
  assert.doesNotMatch(await other.did("observe"), /draws its own contents/);
});

test("with the companion detectors also run on an opaque hierarchy", async () => {
  const app = tileApp([RED, GREEN]);
  const seer = colourDetector(NAMES);
  await using driven = await drive({
    app: TILE_APP,
    moreApps: () => [app.make()],
    onDevice: "enabled",
    link: useCompanions(),
    detectors: detectorsOf([seer]),
  });
  const byCompanion = async () => {
    const text = await driven.did("observe");
    return text.includes("a11y-service") ? text : undefined;
  };
  const red = refIn(await pollUntil(byCompanion, 20, AbortSignal.timeout(60_000)), /icon\? "delete"/);
  await driven.did("tap", { target: red });
  assert.deepEqual(app.touched, [RED.color]);
});

test("a detected element that moved is not touched at its old place", async () => {
  const app = tileApp([RED, GREEN]);
  await using driven = await drive({
    app: TILE_APP,
    moreApps: () => [app.make()],
    detectors: detectorsOf([colourDetector(NAMES)]),
  });
  const red = refIn(await driven.did("observe"), /icon\? "delete"/);
  app.show([GREEN, { ...BLUE, column: RED.column, row: RED.row }]);
  await driven.refused("REF_STALE", "tap", { target: red });
  assert.deepEqual(app.touched, []);
});

test("a detected icon is found by its guessed meaning", async () => {
  const app = tileApp([RED, GREEN]);
  await using driven = await drive({
    app: TILE_APP,
    moreApps: () => [app.make()],
    detectors: detectorsOf([colourDetector(NAMES)]),
  });
  await driven.did("observe");
  assert.match(await driven.did("find", { query: "trash can" }), /icon\? "delete"/);
});

test("with a rich hierarchy detectors run only for a call that requests them", async () => {
  const seer = colourDetector(NAMES);
  await using driven = await drive({ app: "com.android.settings", detectors: detectorsOf([seer]) });
  assert.doesNotMatch(await driven.did("observe"), /seen by/);
  assert.equal(seer.looks.length, 0);
  const asked = await driven.did("observe", { vision: "on" });
  assert.match(asked, /seen by colours, \d+ ms old \|/);
  const before = seer.looks.length;
  assert.ok(before > 0);
  for (const [tool, args] of [
    ["tap", { target: '"Display"' }],
    ["press_key", { key: "back" }],
    ["observe", {}],
  ] as const)
    assert.doesNotMatch(await driven.did(tool, args), /seen by/, tool);
  assert.equal(seer.looks.length, before);
});

test("detectors run again after actions on a window with elements that only pixels show, and on no other window", async () => {
  const lone = { left: 400, top: 90, right: 440, bottom: 130 };
  const shape = {
    kind: "iconButton",
    confidence: 0.9,
    text: null,
    guess: { name: "search", confidence: 0.9 },
  } as const;
  let looks = 0;
  const detect = async () => {
    looks += 1;
    return [{ ...shape, bounds: lone, source: "vision" as const }];
  };
  await using driven = await drive({ app: "com.fovea.form", detectors: detectorsOf([given("vision", detect)]) });
  assert.match(await driven.did("observe", { vision: "on" }), /\(seen only\)/);
  const before = looks;
  assert.match(await driven.did("tap", { target: 'radio "Plus"' }), /seen by .*\n(?:.*\n)*. e\d+ .*\(seen only\)/);
  assert.ok(looks > before, "it is found again after an act");
  const onIt = looks;
  const settings = await driven.did("open_app", { package: "com.android.settings" });
  assert.doesNotMatch(settings, /seen by|seen only/);
  assert.equal(looks, onIt);
});

test("an element that two detectors find beside the hierarchy is listed once, and only in the call that asks", async () => {
  const lone = { left: 400, top: 90, right: 440, bottom: 130 };
  const seen = (bounds: typeof lone, text: string | null): Detection => {
    return {
      bounds,
      kind: "iconButton",
      confidence: 0.9,
      text,
      guess: { name: "search", confidence: 0.9 },
      source: "vision",
    };
  };
  let known = lone;
  const both = [1, 2].map(() => given("vision", async () => [seen(lone, null), seen(known, null)]));
  await using driven = await drive({ app: "com.android.settings", detectors: detectorsOf(both) });
  const first = driven.phone.hooks.find("Apps");
  assert.ok(first);
  known = { left: first.x - 20, top: first.y - 15, right: first.x + 20, bottom: first.y + 15 };
  const plain = await driven.did("observe");
  const asked = await driven.did("observe", { vision: "on", fresh: true });
  const whole = await driven.did("observe", { vision: "on", full: true });
  const count = (text: string, words: RegExp) => [...text.matchAll(words)].length;
  assert.equal(count(asked, /"search"/g), 1, asked);
  assert.equal(count(whole, /"search"/g), 1, whole);
  assert.equal(count(whole, /"Apps"/g), count(plain, /"Apps"/g), whole);
  const later = await driven.did("observe", { full: true });
  assert.equal(count(later, /"search"|seen by/g), 0, later);
});

test("vision off is off, even where only pixels show content", async () => {
  const seer = colourDetector(NAMES);
  const app = tileApp([RED]);
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors: detectorsOf([seer]) });
  assert.doesNotMatch(await driven.did("observe", { vision: "off" }), /seen/);
  assert.equal(seer.looks.length, 0);
});

test("a detector that fails is reported, and the other detectors' elements are there", async () => {
  const broken = given("vision", async () => {
    throw new FoveaError("INTERNAL", "the lens is dirty");
  });
  const app = tileApp([RED]);
  const detectors = detectorsOf([broken, colourDetector(NAMES)]);
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors });
  const text = await driven.did("observe");
  assert.match(text, /! INTERNAL given-vision: the lens is dirty/);
  assert.match(text, /icon\? "delete"/);
});

test("without a hierarchy the screen consists of detected elements, which can be touched", async () => {
  const app = tileApp([RED, GREEN]);
  await using driven = await drive({
    app: TILE_APP,
    moreApps: () => [app.make()],
    detectors: detectorsOf([colourDetector(NAMES)]),
  });
  driven.phone.setUiAutomationConnected(true);
  const text = await driven.did("observe");
  assert.match(text, /no hierarchy \| seen by colours/);
  assert.match(text, /! UIAUTOMATION_BUSY/);
  const green = refIn(text, /icon\? "play"/);
  await driven.did("tap", { target: green });
  assert.deepEqual(app.touched, [GREEN.color]);
});

test("vision on where no screenshot is possible is a named gap", async () => {
  const detectors = detectorsOf([colourDetector(NAMES)]);
  await using vault = await drive({ app: "com.fovea.vault", detectors });
  assert.match(await vault.did("observe", { vision: "on" }), /! VISION_INCOMPLETE the picture is black/);
  const { lastObservation } = await vault.product.session();
  const gap = lastObservation?.errors.find(({ probe }) => probe === "vision");
  assert.equal(gap?.code, "VISION_INCOMPLETE");
  await using blind = await drive({ app: "com.android.settings" });
  assert.match(await blind.did("observe", { vision: "on" }), /! VISION_INCOMPLETE no detector is set/);
});

test("text read in a password field and in the system bars makes no elements", async () => {
  const words = given("ocr", async ({ width, height }) => [
    {
      bounds: { left: 0, top: 0, right: width, bottom: 12 },
      kind: "text",
      confidence: 0.9,
      text: "9:41",
      guess: null,
      source: "ocr",
    },
    {
      bounds: { left: 20, top: height / 2, right: 200, bottom: height / 2 + 20 },
      kind: "text",
      confidence: 0.9,
      text: "seen words",
      guess: null,
      source: "ocr",
    },
  ]);
  const app = tileApp([RED]);
  await using driven = await drive({ app: TILE_APP, moreApps: () => [app.make()], detectors: detectorsOf([words]) });
  const text = await driven.did("observe");
  assert.match(text, /seen words/);
  assert.doesNotMatch(text, /9:41/);
});
