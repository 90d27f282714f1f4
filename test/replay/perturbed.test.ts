import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import * as layouts from "../support/layouts.js";
import { LONG_FLOWS } from "../support/long-flows.js";
import { type Recorded, recordFlow, replayFlow, wronglyDone } from "../support/replay-flows.js";
import type { Layout, TrueEvents } from "../support/watched-apps.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-replay-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const QUICK_MS = 100;

/** Layouts by name; `log` is where what is not in the app writes down that it was touched. */
const WAYS: Readonly<Record<string, (recorded: Recorded, log: TrueEvents) => Layout>> = {
  moved: () => layouts.MOVED,
  "with other ids": () => layouts.OTHER_IDS,
  reordered: () => layouts.REORDERED,
  "with other texts": ({ events }) => layouts.otherWords(layouts.targetsOf(events)),
  "with other ids and texts": ({ events }) => layouts.otherIdsAndWords(layouts.targetsOf(events)),
  "with fields whose label changes after typing": () => layouts.OTHER_HINTS_ONCE_TYPED,
  "without a target": (recorded) => layouts.without(second(recorded)),
  "with twins before the targets": ({ events }, log) => layouts.withEqualCopies(layouts.targetsOf(events), log),
  "with an imitation of a target": (recorded, log) => layouts.withImpostor(second(recorded), log),
};

function second({ events }: Recorded): string {
  return [...layouts.targetsOf(events)][1] ?? "";
}

for (const flow of LONG_FLOWS) {
  describe(`the flow ${flow.name}`, () => {
    let recorded: Recorded;
    before(async () => {
      recorded = await recordFlow(flow, folder);
    });

    test("has the same results on a phone like the recorded one", async () => {
      // The phone's time runs forty times too fast for stamps to be distinguished from other times.
      const replayed = await replayFlow(recorded, { patienceMs: 5_000, ignore: [/^\d{1,2}:\d\d$/] });
      assert.deepEqual(
        replayed.report.steps.filter(({ outcome }) => outcome !== "passed"),
        [],
      );
      assert.equal(replayed.report.outcome, "passed");
      assert.deepEqual(wronglyDone(recorded, replayed), []);
      assert.deepEqual(
        replayed.events.map((events) => new Set(events)),
        recorded.events.map((events) => new Set(events)),
      );
    });

    for (const [name, layoutOf] of Object.entries(WAYS)) {
      test(`is never reported as equal where it differs: ${name}`, async () => {
        const log: TrueEvents = [];
        const replayed = await replayFlow(recorded, { layout: layoutOf(recorded, log), patienceMs: QUICK_MS, log });
        assert.deepEqual(wronglyDone(recorded, replayed), []);
        for (const { outcome, code } of replayed.report.steps) assert.equal(code === null, outcome !== "diverged");
      });
    }
  });
}
