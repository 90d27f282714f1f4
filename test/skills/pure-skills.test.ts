import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { storedSelectorsOf } from "../../src/screen/stored-selector.js";
import { checkSkill } from "../../src/skills/check-skill.js";
import { Diverged } from "../../src/skills/diverged.js";
import { Progress } from "../../src/skills/progress.js";
import type { Skill, SkillStep } from "../../src/skills/skill.js";
import { parseSkill, printSkill } from "../../src/skills/skill-file.js";
import { skillsIn } from "../../src/skills/skill-folder.js";
import { isOfKind, SlotBook } from "../../src/skills/slot-book.js";
import { fill, plain, templateOf } from "../../src/skills/template.js";
import { button, page, screenWith } from "../support/build-screen.js";

/** A slot as a flow writes it. */
const SLOT = `\${TITLE}`;

test("without a folder there are no skills, and an unreadable folder is an error", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "fovea-skills-"));
  t.after(() => rm(folder, { recursive: true }));
  assert.deepEqual(await skillsIn(join(folder, "none")), []);
  const file = join(folder, "file");
  await writeFile(file, "");
  await assert.rejects(skillsIn(file), { code: "SKILL_INVALID", message: /the folder of skills, cannot be read: / });
});

test("the third identical attempt on one screen is refused, and one on another screen is not", () => {
  const screen = { activeWindow: null, elements: screenWith(page(button("Save"))).elements };
  const other = { activeWindow: null, elements: screenWith(page(button("Saved"))).elements };
  const progress = new Progress();
  progress.note("step 1", screen);
  progress.note("step 1", screen);
  progress.note("step 1", other);
  progress.note("step 2", screen);
  assert.throws(
    () => progress.note("step 1", screen),
    (error) => error instanceof Diverged && error.code === "NO_PROGRESS" && !error.mayHaveHappened,
  );
});

test("a text gets slots exactly where the runs differ by their inputs, and none where they differ otherwise", () => {
  const slots = [{ name: "TITLE", values: ["Oslo", "Rome"] }];
  assert.equal(templateOf(["Trip to Oslo", "Trip to Rome"], slots), `Trip to ${SLOT}`);
  assert.equal(templateOf(["Trip to Oslo", "Way to Rome"], slots), null);
  assert.equal(templateOf(["Oslo", "Oslo"], slots), "Oslo");
  assert.equal(templateOf(["Oslo", null], slots), "Oslo");
  const values = new Map([["TITLE", "Paris"]]);
  assert.equal(fill(`Trip to ${SLOT}`, values), "Trip to Paris");
  assert.equal(fill(plain(`costs ${SLOT}`), values), `costs ${SLOT}`);
});

test("each slot is named after its field, with a unique name, and equal values share one slot", () => {
  const book = new SlotBook();
  assert.equal(book.add(["a1", "b1"], "Full name"), "FULL_NAME");
  assert.equal(book.add(["a1", "b1"], "Name again"), "FULL_NAME");
  assert.equal(book.add(["1", "22"], "Full name"), "FULL_NAME_2");
  assert.equal(book.add([null, null], "Passwort", "secret"), "PASSWORT");
  assert.deepEqual(
    book.slots.map(({ kind, default: value }) => [kind, value]),
    [
      ["text", "a1"],
      ["number", "1"],
      ["secret", null],
    ],
  );
  assert.ok(isOfKind("date", "2026-01-31") && !isOfKind("date", "soon") && !isOfKind("number", "1e"));
});

test("a skill is read back as written, and only a change in its commands counts as a change", () => {
  const front = { package: "com.a", activity: "com.a.Main" };
  const skill: Skill = {
    ...{ name: "back", app: "com.a", version: 1, runs: 2, slots: [], left_out: ['tapped "x": it had no effect'] },
    steps: [
      {
        ...{
          did: "pressed BACK",
          tool: "press_key",
          args: { key: "back" },
          targets: [],
          screen: { texts: [], ids: [] },
          before: front,
          after: front,
        },
        ...{ proof: [{ text: "Notes: 3 # all" }, { id: "com.a:id/x", gone: true }], verdicts: ["changed"], runs: 2 },
      },
    ],
  };
  const text = printSkill(skill);
  assert.deepEqual(parseSkill(text, "back.yaml"), { skill, isFlowKept: true });
  assert.equal(parseSkill(text.replace(/\n- back\n/, "\n- hideKeyboard\n"), "back.yaml").isFlowKept, false);
  for (const broken of [
    "",
    "a: [",
    "appId: a\nname: b\nskill: {}\n---\n- back\n",
    "- &a [*a]\n",
    text.replace("runs: 2", "runs: -1"),
    text.replace("key: back", `key: "${SLOT.replace("TITLE", "OTHER")}"`),
  ])
    assert.throws(() => parseSkill(broken, "x.yaml"), /SKILL_INVALID|is not a skill/);
});

