import assert from "node:assert/strict";
import { test } from "node:test";
import type { TraceManifest } from "../../src/trace/manifest.js";
import type { GUIElement, InteractionStep } from "../../src/trace/protocol.js";
import { actionOf, callStoryOf, headOf, storyOf } from "../../src/trace/trace-story.js";
import { EXTENSION } from "../../src/trace/x-fovea.js";

const MANIFEST: TraceManifest = {
  protocol_version: "0.1",
  created_by: { name: "fovea", version: "0.1.0" },
  started_at: "2026-01-02T03:04:05.000Z",
  device: { serial: "FOVEA", model: "A phone", api_level: 33, release: "13", boot_id: null },
  options: {},
  dropped_screenshots: [],
};

const SAVE: GUIElement = { element_id: "e1", role: "button", text: "Save", visible: true };

interface StepParts {
  readonly elements?: readonly GUIElement[];
  readonly action?: InteractionStep["action"];
  readonly state?: Readonly<Record<string, unknown>>;
  readonly reported?: Readonly<Record<string, unknown>>;
  readonly rationale?: string;
}

function step({
  elements = [SAVE],
  action = { type: "click", target_id: "e1" },
  state,
  reported,
  rationale,
}: StepParts) {
  const made: InteractionStep = {
    timestamp: 1.26,
    visual_state: {
      screenshot_path: "",
      screen_resolution: [540, 1200],
      elements: [...elements],
      timestamp: 1,
      ...(state && { [EXTENSION]: { known: true, ...state } }),
    },
    action,
    ...(rationale === undefined ? {} : { rationale }),
    ...(reported && { [EXTENSION]: { duration_ms: 120.4, ...reported } }),
  };
  return made;
}

const linesOf = (parts: StepParts) => storyOf(step(parts), 3).split("\n");

test("the head names the phone where it is known, and the number of dropped screenshots", () => {
  assert.equal(
    headOf(MANIFEST),
    'FOVEA, "A phone", Android 13, API 33; begun 2026-01-02T03:04:05.000Z, by fovea 0.1.0',
  );
  const unknown = { serial: "FOVEA", model: null, api_level: null, release: null, boot_id: null };
  const dropped = headOf({ ...MANIFEST, device: unknown, dropped_screenshots: ["a.png", "b.png"] });
  assert.equal(
    dropped,
    "FOVEA; begun 2026-01-02T03:04:05.000Z, by fovea 0.1.0\n2 screenshots were dropped to keep its size limit",
  );
});

test("a step of any program shows the time, the action with its target, and the screen", () => {
  assert.deepEqual(linesOf({}), [
    '3. +1.3 s click e1 button "Save"',
    '   saw 1 elements on 540x1200: e1 button "Save"',
  ]);
});

test("six elements with text are named, others are counted, and those without text or invisible are left out", () => {
  const named = Array.from({ length: 8 }, (_, at) => ({ element_id: `e${at}`, text: `w${at}`, visible: true }));
  const others: GUIElement[] = [
    { element_id: "x1", text: null, visible: true },
    { element_id: "x2", text: "away", visible: false },
  ];
  const action = { type: "scroll" } as const;
  const [, saw] = linesOf({ elements: [...others, ...named], action });
  assert.equal(
    saw,
    '   saw 10 elements on 540x1200: e0 "w0", e1 "w1", e2 "w2", e3 "w3", e4 "w4", e5 "w5", and 2 more with words',
  );
  const [, six] = linesOf({ elements: named.slice(0, 6), action });
  assert.doesNotMatch(six ?? "", /more/);
  assert.equal(linesOf({ elements: others, action })[1], "   saw 2 elements on 540x1200: none with words");
});

test("an action without a target is shown by its box, Fovea's own as text, and typed text in quotes", () => {
  const bbox = { x1: 1, y1: 2, x2: 30, y2: 40 };
  const reported = (action: InteractionStep["action"]) => actionOf(step({ action }));
  assert.equal(reported({ type: "click", bbox }), "click at [1,2][30,40]");
  assert.equal(reported({ type: "click", target_id: "e1", bbox }), 'click e1 button "Save"');
  assert.equal(reported({ type: "type", target_id: "e1", text: "" }), 'type e1 button "Save" ""');
  assert.equal(reported({ type: "type", text: null }), "type");
  const did = { [EXTENSION]: { tool: "swipe", args: {}, did: "swiped\nup" } };
  assert.equal(reported({ type: "scroll", ...did }), "scroll: swiped up");
  assert.equal(reported({ type: "scroll", target_id: "e1", ...did }), 'scroll e1 button "Save"');
  assert.equal(reported({ type: "type", text: "Demo", ...did }), 'type "Demo"');
});

