import assert from "node:assert/strict";
import { test } from "node:test";
import { gapByFrames, receivedTouch, tookTouch } from "../../../src/actions/staleness/gap-by-frames.js";
import type { FrameStats } from "../../../src/screen/frame-stats.js";
import { ASLEEP_MS, type Row, stats } from "../../support/reported-frames.js";

const TIMES = {
  checkedAtMs: ASLEEP_MS + 10_000,
  sentAtMs: ASLEEP_MS + 10_200,
  doneAtMs: ASLEEP_MS + 10_240,
  touchedAtUpMs: null,
};

function every(ms: number, from: number, to: number): readonly Row[] {
  return Array.from({ length: Math.floor((to - from) / ms) }, (_, nth) => ({ at: Math.round(from + nth * ms) }));
}

const BEFORE = stats([{ at: 5_000 }, { at: 6_000 }], { upMs: 9_990 });
const OLD = stats([{ at: 5_000 }], { upMs: 9_990, isOld: true });
const TOUCH: readonly Row[] = [{ at: 10_230, input: -77 }, { at: 10_247 }, { at: 10_264 }];

interface Case {
  readonly what: string;
  readonly before?: FrameStats | null;
  readonly after: FrameStats | null;
  readonly hasCaret?: boolean;
  /** Null if the device does not say. */
  readonly touchedAt?: number | null;
  /** The time of another noted use of the device; null for none. */
  readonly usedAt?: number | null;
  readonly drawsByFrames?: boolean;
  /** Whether restless frames have a rhythm. */
  readonly isRhythm?: boolean;
  readonly kind: ReturnType<typeof gapByFrames>["kind"];
}

