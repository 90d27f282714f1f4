import assert from "node:assert/strict";
import { test } from "node:test";
import { storedSelectorsOf } from "../../src/screen/stored-selector.js";
import { findTarget } from "../../src/skills/find-target.js";
import { judgeSkillStep, type Shown } from "../../src/skills/judge.js";
import type { Fact, SkillStep } from "../../src/skills/skill.js";
import { button, node, page, screenWith, text } from "../support/build-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

const APP = "com.example.app";
const LIST = "com.example.app.List";
const PAGE = "com.example.app.Page";

function shown(activity: string, ...children: readonly TreeNode[]): Shown {
  const { elements } = screenWith(page(...children));
  return { elements, activeWindow: { package: APP, activity }, ime: { visible: false } };
}

/** As targets are looked for on it: by its elements alone. */
function asked({ elements }: Shown) {
  return { elements };
}

const id = (name: string) => ({ "resource-id": `${APP}:id/${name}` });
const START = shown(LIST, button("Open", id("open")));

/** A tap on `Open` that led to these facts in all runs. */
function opening(proof: readonly Fact[], activity = PAGE): SkillStep {
  const selectors = storedSelectorsOf(asked(START)).filter(({ labels }) => labels.includes("Open"));
  return {
    ...{ did: "tapped Open", tool: "tap", args: {}, targets: [{ place: "target", selectors }], proof, runs: 2 },
    ...{ before: { package: APP, activity: LIST }, after: { package: APP, activity } },
    ...{ screen: { texts: [], ids: [] }, verdicts: ["changed"] },
  };
}

function judged(step: SkillStep, after: Shown, verdict = "changed", before: Shown = START) {
  const found = step.targets.map((target) => findTarget(target, asked(before), VALUES));
  return judgeSkillStep(step, { before, after, verdict, found }, VALUES).code;
}

const VALUES = new Map([["TITLE", "Oslo"]]);
const SLOT = `\${TITLE}`;

test("a page with the activity and text of the runs is accepted where all its ids changed", () => {
  const step = opening([{ id: `${APP}:id/heading` }, { text: "Details" }]);
  assert.equal(judged(step, shown(PAGE, text("Details", id("title")))), null);
  assert.equal(judged(opening([{ id: `${APP}:id/heading` }]), shown(PAGE, text("Details", id("title")))), null);
});

test("a page with no other ids, or without the expected text, is REPLAY_DIVERGED", () => {
  const step = opening([{ id: `${APP}:id/heading` }, { text: "Details" }]);
  assert.equal(judged(step, shown(PAGE, text("Details"))), "REPLAY_DIVERGED");
  assert.equal(judged(step, shown(PAGE, text("No connection", id("title")))), "REPLAY_DIVERGED");
  assert.equal(judged(step, shown(LIST, text("Details", id("title")))), "REPLAY_DIVERGED");
});

test("in the same activity a text alone does not replace ids, unless it contains what this run typed", () => {
  const said = (words: string) => shown(LIST, button("Open", id("open")), text(words, id("title")));
  assert.equal(judged(opening([{ id: `${APP}:id/row` }, { text: "OK" }], LIST), said("OK")), "REPLAY_DIVERGED");
  const saved = opening([{ id: `${APP}:id/row` }, { text: `Saved ${SLOT}` }], LIST);
  assert.equal(judged(saved, said("Saved Oslo")), null);
  assert.equal(judged(saved, said("Saved Rome")), "REPLAY_DIVERGED");
});

test("a tap on an already focused field passes, and one after which the field has no focus does not", () => {
  const field = (focused: boolean) =>
    shown(
      LIST,
      node({ class: "android.widget.EditText", text: "Ann", clickable: "true", focused: `${focused}`, ...id("name") }),
    );
  const before = field(true);
  const selectors = storedSelectorsOf(asked(before)).filter(({ role }) => role === "field");
  const step: SkillStep = { ...opening([], LIST), targets: [{ place: "target", selectors }] };
  for (const verdict of ["no_effect", "unknown"]) assert.equal(judged(step, before, verdict, before), null, verdict);
  assert.equal(judged(step, field(false), "no_effect", before), "REPLAY_DIVERGED");
  assert.equal(judged(step, field(false), "unknown", before), "REPLAY_UNTOLD");
});
