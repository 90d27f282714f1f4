import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnthropic } from "../../packages/fovea-agent/src/computer-use/anthropic.js";
import type { SeenImage } from "../../packages/fovea-agent/src/computer-use/bridge-action.js";
import { ComputerUse } from "../../packages/fovea-agent/src/computer-use/computer-use.js";
import { readGemini, safetyOfGemini } from "../../packages/fovea-agent/src/computer-use/gemini.js";
import { readOpenAi, safetyOfOpenAi } from "../../packages/fovea-agent/src/computer-use/openai.js";
import type { ComputerCall } from "../../packages/fovea-agent/src/public-types.js";
import { connect } from "../../src/library/connect.js";
import { connection } from "../support/agent-run.js";
import { CHAT_PAGE, SHOP, startGuarded } from "../support/guarded-phone.js";

/** An image of half the size of the screen. */
const SEEN: SeenImage = { width: 540, height: 1200, screen: { width: 1080, height: 2400 } };

const GEMINI: readonly (readonly [name: string, args: object, action: object])[] = [
  ["click", { x: 0, y: 0 }, { kind: "tap", at: { x: 0, y: 1 }, count: 1, holdMs: null }],
  ["click", { x: 999, y: 999, intent: "the end" }, { kind: "tap", at: { x: 1079, y: 2398 }, count: 1, holdMs: null }],
  ["long_press", { x: 500, y: 500 }, { kind: "tap", at: { x: 540, y: 1201 }, count: 1, holdMs: 2000 }],
  [
    "drag_and_drop",
    { start_x: 500, start_y: 800, end_x: 500, end_y: 200 },
    { kind: "swipe", from: { x: 540, y: 1921 }, to: { x: 540, y: 481 } },
  ],
  ["type", { text: "100 %s", press_enter: true }, { kind: "type", text: "100 %s", submit: true }],
  ["press_key", { key: "KEYCODE_APP_SWITCH" }, { kind: "press", key: "KEYCODE_APP_SWITCH" }],
  ["press_key", { key: "enter" }, { kind: "press", key: "enter" }],
  ["open_app", { app_name: "Settings" }, { kind: "open", app: "Settings" }],
  ["list_apps", {}, { kind: "apps" }],
  ["go_back", {}, { kind: "press", key: "back" }],
  ["wait", {}, { kind: "wait", seconds: 1 }],
  ["take_screenshot", {}, { kind: "look" }],
];

test("readGemini maps every function of the mobile environment to one action, with coordinates from 0 to 999", () => {
  for (const [name, args, action] of GEMINI)
    assert.deepEqual(readGemini(name, args, SEEN), { actions: [action] }, name);
  const named = new Set(GEMINI.map(([name]) => name));
  assert.equal(named.size, 10, "all ten functions");
});

const impossible = (words: string) => ({ kind: "impossible", words });
const OPENAI: readonly (readonly [given: object, action: object])[] = [
  [
    { type: "click", x: 270, y: 600, button: "left" },
    { kind: "tap", at: { x: 541, y: 1201 }, count: 1, holdMs: null },
  ],
  [{ type: "click", x: 1, y: 1, button: "right" }, impossible("a phone has no right button")],
  [
    { type: "double_click", x: 0, y: 0 },
    { kind: "tap", at: { x: 1, y: 1 }, count: 2, holdMs: null },
  ],
  [
    {
      type: "drag",
      path: [
        { x: 0, y: 0 },
        { x: 5, y: 5 },
        { x: 100, y: 100 },
      ],
    },
    { kind: "swipe", from: { x: 1, y: 1 }, to: { x: 201, y: 201 } },
  ],
  [
    { type: "keypress", keys: ["ENTER"] },
    { kind: "press", key: "enter" },
  ],
  [{ type: "keypress", keys: ["CTRL", "C"] }, impossible("a phone has no key combination ctrl+c")],
  [{ type: "move", x: 3, y: 3 }, impossible("a phone has no pointer to move")],
  [
    { type: "scroll", x: 270, y: 600, scroll_x: 0, scroll_y: 300 },
    { kind: "swipe", from: { x: 541, y: 1201 }, to: { x: 541, y: 601 } },
  ],
  [
    { type: "type", text: "hello" },
    { kind: "type", text: "hello", submit: false },
  ],
  [{ type: "wait" }, { kind: "wait", seconds: 2 }],
  [{ type: "screenshot" }, { kind: "look" }],
];

