import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { connect } from "../../src/library/connect.js";
import { checkSkill } from "../../src/skills/check-skill.js";
import { SERIOUS } from "../../src/skills/doubt.js";
import { learnSkill } from "../../src/skills/learn.js";
import { learnInto } from "../../src/skills/learn-into.js";
import { readRun } from "../../src/skills/read-run.js";
import { type Skill, stepsOf } from "../../src/skills/skill.js";
import { printSkill } from "../../src/skills/skill-file.js";
import { useCompanions } from "../support/companion-ways.js";
import { type Driven, drive } from "../support/drive.js";
import { never } from "../support/never.js";
import type { Product } from "../support/product.js";
import { type FlowStep, recordFlow } from "../support/replay-flows.js";
import { useSkill } from "../support/skill-runs.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-run-skill-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const memory = join(folder, "memory");
const at = join(memory, "skills");
mkdirSync(at, { recursive: true });

const DIALOGS = "com.fovea.dialogs";
const allow = ({ phone }: Product) => phone.setPermission?.(DIALOGS, "android.permission.CAMERA", true);

async function learnt(name: string, app: string, flows: readonly (readonly FlowStep[])[]): Promise<Skill> {
  const runs = [];
  for (const [place, steps] of flows.entries()) {
    const recorded = await recordFlow({ name: `${name} ${place}`, app, steps }, folder, { prepare: allow });
    runs.push(await readRun(recorded.folder, never()));
  }
  const skill = learnSkill(name, runs);
  writeFileSync(join(at, `${name}.yaml`), printSkill(skill));
  return skill;
}

async function withMemory(app: string, config = {}): Promise<Driven> {
  const link = useCompanions();
  return await drive({ app, apiLevel: 34, onDevice: "enabled", link, config: { memory, ...config } });
}

test("run_skill does a task with other data, lists the skills, and accepts no secrets", async () => {
  const add = (title: string): readonly FlowStep[] => [
    ["tap", { target: "id/new_note" }],
    ["type_text", { target: "id/title", text: title }],
  ];
  await learnt("add-note", "com.fovea.notes", [add("Packing list"), add("Garden plan")]);
  const sign = (password: string): readonly FlowStep[] => [["type_text", { target: "id/password", text: password }]];
  await learnt("sign", "com.fovea.form", [sign("correct horse"), sign("battery staple")]);
  await using driven = await withMemory("com.fovea.notes");
  const unknown = await driven.refused("SKILL_INVALID", "run_skill", { skill: "buy milk" });
  assert.match(unknown, /add-note \(slots TITLE\), sign \(slots \w+\)/);
  assert.match(await driven.refused("SKILL_SLOT", "run_skill", { skill: "sign" }), /fovea skill run sign --slot/);
  await driven.refused("SKILL_SLOT", "run_skill", { skill: "add-note", slots: ["body=x"] });
  await driven.refused("SKILL_SLOT", "run_skill", { skill: "add-note", from: 9 });
  const done = await driven.did("run_skill", { skill: "add-note", slots: ["title=Trip to Oslo"] });
  assert.match(done, /^1 tapped .*\n2 typed .*\nadd-note: done\ncom\.fovea\.notes/);
  assert.ok(driven.phone.hooks.find("Trip to Oslo"));
  const { adbPort, config, serial } = driven.product;
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, companion: "off", skills: at };
  await using phone = await connect({ device: serial, options });
  const heard: string[] = [];
  const slots = { TITLE: "Trip to Rome" };
  const result = await phone.runSkill("add-note", { slots, from: 2, onStep: ({ outcome }) => heard.push(outcome) });
  assert.deepEqual([result.outcome, heard], ["passed", ["passed"]], JSON.stringify(result));
  assert.ok(driven.phone.hooks.find("Trip to Rome"));
  const { outcome, divergence } = await phone.runSkill("add-note", { slots, launches: false, patienceMs: 0 });
  assert.deepEqual([outcome, divergence?.step, divergence?.mayHaveHappened], ["diverged", 1, false]);
});

test("run_skill says where a skill diverges, and the skill then learns what was done instead", async () => {
  const ask: FlowStep = ["tap", { target: '"Camera permission"' }];
  const rest: readonly FlowStep[] = [
    ["tap", { target: '"Alert"' }],
    ["tap", { target: 'button "Discard"' }],
  ];
  const skill = await learnt("camera", DIALOGS, [
    [ask, ...rest],
    [ask, ...rest],
  ]);
  const again = learnInto(skill, []);
  assert.deepEqual(again, skill, "a skill is learnt again from what it keeps");
  const trace = join(folder, "repaired");
  await using driven = await withMemory(DIALOGS, { trace });
  const stopped = await driven.refused("REPLAY_DIVERGED", "run_skill", { skill: "camera" });
  assert.match(
    stopped,
    /camera: step 1 .* at com\.android\.permissioncontroller\/.*; found: .*"While using the app".*; slots: \{\}; the step may have happened/,
  );
  assert.match(stopped, /Next: Observe, do what is left of step 1, then call run_skill with from: 2/);
  await driven.did("tap", { target: 'button "While using the app"' });
  await driven.did("run_skill", { skill: "camera", from: 2 });
  assert.ok(driven.phone.hooks.find("Alert: Discard"));
  const state = [...(await driven.product.recorder.stop()).values()][0];
  const repaired = learnInto(skill, [await readRun(state?.folder ?? "", never())]);
  assert.deepEqual(
    stepsOf(repaired).map(({ when }) => when !== undefined),
    [false, true, false, false],
    JSON.stringify(repaired.left_out),
  );
  assert.deepEqual([repaired.runs, checkSkill(repaired).filter(({ kind }) => SERIOUS.includes(kind))], [3, []]);
  for (const more of [{}, { prepare: allow }]) {
    const used = await useSkill(repaired, more, ({ phone }) => phone.hooks.find("Alert: Discard") !== undefined);
    assert.deepEqual([used.report.outcome, used.truth], ["passed", true], JSON.stringify(used.report.divergence));
  }
});
