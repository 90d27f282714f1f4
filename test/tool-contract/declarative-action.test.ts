import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { parseCondition, parseTarget } from "../../src/screen/selector.js";
import { actionJsonSchema, isDeclarative, readAction } from "../../src/tool-contract/declarative-action.js";
import { drive } from "../support/drive.js";

const STEPS: readonly (readonly [object, object])[] = [
  [
    { type: "tap", target: { text: 'Say "Hi" \\' } },
    { tool: "tap", target: '"Say \\"Hi\\" \\\\"' },
  ],
  [
    { type: "double_tap", target: { id: "com.app:id/map" } },
    { tool: "tap", target: "com.app:id/map", count: 2 },
  ],
  [
    { type: "long_press", target: { id: "a tag" } },
    { tool: "tap", target: 'id/"a tag"', hold_ms: 800 },
  ],
  [
    { type: "tap", target: { bbox: [1, 2, 3, 4] }, delay: 9 },
    { tool: "tap", target: "[1,2][3,4]", delay_ms: 9 },
  ],
  [
    { type: "type", text: "x", submit: true },
    { tool: "type_text", text: "x", submit: true },
  ],
  [
    { type: "swipe", direction: "up", target: { id: "list" } },
    { tool: "swipe", direction: "up", target: 'id/"list"' },
  ],
  [
    { type: "swipe", direction: "up", target: { bbox: [100, 200, 300, 1200] } },
    { tool: "swipe", from: "200,1000", to: "200,400" },
  ],
  [
    { type: "swipe", direction: "right", target: { bbox: [100, 200, 300, 1200] } },
    { tool: "swipe", from: "140,700", to: "260,700" },
  ],
  [
    { type: "type", text: "", clear: true, target: { id: "name" } },
    { tool: "type_text", text: "", clear: true, target: 'id/"name"' },
  ],
  [
    { type: "scroll_to", target: { text: "A" } },
    { tool: "scroll_to", target: '"A"' },
  ],
  [
    { type: "press", key: "back" },
    { tool: "press_key", key: "back" },
  ],
  [
    { type: "open_app", package: "com.a" },
    { tool: "open_app", package: "com.a" },
  ],
  [
    { type: "wait", target: { text: "Done" } },
    { tool: "wait_for", condition: '"Done"' },
  ],
];

test("readAction turns a declarative action into a tool's step, with its target in the grammar", () => {
  for (const [action, step] of STEPS) {
    assert.deepEqual(readAction(action), { step });
    const { target, condition } = Object.fromEntries(Object.entries(step));
    if (target !== undefined) parseTarget(String(target));
    if (condition !== undefined) parseCondition(String(condition));
  }
  assert.ok(isDeclarative({ type: "tap" }) && !isDeclarative({ tool: "tap", type: "tap" }));
});

test("readAction refuses what is not a declarative action, and says what is wrong", () => {
  const problems: readonly (readonly [object, RegExp])[] = [
    [{ type: "fly" }, /^type is one of tap, double_tap, long_press, type, swipe, scroll_to, press, open_app, wait$/],
    [{ type: "tap", target: {} }, /^target has to be one of \{text\}, \{id\} and \{bbox:/],
    [{ type: "tap", target: { text: "A", id: "b" } }, /^target has to be one of/],
    [{ type: "tap", target: { bbox: [1, 2, 3] } }, /^target has to be one of/],
    [{ type: "tap", target: { text: "A" }, delay: -1 }, /^delay: /],
    [{ type: "wait", target: { bbox: [1, 2, 3, 4] } }, /^target has to be one of \{text\} and \{id\}$/],
    [{ type: "scroll_to", target: { bbox: [1, 2, 3, 4] } }, /^target has to be one of \{text\} and \{id\}$/],
    [{ type: "tap", target: { bbox: [3, 2, 3, 4] } }, /^target has to be one of/],
    [{ type: "type", text: "" }, /^text: there is nothing to type$/],
    [{ type: "type", text: "", clear: false }, /^text: there is nothing to type$/],
    [{ type: "press" }, /^key: /],
  ];
  for (const [action, words] of problems) {
    const read = readAction(action);
    assert.ok("problem" in read);
    assert.match(read.problem, words);
  }
});

test("the published schema equals the schema of the actions", () => {
  const published: unknown = JSON.parse(readFileSync(join(packageRoot(), "docs/action.schema.json"), "utf8"));
  assert.deepEqual(published, JSON.parse(JSON.stringify(actionJsonSchema())));
});

test("each target that the schema allows is accepted by its tool", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { x = 0, y = 0 } = driven.phone.hooks.find("Plus") ?? {};
  const bbox = [x - 60, y - 300, x + 60, y + 300];
  const swiped = await driven.did("batch", { steps: [{ type: "swipe", direction: "up", target: { bbox } }] });
  assert.match(swiped, /^1 swiped from the point \d+,\d+ to the point \d+,\d+ /);
});

test("steps of batch may be declarative, with delays, beside steps that name a tool", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { x = 0, y = 0 } = driven.phone.hooks.find("Plus") ?? {};
  const text = await driven.did("batch", {
    steps: [
      { type: "tap", target: { bbox: [x - 4, y - 4, x + 4, y + 4] } },
      { type: "tap", target: { text: "I agree to the terms" }, delay: 50 },
      { tool: "verify", condition: 'radio "Plus" checked and checkbox checked' },
    ],
  });
  assert.match(text, /^1 tapped .*\n2 tapped .*\n3 true: /);
  const refused = await driven.refused("INVALID_ARGUMENT", "batch", { steps: [{ type: "tap", target: {} }] });
  assert.match(refused, /steps: step 1: target has to be one of/);
});
