import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as layouts from "../support/layouts.js";
import { LONG_FLOWS } from "../support/long-flows.js";
import { recordFlow, replayFlow, wronglyDone } from "../support/replay-flows.js";
import type { TrueEvents } from "../support/watched-apps.js";

/* perturbed.test.ts replays five flows in nine other layouts. */

const folder = mkdtempSync(join(tmpdir(), "fovea-replay-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const QUICK_MS = 100;

test("an element that only moved, or is in another order, is found again", async () => {
  const dialogs = LONG_FLOWS.find(({ name }) => name === "dialogs");
  assert.ok(dialogs);
  const recorded = await recordFlow({ ...dialogs, name: "found-again" }, folder);
  const moved = await replayFlow(recorded, { layout: layouts.MOVED });
  assert.equal(moved.report.outcome, "passed");
  const turned = await replayFlow(recorded, { layout: layouts.REORDERED });
  assert.equal(turned.report.outcome, "passed");
  assert.ok(turned.report.steps.some(({ outcome, notes }) => outcome === "healed" && /^healed: /.test(notes[0] ?? "")));
});

test("of two similar elements the replay never uses the other one", async () => {
  const dialogs = LONG_FLOWS.find(({ name }) => name === "dialogs");
  assert.ok(dialogs);
  const flow = { ...dialogs, name: "twins", steps: [["tap", { target: '"Alert" #1' }]] as const };
  const plain = await recordFlow({ ...flow, name: "plain" }, folder);
  const target = [...layouts.targetsOf(plain.events)][0] ?? "";
  const log: TrueEvents = [];
  const recorded = await recordFlow(flow, folder, { log, layout: layouts.withEqualRow(target, log, true) });
  assert.deepEqual(recorded.events, plain.events);
  for (const isFirst of [true, false]) {
    const here: TrueEvents = [];
    const layout = layouts.withEqualRow(target, here, isFirst);
    const replayed = await replayFlow(recorded, { layout, patienceMs: QUICK_MS, log: here });
    assert.deepEqual(wronglyDone(recorded, replayed), []);
    const outcome = replayed.report.steps[0]?.outcome;
    assert.equal(outcome, "diverged");
  }
});
