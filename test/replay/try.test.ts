import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as layouts from "../support/layouts.js";
import { LONG_FLOWS } from "../support/long-flows.js";
import { recordFlow, replayFlow } from "../support/replay-flows.js";

for (const flow of LONG_FLOWS) {
  test(flow.name, async () => {
    const recorded = await recordFlow(flow, mkdtempSync(join(tmpdir(), "fovea-replay-")));
    console.log(recorded.folder);
    const targets = layouts.targetsOf(recorded.events);
    const one = [...targets][1] ?? "";
    const ways: any = {
      same: () => ({}),
      moved: () => layouts.MOVED,
      ids: () => layouts.OTHER_IDS,
      order: () => layouts.REORDERED,
      words: () => layouts.otherWords(targets),
      both: () => layouts.otherIdsAndWords(targets),
      without: () => layouts.without(one),
      twins: (log: string[]) => layouts.withTwins(targets, log),
      impostor: (log: string[]) => layouts.withImpostor(one, log),
    };
    for (const [name, way] of Object.entries<any>(ways)) {
      const at = performance.now();
      const log: string[] = [];
      const { report, events } = await replayFlow(recorded, { layout: way(log), patienceMs: 100, log });
      const counts = ["passed", "healed", "diverged", "failed"].map(
        (o) => `${report.steps.filter((s) => s.outcome === o).length} ${o}`,
      );
      const wrong = report.steps.filter(
        (s, i) =>
          /passed|healed/.test(s.outcome) &&
          JSON.stringify([...new Set(events[i])]) !== JSON.stringify([...new Set(recorded.events[i])]),
      );
      console.log(flow.name, name, Math.round(performance.now() - at), counts.join(" "), "WRONG", wrong.length);
      for (const step of report.steps) {
        const i = report.steps.indexOf(step);
        if (wrong.includes(step))
          console.log("   WRONG", JSON.stringify(step), JSON.stringify(events[i]), JSON.stringify(recorded.events[i]));
        else if (step.outcome !== "passed" || step.notes.length)
          console.log("   ", step.place, step.name, step.outcome, step.code, step.message?.slice(0, 200), step.notes);
      }
    }
  });
}
