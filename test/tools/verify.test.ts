import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { partApp } from "../support/part-app.js";

test("verify checks a condition once, and names its evidence", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const seen = await driven.did("verify", { condition: 'radio "Free" checked and not "Error"' });
  assert.match(seen, /^true: e\d+ radio "Free" checked; no "Error"\ncom\.fovea\.form\/\.FormActivity \| /);
  assert.match(await driven.did("verify", { condition: "activity .FormActivity" }), /^true: com\.fovea\.form\//);
  assert.match(await driven.did("verify", { condition: "not keyboard" }), /^true: keyboard hidden\n/);
  assert.deepEqual(await hintsOf(driven, "verify"), [true, false, true, true]);
});

test("verify fails for a false condition, and says what is on the screen instead", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.refused("EXPECTATION_FAILED", "verify", { condition: 'radio "Plus" checked or "Done"' });
  assert.match(text, /is not true of \S+: no radio "Plus" checked; no "Done"\n/);
  assert.match(text, /\nOn the screen:\n.*FormActivity/);
  await driven.refused("EXPECTATION_FAILED", "verify", { condition: "activity com.fovea.form/.DoneActivity" });
  await driven.refused("SELECTOR_SYNTAX", "verify", { condition: "activity" });
  await driven.refused("SELECTOR_SYNTAX", "verify", { condition: "changed twice" });
  await driven.refused("INVALID_ARGUMENT", "verify", {});
});

test("verify refuses a negation of an unknown ref, and names elements with a similar text", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  await driven.refused("REF_STALE", "verify", { condition: "not e99999" });
  await driven.refused("REF_STALE", "verify", { expected: "it is gone", action: "tap e99999" });
  const text = await driven.did("verify", { condition: 'not "Create"' });
  assert.match(text, /^true: no "Create"; similar words are on e\d+ "Create account"/);
});

test("verify reports unknown for a negation with a misspelt name, unless an earlier screen had that name", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  for (const condition of ['no button "Rset"', 'not "Create accoun"', 'not ~"agree to teh terms"', "not id/emial"]) {
    const said = await driven.refused("FACT_UNKNOWN", "verify", { condition });
    assert.match(said, /proves nothing: no screen so far had ".*", and e\d+ .* has a similar name\nNext: If e\d+ is/);
  }
  await driven.refused("FACT_UNKNOWN", "wait_for", { condition: 'no button "Rset"', timeout_ms: 60_000 });
  await driven.refused("FACT_UNKNOWN", "verify", { expected: "the button Rset is gone" });
  const did = await driven.refused("EXPECTATION_FAILED", "tap", { target: "id/terms", expect: 'no button "Rset"' });
  assert.match(did, /is unknown after 0 ms: no screen so far had "Rset"/);
  for (const condition of [
    'no "Rset" or "Plan"',
    'no radio "Fred"',
    'no "Done"',
    'no checkbox "Reset"',
    "not id/mobile",
  ])
    await driven.did("verify", { condition });
});

test("verify accepts a name that was on an earlier screen, even where a similar one is shown", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("type_text", { target: "id/name", text: "Plu" });
  await driven.refused("EXPECTATION_FAILED", "verify", { condition: 'not "Plu"' });
  await driven.did("type_text", { target: "id/name", text: "Max", clear: true });
  await driven.did("verify", { condition: 'not "Plu"' });
});

test("verify accepts an id that was on an earlier screen, even where a similar one is shown", async () => {
  const button = (id: string) => ({ kind: "page", parts: [{ widget: "button", id, label: "Go" }] });
  const app = partApp("com.example.parts", button("amount"));
  await using driven = await drive({ moreApps: () => [app.make()], app: "com.example.parts" });
  await driven.did("observe");
  app.show(button("amounts"));
  await driven.did("wait_for", { condition: "id/amounts" });
  await driven.did("verify", { condition: "not id/amount" });
  await driven.refused("FACT_UNKNOWN", "verify", { condition: "not id/amoumts" });
});

test("verify measures changes since before the last action, and reports unknown before the first one", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.refused("FACT_UNKNOWN", "verify", { expected: "nothing changes" });
  await driven.did("tap", { target: "id/terms" });
  const action = "tap the I agree to the terms checkbox";
  const said = await driven.did("verify", { action, expected: "the screen changes and it is still ticked" });
  assert.match(said, /^true: changed and e\d+ checked: changed since the screen before the last action; e\d+ checkbox/);
  await driven.refused("EXPECTATION_FAILED", "verify", { action, expected: "nothing changes" });
});

test("verify recognises the target of the last action under its new name", async () => {
  await using driven = await drive({ app: "com.fovea.form", apiLevel: 28 });
  const shown = await driven.did("observe", {});
  const hint = /field "([^"]+)"/.exec(shown)?.[1];
  assert.ok(hint);
  const target = `field ${JSON.stringify(hint)}`;
  await driven.did("type_text", { target, text: "Ann" });
  await driven.refused("EXPECTATION_FAILED", "verify", { condition: `${target} = "Ann"` });
  await driven.did("verify", { action: `type "Ann" into ${target}`, expected: 'it has the text "Ann"' });
});

test("verify reads an expectation as a sentence, and the answer shows how it was read", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  await driven.did("tap", { target: "id/terms" });
  const seen = await driven.did("verify", {
    action: "tap the I agree to the terms checkbox",
    expected: "it is ticked",
  });
  assert.match(seen, /^true: (e\d+) checked: \1 checkbox "I agree to the terms" checked\n/);
  const expected = "it is off or the keyboard opens";
  await driven.refused("EXPECTATION_FAILED", "verify", { action: "tap the I agree to the terms checkbox", expected });
  await driven.refused("COMMAND_UNCLEAR", "verify", { expected: "it is ticked" });
  await driven.refused("INVALID_ARGUMENT", "verify", { action: "tap Save", condition: "keyboard" });
  await driven.refused("INVALID_ARGUMENT", "verify", { expected: "Save appears", condition: "keyboard" });
});

test("verify changed compares with the last screen that was shown, and with nothing else", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.refused("FACT_UNKNOWN", "verify", { condition: "changed" });
  await driven.did("observe");
  await driven.refused("EXPECTATION_FAILED", "verify", { condition: "changed" });
  driven.phone.hooks.tap("I agree to the terms");
  assert.match(await driven.did("verify", { condition: "changed" }), /^true: changed since the last answer\n/);
  assert.match(await driven.did("verify", { condition: "changed" }), /^true: /, "verify shows no screen");
});

test("verify is refused on a dark screen, where a condition is neither true nor false", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  driven.phone.hooks.setAwake(false);
  await driven.refused("SCREEN_OFF", "verify", { condition: 'not "Done"' });
});