const FRONT = { package: "com.a", activity: "com.a.Main" };
const AWAY = { package: "com.b", activity: "com.b.Main" };

function pressing(key: string, more: Partial<SkillStep> = {}): SkillStep {
  return {
    ...{ did: `pressed ${key}`, tool: "press_key", args: { key }, targets: [], screen: { texts: [], ids: [] } },
    ...{ before: FRONT, after: FRONT, proof: [{ text: "done" }], verdicts: ["changed"], runs: 2, ...more },
  };
}

function doubtsOf(...steps: readonly SkillStep[]): readonly string[] {
  const skill: Skill = { name: "x", app: "com.a", version: 1, runs: 2, slots: [], left_out: [], steps };
  return checkSkill(skill).flatMap(({ kind, step, why }) => (kind === "flow" ? [] : [`${step} ${kind}: ${why}`]));
}

test("a step whose call its tool would refuse cannot be repeated, and is not trusted", () => {
  assert.deepEqual(doubtsOf(pressing("tab")), []);
  assert.deepEqual(doubtsOf(pressing("notifications")), []);
  assert.deepEqual(doubtsOf(pressing("KEYCODE_FLY")), ['1 undone: there is no key "KEYCODE_FLY"']);
  assert.match(doubtsOf(pressing("tab", { args: { key: "tab", count: 99 } })).join(), /^1 undone: press_key .*count/);
  assert.match(doubtsOf(pressing("tab", { args: { key: "tab", fast: true } })).join(), /^1 undone: press_key /);
});

test("a step in an app that no earlier step leads to is not trusted, and a step into another app is named", () => {
  const away = pressing("tab", { before: AWAY, after: AWAY });
  assert.deepEqual(doubtsOf(away), ["1 elsewhere: it is for com.b, and the steps before it lead to com.a"]);
  assert.deepEqual(doubtsOf(pressing("tab", { after: AWAY }), away), ["2 other app: it acts in com.b, not in com.a"]);
  assert.match(doubtsOf(pressing("tab", { after: AWAY }), pressing("tab")).join(), /^2 elsewhere: .*lead to com\.b$/);
  // Where the runs came to different apps, or one step may be left out, nothing is known for sure.
  const open = { package: null, activity: null };
  assert.match(doubtsOf(pressing("tab", { after: open }), away).join(), /^2 other app/);
  const optional = pressing("tab", { after: AWAY, when: [{ text: "now" }] });
  assert.ok(doubtsOf(optional, away, pressing("tab")).every((one) => !one.startsWith("2 elsewhere")));
  const selectors = storedSelectorsOf(screenWith(page(button("Save"))));
  const tap = pressing("tab", {
    tool: "tap",
    args: {},
    targets: [{ place: "target", selectors: selectors.slice(-1) }],
  });
  assert.match(doubtsOf(tap).join(), /^1 elsewhere: its target belongs to com\.example\.app, and in front is com\.a$/);
});

test("errors in the YAML of a skill are reported by line, in Fovea's own text", () => {
  for (const [text, words] of [
    ["appId: a\nname: 'b", "line 2: a quote is not closed"],
    ["appId: a\n\tname: b\n", "line 2: a line is indented by a tab: use spaces"],
    ["appId: a\nappId: b\n", "line 2: a key occurs twice in one map"],
    ["a: [", "line 1: a bracket is not closed, or the lines within it are not indented"],
  ] as const)
    assert.throws(() => parseSkill(text, "x.yaml"), { message: `x.yaml is not a skill: ${words}` });
});
