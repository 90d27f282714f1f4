import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { verify } from "../../src/actions/conditions/verify.js";
import { packageRoot } from "../../src/base/assets.js";
import { flowOf } from "../../src/replay/flow/export-flow.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { runFlow } from "../../src/replay/flow/run-flow.js";
import { normaliseLabel } from "../../src/screen/label.js";
import { parseCondition } from "../../src/screen/selector.js";
import { type InteractionStep, interactionStepSchema } from "../../src/trace/protocol.js";
import { anyCharacter } from "../support/any-character.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { readRecorded } from "../support/recorded.js";

async function parse(yaml: string) {
  return await parseFlow({ file: "e.yaml", text: yaml }, { load: async () => assert.fail() });
}

/** A step with two elements: what it was done to is the second of them. */
function stepOf(
  tool: string,
  args: object,
  about: { readonly label?: string; readonly action?: object } = {},
): InteractionStep {
  const { label = "Save", action = {} } = about;
  const element = (id: string, y1: number) => ({
    element_id: id,
    role: "button",
    bbox: { x1: 0, y1, x2: 100, y2: y1 + 100 },
    "x-fovea": { labels: [label] },
  });
  return interactionStepSchema.parse({
    timestamp: 1,
    visual_state: {
      screenshot_path: "",
      screen_resolution: [1000, 2000],
      elements: [element("e1", 100), element("e2", 300)],
      timestamp: 0,
      "x-fovea": { known: true, package: "com.example.app" },
    },
    action: { type: "click", target_id: "e2", ...action, "x-fovea": { tool, args } },
    rationale: null,
  });
}

test("a real trace is exported as a flow that has the same results", async () => {
  const { steps } = readRecorded(join(packageRoot(), "protocol", "v0.1", "examples", "create-account"));
  const { yaml, notes } = flowOf(steps);
  assert.deepEqual(notes, []);
  assert.match(yaml, /^# Needs --env TEXT_1=…/);
  const flow = await parse(yaml);
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const session = await product.session();
  const report = await runFlow(
    flow,
    {
      session,
      allowedSchemes: [],
      variables: new Map([["TEXT_1", "correct horse battery"]]),
      lookupMs: 5_000,
      pictures: null,
      mayClear: async () => assert.fail(),
      onStep: () => {},
    },
    never(),
  );
  assert.equal(report.outcome, "passed", JSON.stringify(report.steps, null, 1));
  await verify(session, parseCondition("activity .DoneActivity"), never());
});

/** A step, and what it becomes behind the head. */
const STEPS: readonly (readonly [InteractionStep, string])[] = [
  [stepOf("tap", { target: "e2" }), "- tapOn:\n    text: Save\n    index: 1"],
  [stepOf("tap", { target: "e2", hold_ms: 800 }), "- longPressOn:\n    text: Save\n    index: 1"],
  [
    stepOf("tap", { target: "e2", count: 2, expect: '"Saved"' }),
    `- doubleTapOn:\n    text: Save\n    index: 1\n  expect: '"Saved"'`,
  ],
  [
    stepOf(
      "type_text",
      { text: `a\${b}: c`, clear: true, submit: true },
      { action: { text: `a\${b}: c`, target_id: null } },
    ),
    `- eraseText\n- inputText: "a\\\\\${b}: c"\n- pressKey: enter`,
  ],
  [stepOf("press_key", { key: "back", expect: "app com.x" }), "- back: {}\n  expect: app com.x"],
  [stepOf("press_key", { key: "tab", count: 2 }), "- repeat:\n    times: 2\n    commands:\n      - pressKey: tab"],
  [stepOf("press_key", { key: "space", expect: "app com.x" }), "- pressKey: space\n  expect: app com.x"],
  [stepOf("swipe", { direction: "left" }), "- swipe:\n    direction: LEFT"],
  [stepOf("open_app", { package: "com.x" }), "- launchApp:\n    appId: com.x\n    stopApp: false"],
  [stepOf("close_app", { package: "com.x" }), "- stopApp: com.x"],
  [stepOf("open_url", { url: "https://example.org" }), "- openLink: https://example.org"],
];

for (const [step, words] of STEPS) {
  test(`a step is exported as "${words.replaceAll("\n", " ⏎ ")}"`, async () => {
    const { yaml, notes } = flowOf([step]);
    const own = words.includes("expect:") ? "fovea: {}\n" : "";
    assert.equal(yaml, `appId: com.example.app\n${own}---\n${words}\n`);
    assert.deepEqual(notes, []);
    await parse(yaml);
  });
}

test("a step without an equivalent becomes a comment and is reported; a step with only a point taps the point", async () => {
  const nowhere = { action: { target_id: "e9", bbox: { x1: 400, y1: 900, x2: 600, y2: 1_100 } } };
  const { yaml, notes } = flowOf([
    stepOf("pinch", {}),
    stepOf("press_key", { key: "home", long: true }),
    stepOf("tap", {}, nowhere),
    stepOf("tap", {}, { action: { target_id: null } }),
  ]);
  assert.deepEqual(
    notes.map(({ step }) => step),
    [1, 2, 3, 4],
  );
  assert.match(yaml, /\n# step 1: pinch has no equivalent/);
  assert.match(yaml, /\n# step 3: click: by its place alone\n- tapOn:\n {4}point: 50%,50%\n/);
  assert.equal((await parse(yaml)).steps.length, 1);
});

test("a trace without exportable steps becomes a flow without commands", async () => {
  for (const steps of [[], [stepOf("pinch", {})]]) assert.deepEqual((await parse(flowOf(steps).yaml)).steps, []);
});

test("an exported flow with any screen text is parsed, finds exactly that text, and does nothing else", async () => {
  const words = fc
    .oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("- back", "a: b", `\${X}`, `\\\${X}`, "#", "'", "~", "null", "*a", "(", "x\ny"),
    )
    .map(normaliseLabel)
    .filter((label) => label !== "");
  await fc.assert(
    fc.asyncProperty(words, async (label) => {
      const step = { ...stepOf("tap", {}, { label }), rationale: `${label}\n- stopApp: com.x` };
      const { steps } = await parse(flowOf([step]).yaml);
      assert.equal(steps.length, 1);
      const [only] = steps;
      assert.ok(only?.command.kind === "tap" && "pattern" in only.command.target);
      const { text, index } = only.command.target.pattern;
      assert.equal(text?.pattern?.matchesWhole(label), true, JSON.stringify([label, text?.source]));
      assert.equal(text?.pattern?.matchesWhole(`${label}x`), false);
      assert.equal(index, 1);
    }),
    { numRuns: 300 },
  );
});
