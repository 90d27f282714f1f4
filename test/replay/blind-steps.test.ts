import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { View } from "../../packages/virtual-android/src/ui/view.js";
import { type Flow, recordFlow, replayFlow } from "../support/replay-flows.js";
import { BLUE, GREEN, RED, TILE_APP, type Tile, tileApp } from "../support/tile-app.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-replay-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** In the middle of the red tile; the phone is 540 pixels wide. */
const GAME: Flow = {
  name: "game",
  app: TILE_APP,
  steps: [
    ["screenshot", {}],
    ["tap", { target: "67,300" }],
  ],
};

test("a tap on a point is replayed only where the image around it equals the recorded one", async () => {
  const tiles = (shown: readonly Tile[]) => {
    const app = tileApp(shown);
    return { app, product: { moreApps: () => [app.make()] } };
  };
  const first = tiles([RED, GREEN, BLUE]);
  const recorded = await recordFlow(GAME, folder, { product: first.product });
  assert.deepEqual(first.app.touched, [RED.color]);

  const same = tiles([RED, GREEN, BLUE]);
  const again = await replayFlow(recorded, { product: same.product, patienceMs: 100 });
  assert.deepEqual(same.app.touched, [RED.color]);
  const [step] = again.report.steps;
  assert.match(step?.notes.join() ?? "", /a point does not name an element; the screen is the recorded one/);

  const other = tiles([{ ...GREEN, column: 0 }, { ...RED, column: 2 }, BLUE]);
  const { report } = await replayFlow(recorded, { product: other.product, patienceMs: 100 });
  assert.deepEqual(other.app.touched, []);
  assert.deepEqual([report.steps[0]?.outcome, report.steps[0]?.code], ["diverged", "REPLAY_OTHER_SCREEN"]);
});

test("text for the focused field is replayed only where the same field has the focus", async () => {
  const flow: Flow = {
    name: "focus",
    app: "com.fovea.form",
    steps: [
      ["tap", { target: "id/name" }],
      ["type_text", { text: "Abc" }],
    ],
  };
  const recorded = await recordFlow(flow, folder);
  const same = await replayFlow(recorded, { patienceMs: 2_000 });
  assert.deepEqual(
    same.report.steps.map(({ outcome }) => outcome),
    ["passed", "passed"],
  );
  // The first step finds nothing to tap, so that the focus stays where it was: nowhere.
  const place = (view: View) => (view.id === "name" ? [] : [view]);
  const other = await replayFlow(recorded, { layout: { place }, patienceMs: 100 });
  assert.deepEqual(
    other.report.steps.map(({ code }) => code),
    ["ELEMENT_NOT_FOUND", "REPLAY_OTHER_SCREEN"],
  );
  assert.deepEqual(other.events.flat(), []);
});
