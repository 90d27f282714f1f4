import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

test("wait_for ends when its condition becomes true, with the changes since the last observation", async () => {
  await using driven = await drive({ app: "com.fovea.sluggish", speed: 10 });
  await driven.did("observe");
  driven.phone.hooks.tap("Answer in 3 seconds");
  const text = await driven.did("wait_for", { condition: '"Here is the late answer"' });
  assert.match(text, /^true after \d+ ms: e\d+ "Here is the late answer" \(1\)\ncom\.fovea\.sluggish\//);
  assert.match(text, /^~ e\d+ "Here is the late answer" was e\d+ .*$/m);
});

test("wait_for fails with the present screen where its condition does not become true", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const text = await driven.refused("WAIT_TIMEOUT", "wait_for", {
    condition: '"Done" or app com.x',
    timeout_ms: 200,
  });
  assert.match(text, /^WAIT_TIMEOUT: "Done" or app com\.x did not become true within 200 ms/);
  assert.match(text, /\nOn the screen:\ncom\.fovea\.form\/.*\n(?:.*\n)*e\d+ checkbox "I agree to the terms"/);
  await driven.refused("SELECTOR_SYNTAX", "wait_for", { condition: "not" });
  await driven.refused("INVALID_ARGUMENT", "wait_for", { timeout_ms: 300_001 });
  assert.deepEqual(await hintsOf(driven, "wait_for"), [true, false, true, true]);
});

test("wait_for without a condition ends when the screen differs from the last reported one", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  driven.phone.hooks.after(4_000, () => driven.phone.hooks.tap("I agree to the terms"));
  const text = await driven.did("wait_for");
  assert.match(text, /^the screen changed after \d+ ms\n/);
  assert.match(text, /^\(the picture changed within .*, where e\d+ checkbox "I agree to the terms" .*; observe reads/m);
  assert.match(await driven.did("observe"), /^~ e\d+ checkbox "I agree to the terms" checked was e\d+$/m);
  await driven.refused("WAIT_TIMEOUT", "wait_for", { timeout_ms: 300 });
});

test("wait_for names the elements that fulfil the condition with scores of at least min_confidence", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const exact = await driven.did("wait_for", { condition: '"Plan" and radio "Plus" unchecked and not "Done"' });
  assert.match(exact, /^true after \d+ ms: e\d+ "Plan" \(1\), e\d+ radio "Plus" \(1\)\n/);
  await driven.refused("WAIT_TIMEOUT", "wait_for", { condition: "? create button", timeout_ms: 300 });
  const likely = await driven.did("wait_for", { condition: "? create button", min_confidence: 0.6 });
  assert.match(likely, /^true after \d+ ms: e\d+ button "Create account" \(0\.\d+\)\n/);
  assert.match(await driven.did("wait_for", { condition: 'not "Done"' }), /^true after \d+ ms\n/);
  await driven.refused("INVALID_ARGUMENT", "wait_for", { condition: "Plan", min_confidence: -1 });
});

test("wait_for refuses an unknown ref at once", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const text = await driven.refused("REF_STALE", "wait_for", { condition: "e4321 and not e4322", timeout_ms: 300_000 });
  assert.match(text, /e4321/);
});

test("plain words mean the same in wait_for, alone or as a step of batch, as in find", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  for (const words of ["the Plus radio", "button Create account", "dropdown below Country", "agree to the terms"]) {
    const ref = /\be\d+ .*\(\d\.\d+: /.exec(await driven.did("find", { query: words }))?.[0].split(" ")[0] ?? words;
    const waited = await driven.did("wait_for", { condition: words, timeout_ms: 300 });
    assert.match(waited, new RegExp(`^true after \\d+ ms: ${ref} `), words);
  }
  await driven.did("batch", { steps: [{ tool: "wait_for", condition: "the Plus radio" }] });
  await driven.refused("SELECTOR_SYNTAX", "wait_for", { condition: "Not now" });
  await driven.refused("SELECTOR_SYNTAX", "verify", { condition: "button Create account" });
});