test("a click with held keys is reported as impossible, and is not done without the keys", () => {
  const held = (words: string) => ({ actions: [impossible(`a phone has no keys to hold: ${words}`)] });
  for (const action of ["left_click", "double_click", "triple_click"])
    assert.deepEqual(readAnthropic({ action, coordinate: [1, 1], text: "shift" }, SEEN), held("shift"), action);
  const [from, to] = [
    { x: 1, y: 1 },
    { x: 9, y: 9 },
  ];
  for (const action of [
    { type: "click", ...from },
    { type: "double_click", ...from },
    { type: "drag", path: [from, to] },
    { type: "scroll", ...from, scroll_x: 0, scroll_y: 90 },
  ])
    assert.deepEqual(readOpenAi({ ...action, keys: ["CTRL", "SHIFT"] }, SEEN), held("CTRL+SHIFT"), action.type);
  assert.deepEqual(readOpenAi({ type: "click", x: 0, y: 0, keys: [] }, SEEN), {
    actions: [{ kind: "tap", at: { x: 1, y: 1 }, count: 1, holdMs: null }],
  });
});

test("readOpenAi reads coordinates in pixels of the image, in a single action and in a batch", () => {
  for (const [given, action] of OPENAI)
    assert.deepEqual(readOpenAi(given, SEEN), { actions: [action] }, JSON.stringify(given));
  const all = readOpenAi(
    OPENAI.map(([given]) => given),
    SEEN,
  );
  assert.deepEqual(all, { actions: OPENAI.map(([, action]) => action) });
});

const ANTHROPIC: readonly (readonly [given: object, action: object])[] = [
  [
    { action: "left_click", coordinate: [270, 600] },
    { kind: "tap", at: { x: 541, y: 1201 }, count: 1, holdMs: null },
  ],
  [
    { action: "triple_click", coordinate: [0, 0] },
    { kind: "tap", at: { x: 1, y: 1 }, count: 3, holdMs: null },
  ],
  [
    { action: "left_click_drag", start_coordinate: [0, 0], coordinate: [100, 100] },
    { kind: "swipe", from: { x: 1, y: 1 }, to: { x: 201, y: 201 } },
  ],
  [
    { action: "scroll", coordinate: [270, 600], scroll_direction: "down", scroll_amount: 2 },
    { kind: "swipe", from: { x: 541, y: 1201 }, to: { x: 541, y: 721 } },
  ],
  [
    { action: "key", text: "Return" },
    { kind: "press", key: "enter" },
  ],
  [{ action: "key", text: "ctrl+a" }, impossible("a phone has no key combination ctrl+a")],
  [
    { action: "type", text: "hi" },
    { kind: "type", text: "hi", submit: false },
  ],
  [
    { action: "wait", duration: 3 },
    { kind: "wait", seconds: 3 },
  ],
  [{ action: "zoom", region: [0, 0, 10, 10] }, { kind: "look" }],
  [{ action: "right_click", coordinate: [1, 1] }, impossible("a phone has no mouse: right_click")],
];

test("readAnthropic reads coordinates in pixels of the image, and one wheel click as a tenth of it", () => {
  for (const [given, action] of ANTHROPIC)
    assert.deepEqual(readAnthropic(given, SEEN), { actions: [action] }, JSON.stringify(given));
});

test("a malformed call of a model becomes an error text for the model, and no action", () => {
  const wrong = [
    readGemini("fly", {}, SEEN),
    readGemini("constructor", {}, SEEN),
    readGemini("click", { x: 1000, y: 0 }, SEEN),
    readGemini("click", { x: 1 }, SEEN),
    readGemini("type", { text: "" }, SEEN),
    readOpenAi([], SEEN),
    readOpenAi({ type: "tap" }, SEEN),
    readOpenAi([{ type: "wait" }, { type: "click" }], SEEN),
    readAnthropic({ action: "left_click" }, SEEN),
    readAnthropic("click", SEEN),
  ];
  for (const read of wrong) assert.ok("mistake" in read && read.mistake.length > 0, JSON.stringify(read));
});

