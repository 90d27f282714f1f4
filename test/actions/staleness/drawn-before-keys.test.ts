import assert from "node:assert/strict";
import { test } from "node:test";
import {
  drewBeforeKeys,
  isReportedEarly,
  wasStillBeforeKeys,
} from "../../../src/actions/staleness/drawn-before-keys.js";
import { ASLEEP_MS, type Row, stats } from "../../support/reported-frames.js";

const CHECKED = 10_000;
const SENT = 10_300;
const DONE = 10_700;

interface Reported {
  readonly usedAt?: number;
  readonly runs?: number;
  readonly mayBlink?: boolean;
}

const SENT_KEYS = {
  ...{ checkedAtMs: CHECKED + ASLEEP_MS, sentAtMs: SENT + ASLEEP_MS, doneAtMs: DONE + ASLEEP_MS },
  ...{ usedAtUpMs: [], runs: 1 },
};

/** Whether a frame was drawn before the keys; with `usedAt`, on a release whose frames do not name input events. */
function drew(rows: readonly Row[], { usedAt, runs = 1, mayBlink = true }: Reported = {}): boolean {
  const times = { ...SENT_KEYS, runs, mayBlink };
  const usedAtUpMs = usedAt === undefined ? [] : [usedAt];
  return drewBeforeKeys(stats(rows, { isOld: usedAt !== undefined }), { ...times, usedAtUpMs });
}

const FOCUS = { at: 9_000, input: 7 };
const keys = (...at: readonly number[]): readonly Row[] => at.map((one) => ({ at: one, input: 8 }));

test("from Android 12 on the first frame with a key event shows when the keys arrived", () => {
  assert.equal(drew([FOCUS, ...keys(10_600, 10_617)]), false);
  assert.equal(drew([FOCUS, { at: 10_550 }, ...keys(10_600, 10_617)]), true);
  assert.equal(drew([FOCUS, { at: 10_100 }, ...keys(10_600)]), true);
});

test("frames half a second apart count as caret blinks, and a frame at another time does not", () => {
  const blinks = [9_500, 10_005, 10_512].map((at) => ({ at }));
  assert.equal(drew([FOCUS, ...blinks, ...keys(10_600)]), false);
  assert.equal(drew([FOCUS, { at: 10_500 }, ...keys(10_600)]), true, "no blink came half a second before it");
});

test("a frame at the time of a caret blink counts as drawn where it may show a new name of the field", () => {
  const blinks = [8_500, 9_001, 9_502, 10_003, 10_504].map((at) => ({ at }));
  assert.equal(drew([FOCUS, ...blinks, ...keys(10_600)], { mayBlink: true }), false);
  assert.equal(drew([FOCUS, ...blinks, ...keys(10_600)], { mayBlink: false }), true);
});

test("wasStillBeforeKeys is true only where frames prove that nothing was drawn and no caret blinked", () => {
  const isStill = (rows: readonly Row[], upMs = DONE + 200) => wasStillBeforeKeys(stats(rows, { upMs }), SENT_KEYS);
  assert.equal(isStill([FOCUS, ...keys(10_600)]), true);
  assert.equal(isStill([FOCUS, { at: 9_500 }, { at: 10_003 }, ...keys(10_600)]), false);
  assert.equal(isStill([FOCUS], DONE + 10), false, "the frames of the keys are not there yet");
  assert.equal(wasStillBeforeKeys(null, SENT_KEYS), false);
});

test("isReportedEarly is true where a report right after the keys may lack a frame that began before them", () => {
  const isEarly = (rows: readonly Row[], upMs: number) => isReportedEarly(stats(rows, { upMs }), SENT_KEYS);
  assert.equal(isEarly([FOCUS], DONE + 10), true);
  assert.equal(isEarly([FOCUS, ...keys(DONE + 5)], DONE + 10), false);
  assert.equal(isEarly([FOCUS], DONE + 200), false);
  const used = { ...SENT_KEYS, usedAtUpMs: [10_600] };
  assert.equal(isReportedEarly(stats([{ at: 10_603 }], { upMs: DONE, isOld: true }), used), false);
});

test("before Android 12 the last use of the input service shows when a short text began", () => {
  assert.equal(drew([FOCUS, { at: 10_603 }, { at: 10_620 }], { usedAt: 10_600 }), false);
  assert.equal(drew([FOCUS, { at: 10_560 }, { at: 10_603 }], { usedAt: 10_600 }), true);
});

test("before Android 12 a long text is one burst of frames, and each run of `input` is a separate burst", () => {
  const long = [10_450, 10_480, 10_515, 10_550, 10_590].map((at) => ({ at }));
  assert.equal(drew([FOCUS, ...long], { usedAt: 10_552 }), false);
  assert.equal(drew([FOCUS, { at: 10_350 }, ...long], { usedAt: 10_552 }), true);
  assert.equal(drew([FOCUS, { at: 10_350 }, ...long], { usedAt: 10_552, runs: 2 }), false, "the keys that emptied it");
});

test("an app that reports no frames does not count as one that drew", () => {
  const times = { checkedAtMs: CHECKED, sentAtMs: SENT, doneAtMs: DONE, usedAtUpMs: [], runs: 1 };
  assert.equal(drewBeforeKeys(null, times), false);
});
