import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { learnInto } from "../../src/skills/learn-into.js";
import { isLoop, type Skill } from "../../src/skills/skill.js";
import { parseSkill, printSkill } from "../../src/skills/skill-file.js";
import type { FlowStep } from "../support/replay-flows.js";
import { learnFlows, useSkill } from "../support/skill-runs.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-loops-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function greet(words: string, names: readonly string[]): readonly FlowStep[] {
  return names.flatMap((name): readonly FlowStep[] => [
    ["tap", { target: `"${name}"` }],
    ["type_text", { target: "field", text: words }],
    ["tap", { target: 'button "Send"' }],
    ["tap", { target: 'button "Navigate up"' }],
  ]);
}

/** Facts are in no order. */
function sorted(skill: Skill): unknown {
  const key = (one: unknown) => JSON.stringify(one);
  return JSON.parse(JSON.stringify(skill), (name, value) =>
    name === "proof" && Array.isArray(value) ? value.toSorted((a, b) => key(a).localeCompare(key(b))) : value,
  );
}

function loopsOf({ steps }: Skill) {
  return steps.filter(isLoop);
}

test("steps repeated for different rows and counts become a loop, which runs for each given row", async () => {
  const skill = await learnFlows("com.fovea.messages", folder, [
    greet("See you", ["Dad", "Library", "Plumber"]),
    greet("Here I am", ["Neighbour", "Book club"]),
  ]);
  const [loop] = loopsOf(skill);
  assert.ok(loop, JSON.stringify([skill.steps.length, skill.left_out]));
  assert.deepEqual([skill.steps.length, loop.steps.length, skill.left_out], [1, 4, []]);
  const list = skill.slots.find(({ name }) => name === loop.each);
  assert.deepEqual(list?.default, ["Dad", "Library", "Plumber"]);
  assert.deepEqual(parseSkill(printSkill(skill), "greet.yaml"), { skill, isFlowKept: true });
  assert.deepEqual(sorted(learnInto(skill, [])), sorted(skill), "it is learnt again from what it keeps");
  const words = skill.slots.find(({ kind }) => kind === "text")?.name ?? "";
  const slots = { [loop.each]: "Team standup | Dad | Pizza place | Library", [words]: "Good night" };
  const { report, events, truth } = await useSkill(skill, { slots }, ({ phone }) => {
    return phone.hooks.find("Pizza place") !== undefined;
  });
  assert.equal(report.outcome, "passed", JSON.stringify(report.divergence));
  assert.equal(truth, true);
  assert.deepEqual(
    events.flatMap((event) => /> (?:conversation|row)?[^>]*:([A-Z])$/.exec(event)?.[1] ?? []),
    ["T", "D", "P", "L"],
    events.join("\n"),
  );
});

test("a loop ends at a missing row, and says which row and how far it came", async () => {
  const remove = (titles: readonly string[]) =>
    titles.flatMap((title): readonly FlowStep[] => [
      ["tap", { target: `"${title}"` }],
      ["tap", { target: "id/delete" }],
    ]);
  const skill = await learnFlows("com.fovea.notes", folder, [
    remove(["Shopping"]),
    remove(["Books to read", "Shopping"]),
  ]);
  const [loop] = loopsOf(skill);
  assert.ok(loop, JSON.stringify(skill.left_out));
  const slots = { [loop.each]: "Books to read | Nowhere | Shopping" };
  const { report, truth } = await useSkill(skill, { slots }, ({ phone }) => {
    return phone.hooks.find("Shopping") !== undefined && phone.hooks.find("Books to read") === undefined;
  });
  assert.equal(report.divergence?.step, 1);
  assert.equal(report.divergence?.slots[loop.item], "Nowhere");
  assert.equal(report.divergence?.mayHaveHappened, false);
  assert.equal(truth, true);
});

test("a path down through lists is not a loop, even where the runs differ in depth", async () => {
  const way = (words: readonly string[]) => words.map((word): FlowStep => ["tap", { target: `"${word}"` }]);
  const skill = await learnFlows("com.android.settings", folder, [way(["Display", "Font size"]), way(["Display"])]);
  assert.deepEqual(loopsOf(skill), []);
});
