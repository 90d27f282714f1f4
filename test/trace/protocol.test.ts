import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { extensionProblems } from "../../src/trace/extension-problems.js";
import type { InteractionStep } from "../../src/trace/protocol.js";
import { readCall } from "../../src/trace/read-call.js";
import { printStep, readStep } from "../../src/trace/read-step.js";
import {
  actionExtensionSchema,
  elementExtensionSchema,
  extensions,
  stateExtensionSchema,
  stepExtensionSchema,
} from "../../src/trace/x-fovea.js";
import { anyCharacter } from "../support/any-character.js";

/** The example of the protocol's definition, word for word. */
const EXAMPLE = {
  timestamp: 4.1,
  visual_state: {
    screenshot_path: "frames/frame_002.png",
    screen_resolution: [1920, 1080],
    elements: [{ element_id: "url_bar", text: "Search or type URL", bbox: [120, 80, 800, 120], visible: true }],
    timestamp: 4.0,
  },
  action: { type: "click", target_id: "url_bar", bbox: [120, 80, 800, 120] },
};

const BOX = { x1: 120, y1: 80, x2: 800, y2: 120 };

function read(value: unknown): InteractionStep {
  const { step, problems } = readStep(JSON.stringify(value), 1);
  assert.ok(step, JSON.stringify(problems));
  return step;
}

function problemsOf(value: unknown): readonly string[] {
  return readStep(JSON.stringify(value), 7).problems.map(({ line, path, reason }) => `${line} ${path}: ${reason}`);
}

function changed(change: (copy: typeof EXAMPLE & Record<string, unknown>) => void): unknown {
  const copy = structuredClone(EXAMPLE);
  change(copy);
  return copy;
}

test("bounding boxes are read as arrays and as objects, and written as objects", () => {
  const step = read(EXAMPLE);
  assert.deepEqual(step.action.bbox, BOX);
  assert.deepEqual(step.visual_state.elements[0]?.bbox, BOX);
  const asObjects = changed((copy) => Object.assign(copy.action, { bbox: BOX }));
  assert.deepEqual(read(asObjects), step);
  assert.deepEqual(JSON.parse(printStep(step)).action.bbox, BOX);
});

test("an element is visible unless the step says otherwise", () => {
  const silent = changed(({ visual_state: { elements } }) => Reflect.deleteProperty(elements[0] ?? {}, "visible"));
  assert.equal(read(silent).visual_state.elements[0]?.visible, true);
});

test("unknown fields are kept on every level", () => {
  const more = { future: { a: [1, null] } };
  const value = changed((copy) => {
    for (const part of [copy, copy.action, copy.visual_state, copy.visual_state.elements[0]])
      Object.assign(part ?? {}, more);
  });
  const again = JSON.parse(printStep(read(value)));
  for (const part of [again, again.action, again.visual_state, again.visual_state.elements[0]]) {
    assert.deepEqual(part.future, more.future);
  }
});

test("a field named __proto__ is left out, since it cannot be a field of a JavaScript object", () => {
  const text = JSON.stringify(EXAMPLE).replace('"type":"click"', '"type":"click","__proto__":{"polluted":true}');
  const { step } = readStep(text, 1);
  assert.ok(step);
  assert.equal("polluted" in step.action, false);
  assert.doesNotMatch(printStep(step), /polluted/);
});

test("errors are reported by line, path and reason", () => {
  const wrong = (change: Parameters<typeof changed>[0]) => problemsOf(changed(change)).join("\n");
  assert.match(readStep("{", 3).problems[0]?.reason ?? "", /^not JSON: /);
  assert.match(
    wrong((copy) => Object.assign(copy.action, { type: "press" })),
    /^7 action\.type: /,
  );
  assert.match(
    wrong((copy) => Object.assign(copy.action, { type: "x-fovea" })),
    /^7 action\.type: /,
  );
  assert.equal(
    wrong((copy) => Object.assign(copy.action, { type: "x-fovea.press_key" })),
    "",
  );
  assert.match(
    wrong((copy) => Object.assign(copy.action, { bbox: [9, 0, 9, 4] })),
    /^7 action\.bbox\.x2: x2 has to/,
  );
  assert.match(
    wrong((copy) => Object.assign(copy.action, { bbox: [1, 2, 3] })),
    /^7 action\.bbox: /,
  );
  assert.match(
    wrong((copy) => Object.assign(copy.action, { target_id: "gone" })),
    /^7 action\.target_id: no element/,
  );
  assert.match(
    wrong((copy) => Object.assign(copy.visual_state.elements[0] ?? {}, { element_id: 4 })),
    /^7 visual_state\.elements\[0\]\.element_id: /,
  );
  assert.match(
    wrong((copy) => Object.assign(copy, { timestamp: "soon" })),
    /^7 timestamp: /,
  );
});