test("the place is the activity, or else the app, with a window title that differs from the activity's name", () => {
  const place = (state: Readonly<Record<string, unknown>>) => linesOf({ state })[1];
  assert.equal(place({ activity: "a.b/.C", package: "a.b", window: "a.b/.C" }), "   in a.b/.C");
  assert.equal(place({ activity: "a.b/.C", window: "Settings" }), '   in a.b/.C, "Settings"');
  assert.equal(place({ package: "a.b" }), "   in a.b");
  assert.equal(place({ window: "Settings" }), '   in "Settings"');
  assert.match(place({}) ?? "", /^ {3}saw /);
});

test("a state of which nothing was read is reported as such, with what was unknown", () => {
  assert.deepEqual(linesOf({ state: { known: false, errors: ["DUMP_FAILED: it\nhung"] } }).slice(1), [
    "   saw the screen had not been read",
    "   unknown: DUMP_FAILED: it hung",
  ]);
});

test("the result shows the verdict with evidence, five changes and the number of others, settling, notes and error", () => {
  const after = {
    observation_id: "o2",
    timestamp: 2,
    words: [],
    changes: ["+ 1", "+ 2", "+ 3", "+ 4", "+ 5", "+ 6", "+ 7"],
  };
  const reported = {
    verdict: { kind: "changed", evidence: ["another\nwindow", "other pixels"] },
    after,
    settled: ["stable", "after 240 ms"],
    notes: ["it had moved", "by 12 px"],
    error: { code: "FOCUS_LOST", message: "the field\nlost it" },
  };
  assert.deepEqual(linesOf({ reported, rationale: 'to "save"' }), [
    '3. +1.3 s click e1 button "Save" (120 ms)',
    '   saw 1 elements on 540x1200: e1 button "Save"',
    '   why "to \\"save\\""',
    "   => changed: another window; other pixels",
    ...["+ 1", "+ 2", "+ 3", "+ 4", "+ 5"].map((change) => `      ${change}`),
    "      and 2 more changes",
    "   settled: stable; after 240 ms",
    "   note: it had moved",
    "   note: by 12 px",
    "   error FOCUS_LOST: the field lost it",
  ]);
  const five = linesOf({ reported: { after: { ...after, changes: after.changes.slice(0, 5) } } });
  assert.equal(five.at(-1), "      + 5");
});

test("a change is shortened to 160 characters, never within a character, and a text to 80", () => {
  const change = (words: string) =>
    linesOf({ reported: { after: { observation_id: "o2", timestamp: 2, words: [], changes: [words] } } })
      .at(-1)
      ?.trim();
  assert.equal(change("x".repeat(160)), "x".repeat(160));
  assert.equal(change("x".repeat(161)), `${"x".repeat(160)}…`);
  assert.equal(change(`${"x".repeat(159)}👍`), `${"x".repeat(159)}…`);
  assert.equal(actionOf(step({ action: { type: "type", text: "y".repeat(81) } })), `type "${"y".repeat(80)}"…(+1)`);
});

test("a failed call is shown with its arguments and its error, or that there is none", () => {
  const call = { call: 1, timestamp: 0.46, tool_name: "tap", inputs: { target: "e\n9", times: 2 }, duration: 1 };
  const error = { code: "ELEMENT_NOT_FOUND", message: "no\nsuch" };
  assert.equal(
    callStoryOf({ ...call, result: { error }, visual_state: null }),
    '-  +0.5 s tap "e 9" failed\n   error ELEMENT_NOT_FOUND: no such',
  );
  assert.equal(
    callStoryOf({ ...call, inputs: {}, result: {}, visual_state: null }),
    "-  +0.5 s tap failed\n   error without words",
  );
});