test("a safety decision that cannot be read is a question for a person, and only a regular or missing one is none", () => {
  assert.equal(safetyOfGemini({ x: 1 }), null);
  assert.equal(safetyOfGemini({ safety_decision: { decision: "regular" } }), null);
  const asked = { safety_decision: { decision: "require_confirmation", explanation: "It pays." } };
  assert.equal(safetyOfGemini(asked), "It pays.");
  assert.equal(safetyOfGemini({ safety_decision: { decision: "blocked" } }), "blocked");
  assert.equal(safetyOfGemini({ safety_decision: "odd" }), '"odd"');
  assert.equal(safetyOfOpenAi(undefined), null);
  assert.equal(safetyOfOpenAi([]), null);
  assert.equal(safetyOfOpenAi([{ code: "malicious_instructions", message: "It may mislead." }]), "It may mislead.");
  assert.equal(safetyOfOpenAi({ code: "odd" }), '{"code":"odd"}');
});

test("calls run through the phone library, return verdicts, and need a person's approval where the guard asks", async () => {
  await using product = await startGuarded({}, CHAT_PAGE, {
    app: SHOP,
    size: { width: 540, height: 1200 },
    density: 210,
  });
  const asked: string[] = [];
  let agrees = false;
  const ask = async (question: string) => {
    asked.push(question);
    return agrees;
  };
  await using phone = await connect(connection(product, ask));
  const computer = new ComputerUse({ phone, askPerson: ask });
  const early = await computer.do({ provider: "gemini", name: "click", args: { x: 1, y: 1 } });
  assert.match(early.text, /look first/);
  await computer.look({ width: 270, height: 600 });
  const placeOf = async (label: string) => {
    const [found] = await phone.find(`button "${label}"`);
    const { left, top, right, bottom } = found?.bounds ?? assert.fail(label);
    return { x: (left + right) / 4, y: (top + bottom) / 4 };
  };
  const click = async (label: string): Promise<ComputerCall> => {
    return { provider: "openai", actions: { type: "click", ...(await placeOf(label)), button: "left" } };
  };
  const details = await computer.do(await click("Details"));
  assert.match(details.text, /^tapped .*Details.*; (?:unknown|no_effect)/);
  assert.deepEqual(product.app.events, ["tap Details"]);
  const send = await computer.do(await click("Send"));
  assert.deepEqual([send.isDone, asked.length], [false, 1], "the guard asked, and a person said no");
  assert.match(send.text, /not done: CONSENT_REFUSED/);
  const unsafe = { provider: "gemini", name: "click" } as const;
  const at = await placeOf("Details");
  const args = { x: (at.x * 1000) / 270, y: (at.y * 1000) / 600 };
  const decision = { safety_decision: { decision: "require_confirmation", explanation: "It may pay." } };
  const held = await computer.do({ ...unsafe, args: { ...args, ...decision } });
  assert.deepEqual([held.isDone, held.isAcknowledged, asked.at(-1)], [false, false, "It may pay."]);
  const alone = new ComputerUse({ phone });
  await alone.look();
  assert.equal((await alone.do({ ...unsafe, args: { ...args, ...decision } })).isDone, false, "no person to ask");
  assert.deepEqual(product.app.events, ["tap Details"]);
  agrees = true;
  const agreed = await computer.do({ ...unsafe, args: { ...args, ...decision } });
  assert.equal(agreed.isAcknowledged, true);
  assert.deepEqual(product.app.events, ["tap Details", "tap Details"]);
  const batch = [
    { type: "click", x: 1, y: 1, button: "right" },
    { type: "click", ...at, button: "left" },
  ];
  const ended = await computer.do({ provider: "openai", actions: batch });
  assert.match(ended.text, /^not done: a phone has no right button$/);
  assert.equal(product.app.events.length, 2, "a batch ends at its first failed call");
  product.phone.setRotation("lock", 1);
  const turned = await computer.do(await click("Details"));
  assert.match(turned.text, /the screen was turned since the image/);
  assert.equal(product.app.events.length, 2);
});