const extra = fc.dictionary(fc.constantFrom("x-fovea", "x-other", "note", "constructor", "toString"), fc.jsonValue());
const words = fc.option(fc.string({ unit: anyCharacter }), { nil: null });
const box = fc
  .tuple(
    fc.integer({ min: -50, max: 5000 }),
    fc.integer({ min: -50, max: 5000 }),
    fc.integer({ min: 1, max: 999 }),
    fc.integer({ min: 1, max: 999 }),
  )
  .map(([x1, y1, wide, high]) => ({ x1, y1, x2: x1 + wide, y2: y1 + high }));
const seconds = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const element = fc.record(
  {
    element_id: fc.string(),
    tag: words,
    text: words,
    role: words,
    bbox: fc.option(box, { nil: null }),
    visible: fc.boolean(),
  },
  { requiredKeys: ["element_id", "visible"] },
);
const state = fc.record({
  screenshot_path: fc.string(),
  screen_resolution: fc.tuple(fc.nat(9999), fc.nat(9999)),
  elements: fc.array(
    fc.tuple(extra, element).map(([more, own]) => ({ ...more, ...own })),
    { maxLength: 5 },
  ),
  timestamp: seconds,
});
const anyStep = fc
  .record({
    more: extra,
    state,
    type: fc.constantFrom("click", "type", "hover", "launch_app", "scroll", "x-fovea.batch"),
    at: seconds,
    why: words,
    pick: fc.nat(),
    bbox: box,
  })
  .map(({ more, state: seen, type, at, why, pick, bbox }) => {
    const target = seen.elements[pick % Math.max(1, seen.elements.length)]?.element_id ?? null;
    return {
      ...more,
      timestamp: at,
      visual_state: seen,
      action: { ...more, type, target_id: target, bbox },
      rationale: why,
    };
  });

