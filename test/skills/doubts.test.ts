import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { checkSkill } from "../../src/skills/check-skill.js";
import { learnSkill } from "../../src/skills/learn.js";
import { readRun } from "../../src/skills/read-run.js";
import { type Skill, stepsOf } from "../../src/skills/skill.js";
import { withEqualCopies } from "../support/layouts.js";
import { never } from "../support/never.js";
import type { Product } from "../support/product.js";
import { type FlowStep, type RecordPreference, recordFlow } from "../support/replay-flows.js";
import { useSkill } from "../support/skill-runs.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-doubts-"));
after(() => rmSync(folder, { recursive: true, force: true }));

type Shown = readonly [steps: readonly FlowStep[], more?: RecordPreference];

async function learn(app: string, name: string, shown: readonly Shown[]): Promise<Skill> {
  const runs = [];
  for (const [place, [steps, more]] of shown.entries()) {
    const { folder: trace } = await recordFlow({ name: `${name} ${place}`, app, steps }, folder, more);
    runs.push(await readRun(trace, never()));
  }
  return learnSkill(name, runs);
}

function doubts(skill: Skill) {
  return checkSkill(skill).map(({ step, kind }) => `${step} ${kind}`);
}

const DIALOGS = "com.fovea.dialogs";
const CAMERA = "android.permission.CAMERA";
const allow = ({ phone }: Product) => phone.setPermission?.(DIALOGS, CAMERA, true);

test("steps done in one run because of a dialog are repeated only where the dialog opens", async () => {
  const ask: FlowStep = ["tap", { target: '"Camera permission"' }];
  const agree: FlowStep = ["tap", { target: '"While using the app"' }];
  const alert: readonly FlowStep[] = [
    ["tap", { target: '"Alert"' }],
    ["tap", { target: 'button "Discard"' }],
  ];
  const skill = await learn(DIALOGS, "camera", [[[ask, agree, ...alert]], [[ask, ...alert], { prepare: allow }]]);
  assert.deepEqual(
    stepsOf(skill).map(({ when }) => when !== undefined),
    [false, true, false, false],
    JSON.stringify(skill.left_out),
  );
  assert.ok(doubts(skill).includes("2 timing"), doubts(skill).join());
  const answer = ({ phone }: Product) => phone.hooks.find("Alert: Discard") !== undefined;
  const asked = await useSkill(skill, {}, answer);
  const outcomes = (used: typeof asked) => used.report.steps.map(({ outcome }) => outcome);
  assert.deepEqual(
    [outcomes(asked), asked.truth],
    [["passed", "passed", "passed", "passed"], true],
    JSON.stringify(asked.report),
  );
  const unasked = await useSkill(skill, { prepare: allow }, answer);
  assert.deepEqual(
    [outcomes(unasked), unasked.truth],
    [["passed", "skipped", "passed", "passed"], true],
    JSON.stringify(unasked.report),
  );
});

test("a skill notes what the guard said of a step, and the guard is asked again when the step runs", async () => {
  const remove = (title: string): Shown => [
    [
      ["tap", { target: `"${title}"` }],
      ["tap", { target: "id/delete" }],
    ],
    { product: { config: { guard: "note" } } },
  ];
  const skill = await learn("com.fovea.notes", "remove", [remove("Shopping"), remove("Books to read")]);
  assert.equal(stepsOf(skill)[1]?.guard?.class, "delete");
  assert.deepEqual(doubts(skill), ["2 guarded"]);
  const guarded = { product: { config: { guard: "block" } } } as const;
  const { report, truth } = await useSkill(skill, guarded, ({ phone }) => phone.hooks.find("Delete") !== undefined);
  assert.deepEqual(
    [report.divergence?.step, report.divergence?.code, report.divergence?.mayHaveHappened, truth],
    [2, "ACTION_BLOCKED", false, true],
    JSON.stringify(report.divergence),
  );
});

test("a target distinguished only by its place is ambiguous, and so is a point", async () => {
  const keys = new Set(["com.fovea.notes.NotesActivity  > new_note:New note"]);
  const twins = await learn(
    "com.fovea.notes",
    "twins",
    [1, 2].map((): Shown => [[["tap", { target: 'button "New note" #2' }]], { layout: withEqualCopies(keys, []) }]),
  );
  assert.ok(doubts(twins).includes("1 ambiguous"), doubts(twins).join());
  const point = await learn(
    "com.fovea.gestures",
    "point",
    [1, 2].map((): Shown => [[["tap", { target: "30,900" }]]]),
  );
  assert.ok(doubts(point).includes("1 ambiguous"), doubts(point).join());
});

test("a step without a visible result is unverified", async () => {
  const skill = await learn(
    DIALOGS,
    "toast",
    [1, 2].map((): Shown => [[["tap", { target: '"Toast"' }]]]),
  );
  assert.deepEqual(doubts(skill), ["1 unverified"]);
});
