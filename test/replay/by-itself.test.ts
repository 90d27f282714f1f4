import assert from "node:assert/strict";
import { test } from "node:test";
import { pendingTexts, unexpectedTexts } from "../../src/replay/by-itself.js";
import type { RecordedScreen, RecordedStep } from "../../src/replay/recorded-step.js";

const FRONT = { package: "com.example.app", activity: "com.example.app.Main" };

function screen(...words: readonly string[]): RecordedScreen {
  const rest = { source: null, traits: [], size: [1080, 2400], picture: null, deviceMs: null } as const;
  return { isKnown: true, front: FRONT, words: new Set(words), ...rest };
}

function step(before: RecordedScreen, after: readonly string[]): RecordedStep {
  return {
    number: 1,
    line: 1,
    did: "tapped",
    tool: "tap",
    args: {},
    selector: null,
    toSelector: null,
    before,
    after: { front: FRONT, words: new Set(after), changed: null, picture: null, deviceMs: null },
    verdict: null,
    error: null,
    isForeign: false,
  };
}

const shown = (...labels: readonly string[]) => ({ elements: [{ labels, systemBar: false }] });

const PAID = step(screen("Pay", "Paid", "2 min ago"), []);
const PAY = step(screen("Pay"), ["Pay", "Please wait"]);

test("pendingTexts lists texts that appeared by themselves in the recording and not yet now, except times and counters", () => {
  assert.deepEqual(pendingTexts(PAID, PAY, [shown("Pay", "Please wait")]), ["Paid"]);
  assert.deepEqual(pendingTexts(PAID, PAY, [shown("Pay", "Paid"), shown("Pay")]), [], "it was there for a moment");
  assert.deepEqual(pendingTexts(PAID, null, [shown("Pay")]), [], "the step before had another result");
  const elsewhere = { ...PAID, before: { ...PAID.before, front: { ...FRONT, activity: "Other" } } };
  assert.deepEqual(pendingTexts(elsewhere, PAY, [shown("Pay")]), []);
});

test("unexpectedTexts lists texts that appear by themselves now and did not in the recording", () => {
  assert.deepEqual(unexpectedTexts(PAID, shown("Pay"), shown("Pay", "Refused", "3 left")), ["Refused"]);
  assert.deepEqual(unexpectedTexts(PAID, shown("Pay", "Refused"), shown("Pay", "Refused", "Paid")), []);
  assert.deepEqual(unexpectedTexts(PAID, null, shown("Refused")), []);
});