const CASES: readonly Case[] = [
  { what: "only the touch draws", after: stats(TOUCH), kind: "still" },
  { what: "nothing is drawn at all", after: stats([]), kind: "still" },
  { what: "a frame after the check", after: stats([{ at: 10_050 }, ...TOUCH]), kind: "changed" },
  { what: "a frame that the screenshot cannot show yet", after: stats([{ at: 9_970 }, ...TOUCH]), kind: "changed" },
  { what: "a frame long before the check", after: stats([{ at: 9_800 }, ...TOUCH]), kind: "still" },
  {
    what: "a frame removed by a reset",
    before: stats([{ at: 10_010 }]),
    after: stats(TOUCH),
    kind: "changed",
  },
  { what: "a frame after `input` was started", after: stats([{ at: 10_215 }, ...TOUCH]), kind: "changed" },
  {
    what: "a frame at that time, where the touch draws none",
    after: stats([{ at: 10_215 }, { at: 10_500, input: 0 }]),
    kind: "changed",
  },
  {
    what: "up to Android 11, a frame before `input` was started",
    before: OLD,
    after: stats([{ at: 10_100 }], { isOld: true }),
    kind: "changed",
  },
  {
    what: "up to Android 11, a frame after `input` was started",
    before: OLD,
    after: stats([{ at: 10_215 }], { isOld: true }),
    kind: "unknown",
  },
  {
    what: "up to Android 11, frames from the touch on",
    before: OLD,
    after: stats([{ at: 10_226 }, { at: 10_243 }], { isOld: true }),
    touchedAt: 10_222,
    kind: "still",
  },
  {
    what: "up to Android 11, a frame right before the touch",
    before: OLD,
    after: stats([{ at: 10_215 }, { at: 10_232 }], { isOld: true }),
    touchedAt: 10_222,
    kind: "changed",
  },
  {
    what: "a frame with the input event of a much earlier touch",
    after: stats([{ at: 10_215, input: 5 }, ...TOUCH]),
    touchedAt: 10_222,
    kind: "changed",
  },
  {
    what: "a frame with an input event, where another use than the touch was noted",
    after: stats([{ at: 10_215, input: 5 }]),
    usedAt: 10_190,
    kind: "unknown",
  },
  { what: "an app that drew no frame since", before: null, after: stats([]), kind: "still" },
  {
    what: "an app without frames that may draw in another way",
    before: null,
    after: stats([]),
    drawsByFrames: false,
    kind: "unknown",
  },
  { what: "an app that does not answer", after: null, kind: "unknown" },
  { what: "more frames than are kept", after: stats(every(4, 10_300, 10_800)), kind: "unknown" },
  {
    what: "a caret that continues to blink",
    before: stats([...every(500, 7_620, 9_990)], { upMs: 9_990 }),
    after: stats([{ at: 10_120 }, ...TOUCH]),
    hasCaret: true,
    kind: "still",
  },
  {
    what: "a caret that continues to blink after the touch",
    after: stats([{ at: 10_120 }, ...TOUCH, { at: 10_622 }, { at: 11_121 }]),
    hasCaret: true,
    kind: "still",
  },
  {
    what: "a frame outside the caret's rhythm",
    before: stats([...every(500, 7_620, 9_990)], { upMs: 9_990 }),
    after: stats([{ at: 10_020 }, { at: 10_120 }, ...TOUCH]),
    hasCaret: true,
    kind: "changed",
  },
  {
    what: "the same rhythm without a focused field",
    before: stats([...every(500, 7_620, 9_990)], { upMs: 9_990 }),
    after: stats([{ at: 10_120 }, ...TOUCH]),
    kind: "restless",
  },
  {
    what: "a frame that was finished before the observation",
    before: stats([{ at: 9_975, completedAt: 9_984 }], { upMs: 9_990 }),
    after: stats(TOUCH),
    kind: "still",
  },
  {
    what: "a frame that was being finished at the observation",
    before: stats([{ at: 9_975, completedAt: 9_996 }], { upMs: 9_990 }),
    after: stats(TOUCH),
    kind: "changed",
  },
  {
    what: "a late frame of the touch, due before it and with its event",
    after: stats([{ at: 10_215, input: -77, recordedAt: 10_226 }]),
    touchedAt: 10_222,
    kind: "still",
  },
  {
    what: "the event of the touch, where the noted use left none",
    before: BEFORE,
    after: stats([{ at: 9_890, input: 5 }, { at: 9_940 }, ...TOUCH]),
    usedAt: 9_500,
    kind: "still",
  },
  {
    what: "a text that continues to tick",
    before: stats([...every(150, 9_087, 9_990)], { upMs: 9_990 }),
    after: stats([{ at: 10_142 }, ...TOUCH]),
    kind: "restless",
  },
  {
    what: "a frame beside a text that ticks",
    before: stats([...every(150, 9_087, 9_990)], { upMs: 9_990 }),
    after: stats([{ at: 10_070 }, { at: 10_142 }, ...TOUCH]),
    kind: "changed",
  },
  {
    what: "a text that continues to tick, sometimes slightly late",
    before: stats(
      [{ at: 8_120 }, { at: 8_395 }, { at: 8_695 }, { at: 8_970 }, { at: 9_295 }, { at: 9_545 }, { at: 9_865 }],
      {
        upMs: 9_990,
      },
    ),
    after: stats([{ at: 10_105 }, ...TOUCH]),
    kind: "restless",
    isRhythm: true,
  },
  {
    what: "a text that began to tick after the observation, and continues",
    after: stats([{ at: 10_050 }, { at: 10_200 }, ...TOUCH, ...every(150, 10_650, 11_600)]),
    kind: "restless",
    isRhythm: true,
  },
  {
    what: "a frame beside a text that began to tick after the observation",
    after: stats([{ at: 10_050 }, { at: 10_110 }, { at: 10_200 }, ...TOUCH, ...every(150, 10_650, 11_600)]),
    kind: "changed",
  },
  {
    what: "more frames at once than a ticking text draws",
    before: stats([...every(150, 9_087, 9_990)], { upMs: 9_990 }),
    after: stats([{ at: 10_142 }, { at: 10_159 }, ...TOUCH]),
    kind: "changed",
  },
  {
    what: "a text that is written bit by bit",
    before: stats([{ at: 8_700 }, { at: 8_820 }, { at: 9_150 }, { at: 9_420 }, { at: 9_700 }], { upMs: 9_990 }),
    after: stats([{ at: 10_100 }, ...TOUCH]),
    kind: "restless",
  },
  { what: "an animation that ran before", after: stats([...every(16.7, 9_500, 10_220), ...TOUCH]), kind: "restless" },
  {
    what: "an animation that ran when the action began",
    before: stats([...every(16.7, 9_000, 9_500)], { upMs: 9_500 }),
    after: stats([...every(16.7, 9_990, 10_220), ...TOUCH]),
    kind: "restless",
  },
  {
    what: "a frame some time after an animation, as after a page has opened",
    before: stats([...every(33, 9_480, 9_777)], { upMs: 9_990 }),
    after: stats([{ at: 10_008 }, ...TOUCH]),
    kind: "changed",
  },
  {
    what: "a frame long after a text has ticked",
    before: stats([...every(150, 7_000, 8_000)], { upMs: 9_990 }),
    after: stats([{ at: 10_150 }, ...TOUCH]),
    kind: "changed",
  },
  { what: "an animation that begins", after: stats([...every(16.7, 10_020, 10_220), ...TOUCH]), kind: "changed" },
];

