import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { toolContext } from "../../src/server/tool-context.js";
import { runSkill } from "../../src/skills/run-skill.js";
import type { Skill } from "../../src/skills/skill.js";
import * as layouts from "../support/layouts.js";
import { never } from "../support/never.js";
import type { Product } from "../support/product.js";
import type { FlowStep } from "../support/replay-flows.js";
import { learnFlows, type SkillRun, useSkill } from "../support/skill-runs.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-skills-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let notes: Skill;
before(async () => {
  notes = await learnFlows("com.fovea.notes", folder, [
    [
      ["tap", { target: "id/new_note" }],
      ["type_text", { target: "id/title", text: "Packing list" }],
    ],
    [
      ["tap", { target: "id/new_note" }],
      ["type_text", { target: "id/title", text: "Garden plan" }],
    ],
  ]);
});

async function run(more: Partial<SkillRun> = {}) {
  return await useSkill(notes, { slots: { title: "Oslo" }, ...more });
}

test("a skill runs with other data where all elements moved", async () => {
  const { report, events } = await run({ layout: layouts.MOVED });
  assert.equal(report.outcome, "passed", JSON.stringify(report.divergence));
  assert.equal(events.length, 2);
});

test("a step with two possible targets touches neither", async () => {
  const log: string[] = [];
  const twins = layouts.withEqualCopies(new Set(["com.fovea.notes.NotesActivity  > new_note:New note"]), log);
  const { report, events } = await run({ layout: twins, log });
  assert.equal(report.divergence?.code, "AMBIGUOUS_TARGET", JSON.stringify([report, events]));
  assert.deepEqual(events, []);
  assert.equal(report.divergence?.mayHaveHappened, false);
});

test("a run ends where the app does not react, and says that the step may have happened", async () => {
  const log: string[] = [];
  const impostor = layouts.withImpostor("com.fovea.notes.NotesActivity  > new_note:New note", log);
  const { report } = await run({ layout: impostor, log });
  assert.equal(report.divergence?.code, "REPLAY_DIVERGED", JSON.stringify(report));
  assert.equal(report.divergence?.mayHaveHappened, true);
  assert.equal(report.divergence?.step, 1);
});

for (const [way, product] of [
  ["with the companion", {}],
  ["with dumps that do not distinguish hints from texts", { apiLevel: 33, onDevice: "absent" }],
] as const) {
  test(`a field that was empty in the recorded runs is cleared first where it has text now (${way})`, async () => {
    const sign = (name: string): readonly FlowStep[] => [["type_text", { target: "id/name", text: name }]];
    const skill = await learnFlows("com.fovea.form", mkdtempSync(join(folder, "form-")), [sign("Ann"), sign("Bob")]);
    const prepare = async (one: Product) => {
      const session = await one.session();
      const act = { slots: { name: "Zed" }, patienceMs: 2_000, launches: true, onStep: () => {} };
      const { outcome } = await runSkill(skill, { session, context: toolContext(one, () => {}) }, act, never());
      assert.equal(outcome, "passed");
    };
    const isDone = ({ phone }: Product) => phone.hooks.find("Amy") !== undefined;
    const { report, truth } = await useSkill(
      skill,
      { slots: { name: "Amy" }, patienceMs: 2_000, product, prepare },
      isDone,
    );
    assert.deepEqual([report.outcome, truth], ["passed", true], JSON.stringify(report.divergence));
  });
}

test("a touch on a field does not clear it", async () => {
  const skill = await learnFlows("com.fovea.form", mkdtempSync(join(folder, "form-")), [
    [["tap", { target: "id/name" }]],
    [["tap", { target: "id/name" }]],
  ]);
  const prepare = async ({ phone }: Product) => {
    phone.hooks.tap("Given and family name");
    phone.typeText("Zed");
    phone.hooks.tap("name@example.com");
  };
  const { report, truth } = await useSkill(skill, { prepare }, ({ phone }) => phone.hooks.find("Zed") !== undefined);
  assert.deepEqual([report.outcome, truth], ["passed", true], JSON.stringify(report));
});

test("a touch on an already focused field passes", async () => {
  const skill = await learnFlows("com.fovea.form", mkdtempSync(join(folder, "form-")), [
    [["tap", { target: "id/name" }]],
    [["tap", { target: "id/name" }]],
  ]);
  const { report } = await useSkill(skill, { prepare: ({ phone }) => void phone.hooks.tap("Given and family name") });
  assert.equal(report.outcome, "passed", JSON.stringify(report.divergence));
});