test("a printed step is read back unchanged", () => {
  fc.assert(
    fc.property(anyStep, (value) => {
      const step = read(value);
      assert.deepEqual(read(JSON.parse(printStep(step))), step);
      assert.deepEqual(JSON.parse(printStep(step)), JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 400 },
  );
});

test("bounding boxes in both forms in one step are read alike, and printed as objects", () => {
  fc.assert(
    fc.property(box, box, fc.boolean(), fc.boolean(), (one, other, isArray, isOtherArray) => {
      const form = (value: typeof one, asArray: boolean) =>
        asArray ? [value.x1, value.y1, value.x2, value.y2] : value;
      const value = changed((copy) => {
        Object.assign(copy.visual_state.elements[0] ?? {}, { bbox: form(one, isArray) });
        Object.assign(copy.action, { bbox: form(other, isOtherArray) });
      });
      const step = read(value);
      assert.deepEqual([step.visual_state.elements[0]?.bbox, step.action.bbox], [one, other]);
      assert.deepEqual(read(JSON.parse(printStep(step))), step);
    }),
  );
});

const someWords = fc.string({ unit: anyCharacter, maxLength: 20 });
const few = fc.array(someWords, { maxLength: 3 });
const failure = fc.record({ code: someWords, message: someWords });
const elementExtension = fc.record(
  {
    parent: someWords,
    labels: few,
    package: someWords,
    actions: few,
    enabled: fc.boolean(),
    checked: fc.oneof(fc.boolean(), fc.constant("partial" as const)),
    sources: few,
    confidence: seconds,
    vision: fc.jsonValue(),
    later: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const stateExtension = fc.record(
  {
    known: fc.boolean(),
    age_ms: fc.option(seconds, { nil: null }),
    activity: someWords,
    errors: few,
    screenshot: fc.record({ taken_at: seconds, redacted: few }, { requiredKeys: ["taken_at"] }),
  },
  { requiredKeys: ["known"] },
);
const actionExtension = fc.record(
  {
    tool: someWords,
    args: fc.dictionary(
      fc.string({ unit: "grapheme-ascii" }).filter((key) => key !== "__proto__"),
      fc.jsonValue(),
    ),
    selector: fc.jsonValue(),
    did: someWords,
    points: fc.array(fc.record({ x: seconds, y: seconds }), { maxLength: 3 }),
  },
  { requiredKeys: ["tool", "args"] },
);
const stepExtension = fc.record(
  {
    call: fc.integer(),
    duration_ms: seconds,
    verdict: fc.record({ kind: someWords, evidence: few }),
    notes: few,
    after: fc.record(
      { observation_id: someWords, timestamp: seconds, words: few, changes: few },
      { requiredKeys: ["observation_id", "timestamp", "words"] },
    ),
    error: failure,
  },
  { requiredKeys: ["duration_ms"] },
);

test("Fovea's extension fields are read back unchanged, on every level", () => {
  fc.assert(
    fc.property(elementExtension, stateExtension, actionExtension, stepExtension, (element, state, action, step) => {
      const value = changed((copy) => {
        Object.assign(copy, { "x-fovea": step });
        Object.assign(copy.action, { "x-fovea": action });
        Object.assign(copy.visual_state, { "x-fovea": state });
        Object.assign(copy.visual_state.elements[0] ?? {}, { "x-fovea": element });
      });
      const first = read(value);
      const again = read(JSON.parse(printStep(first)));
      assert.deepEqual(again, first);
      assert.deepEqual(extensionProblems(again, 1), []);
      const asJson = (part: unknown) => JSON.parse(JSON.stringify(part));
      assert.deepEqual(extensions.step(again), stepExtensionSchema.parse(asJson(step)));
      assert.deepEqual(extensions.action(again.action), actionExtensionSchema.parse(asJson(action)));
      assert.deepEqual(extensions.state(again.visual_state), stateExtensionSchema.parse(asJson(state)));
      const [only] = again.visual_state.elements;
      assert.deepEqual(only && extensions.element(only), elementExtensionSchema.parse(asJson(element)));
    }),
    { numRuns: 300 },
  );
});

test("an extension in another form is a problem with its path, and the step is still read", () => {
  const value = changed((copy) => {
    Object.assign(copy, { "x-fovea": { duration_ms: "long", verdict: { kind: "changed" } } });
    Object.assign(copy.visual_state.elements[0] ?? {}, { "x-fovea": { labels: "Save" } });
  });
  const step = read(value);
  assert.equal(extensions.step(step), undefined);
  assert.deepEqual(
    extensionProblems(step, 4).map(({ line, path }) => `${line} ${path}`),
    ["4 x-fovea.duration_ms", "4 x-fovea.verdict.evidence", "4 visual_state.elements[0].x-fovea.labels"],
  );
});

test("a call is read back unchanged, and errors in one are reported", () => {
  const call = fc.record({
    call: fc.integer({ min: 1 }),
    timestamp: seconds,
    tool_name: someWords,
    inputs: fc.dictionary(fc.constantFrom("target", "text"), fc.jsonValue()),
    result: fc.oneof(fc.record({ text: someWords }), fc.record({ error: failure })),
    duration: fc.nat(),
    visual_state: fc.option(fc.record({ observation_id: someWords, screenshot_path: someWords }), { nil: null }),
  });
  fc.assert(
    fc.property(call, (value) =>
      assert.deepEqual(readCall(JSON.stringify(value), 1).call, JSON.parse(JSON.stringify(value))),
    ),
  );
  const { call: none, problems } = readCall('{"call":0}', 3);
  assert.equal(none, null);
  assert.deepEqual({ ...problems[0], reason: "" }, { file: "calls.jsonl", line: 3, path: "call", reason: "" });
});