for (const one of CASES) {
  test(`gapByFrames judges what happened before a touch from frames: ${one.what} (${one.kind})`, () => {
    const { before = BEFORE, after, hasCaret = false, drawsByFrames = true, touchedAt = null, usedAt = null } = one;
    const times = { ...TIMES, touchedAtUpMs: touchedAt, usedAtUpMs: usedAt };
    const said = gapByFrames({ before, after, hasCaret, drawsByFrames }, times);
    assert.equal(said.kind, one.kind);
    if (one.isRhythm !== undefined) assert.equal(said.kind === "restless" && said.isRhythm, one.isRhythm);
  });
}

test("a frame of a slowly ticking text does not count as a change, even where the frame counters were reset in between", () => {
  const kindOf = (at: number, drawnLately: readonly number[], more: readonly Row[] = []) => {
    const app = { before: null, after: stats([...more, { at }, ...TOUCH]), hasCaret: false, drawsByFrames: true };
    return gapByFrames({ ...app, drawnLately }, TIMES).kind;
  };
  const ticks = [1_700, 3_310, 4_920, 6_500, 8_110];
  const others = [3_100, 3_117, 5_700];
  assert.equal(kindOf(10_100, ticks), "changed", "one tick was missed, and the next was not due");
  assert.equal(
    kindOf(
      10_100,
      [...ticks.map((one) => one + 390), ...others].toSorted((a, b) => a - b),
    ),
    "restless",
  );
  assert.equal(kindOf(10_100, [3_700, 5_310, 8_500]), "changed", "too few to be a rhythm");
  assert.equal(
    kindOf(
      10_100,
      ticks.map((one) => one + 390),
      [{ at: 10_060 }],
    ),
    "changed",
    "another frame beside it",
  );
});

test("tookTouch reports another app that drew before the touch was done, or that received the touch", () => {
  const kinds = (rows: readonly Row[], isOld = false) => tookTouch(stats(rows, { isOld }), TIMES).kind;
  assert.equal(kinds([{ at: 10_100 }]), "changed");
  assert.equal(kinds([{ at: 10_235 }]), "changed");
  assert.equal(kinds([{ at: 10_250, input: 5 }]), "changed");
  assert.equal(kinds([{ at: 10_400 }, { at: 10_417 }]), "still");
  assert.equal(kinds([{ at: 10_235 }], true), "unknown");
  assert.equal(kinds([{ at: 10_400 }], true), "still");
  assert.equal(kinds([{ at: 10_150 }], true), "changed");
  assert.equal(kinds([]), "unknown");
  assert.equal(tookTouch(null, TIMES).kind, "unknown");
});

test("receivedTouch knows from Android 12 on whether an app drew because of the touch", () => {
  assert.equal(receivedTouch(stats(TOUCH), TIMES), true);
  assert.equal(receivedTouch(stats([{ at: 10_247 }]), TIMES), false);
  assert.equal(receivedTouch(stats([{ at: 10_247 }], { isOld: true }), TIMES), null);
});
