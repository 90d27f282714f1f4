import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { center } from "../../src/base/geometry.js";
import { extensions } from "../../src/trace/x-fovea.js";
import { useCompanions } from "../support/companion-ways.js";
import { type Driven, drive } from "../support/drive.js";
import { type Recorded, recorded } from "../support/recorded.js";

const PASSWORD = "field password";
const NAME = 'field "Given and family name"';

/** What is in a trace of a form, and in the history, after something was done on it. */
async function traced(
  work: (driven: Driven) => Promise<unknown>,
  options: Parameters<typeof drive>[0] = {},
): Promise<Recorded & { readonly history: string }> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
  try {
    const config = { trace: folder, takeAction: true };
    await using driven = await drive({ app: "com.fovea.form", config, ...options });
    await work(driven);
    const history = await driven.did("history", { count: 50 });
    return { ...(await recorded(driven, folder)), history };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertNowhere(whole: string, words: RegExp): void {
  const found = words.exec(whole);
  assert.equal(found && whole.slice(Math.max(0, found.index - 100), found.index + 100), null);
}

/** A key that types, in any spelling, as an input or as what was done. */
const ANY_KEY = /KEYCODE_(?:NUMPAD_)?[47HX]\b|KEYCODE_AT|"key\\?":\s?\\?"(?:4|h|at|KEYCODE_7|numpad_4|x)\b/i;

for (const [how, companion] of [
  ["without the companion", {}],
  ["with the companion", { onDevice: "enabled", link: useCompanions() }],
] as const) {
  test(`keys pressed one by one in a password field are in no trace or history (${how})`, async () => {
    const { text, steps, history } = await traced(async ({ did }) => {
      await did("observe");
      await did("tap", { target: PASSWORD });
      for (const key of ["4", "h", "at", "KEYCODE_7", "numpad_4"]) await did("press_key", { key });
      await did("press_key", { key: "4", count: 3 });
      await did("press_key", { key: "x", long: true });
      await did("batch", {
        steps: [
          { tool: "press_key", key: "4", count: 2 },
          { tool: "press_key", key: "tab" },
        ],
      });
    }, companion);
    for (const whole of [text, history]) {
      assertNowhere(whole, ANY_KEY);
      assertNowhere(whole, /\d+ times/);
      assert.match(whole, /pressed \[redacted\]/);
      assert.match(whole, /pressed KEYCODE_TAB/);
    }
    const pressed = steps.filter(({ action }) => extensions.action(action)?.tool === "press_key");
    assert.equal(pressed.length, 9);
    assert.deepEqual(extensions.action(pressed[5]?.action ?? assert.fail())?.args, { key: "[redacted]" });
  });

  test(`keys pressed in a field that is certainly plain are recorded (${how})`, async () => {
    const { text, history } = await traced(async ({ did }) => {
      await did("tap", { target: NAME });
      await did("press_key", { key: "4", count: 3 });
    }, companion);
    assert.match(text, /"args":\{"key":"4","count":3\}/);
    assert.match(history, /pressed KEYCODE_4 3 times/);
  });
}

/** Touches the password field with a finger, without Fovea. */
async function touchPassword({ product, phone }: Driven): Promise<void> {
  const { lastObservation } = await product.session();
  const field = lastObservation?.elements.find(({ password }) => password === true) ?? assert.fail();
  phone.touchDown(center(field.bounds));
  phone.touchUp(center(field.bounds));
}

test("keys are not recorded without an earlier observation, nor after a moved focus, a press or a refusal", async () => {
  const unseen = await traced(async ({ did }) => await did("press_key", { key: "4" }));
  assertNowhere(unseen.text + unseen.history, ANY_KEY);
  const moved = await traced(async (driven) => {
    await driven.did("observe");
    await touchPassword(driven);
    await driven.did("press_key", { key: "4" });
  });
  assertNowhere(moved.text + moved.history, ANY_KEY);
  assert.match(moved.history, /pressed \[redacted\]/);
  const refused = await traced(async (driven) => {
    await driven.did("tap", { target: NAME });
    await touchPassword(driven);
    await driven.refused("FOCUS_LOST", "press_key", { key: "4" });
  });
  assertNowhere(refused.text + refused.history, ANY_KEY);
});

test("a text that press_key refuses as an unknown key is not recorded", async () => {
  const { text, history } = await traced(async ({ did, refused }) => {
    await did("observe");
    await refused("INVALID_ARGUMENT", "press_key", { key: "hunter2" });
    await refused("INVALID_ARGUMENT", "batch", { steps: [{ tool: "press_key", key: "swordfish" }] });
  });
  assertNowhere(text + history, /hunter2|swordfish/);
});

const SPOKEN = [
  "type hunter2 into the pass code field",
  "type hunter2 into the password field",
  "please enter hunter2 in the pass code box",
  "fill in the pass code with hunter2",
  "fill the password field with hunter2 and press enter",
  "set pass code to hunter2",
  "change the pin to hunter2 please",
  "replace the text in the pass code field with hunter2",
  "write hunter2",
  "my pass code is hunter2",
  "hunter2",
  'type "hunter2" into the pass code field',
  "type 'hunter2' in the password field",
  "type hunter2 in the pass code field in the dialog",
  "type hunter2 into the pass code field and tap OK",
];

test("a take_action that types into a possible password field is not recorded, whether done or refused", async () => {
  const { text, history, calls } = await traced(async ({ did, mcp }) => {
    await did("observe");
    await did("tap", { target: PASSWORD });
    for (const action of SPOKEN) await mcp.call("take_action", { action });
    await did("observe");
  });
  assertNowhere(text, /hunter2/);
  assertNowhere(history, /hunter2/);
  const reported = calls.filter(({ tool_name: name }) => name === "take_action").map(({ inputs }) => inputs["action"]);
  assert.ok(reported.includes("type [redacted]") && reported.includes("fill [redacted]"), reported.join("; "));
});

test("a take_action that presses a key of a password is not recorded", async () => {
  const { text, history } = await traced(async ({ did }) => {
    await did("tap", { target: PASSWORD });
    await did("take_action", { action: "press the 7 key" });
    await did("take_action", { action: "press the tab key" });
  });
  for (const whole of [text, history]) assertNowhere(whole, /the 7 key|KEYCODE_7/);
  assert.match(text, /press the tab key/);
});

test("a take_action that types into a plain field, or types nothing, is recorded", async () => {
  const { text } = await traced(async ({ did, refused }) => {
    await did("take_action", { action: 'type "Demo" in the given and family name field' });
    await did("take_action", { action: "scroll down" });
    await refused("ELEMENT_NOT_FOUND", "take_action", { action: "tap on the unicorn" });
  });
  assert.match(text, /type \\"Demo\\" in the given/);
  assert.match(text, /"action":"scroll down"/);
  assert.match(text, /"action":"tap on the unicorn"/);
});
