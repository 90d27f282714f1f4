import assert from "node:assert/strict";
import { test } from "node:test";
import { clockWords, zoneOf } from "../../src/replay/clock-words.js";
import { compareEffects, type Effect } from "../../src/replay/compare-effects.js";
import { SteadyWords } from "../../src/replay/steady-words.js";

const RULES = { isIgnored: () => false, renamed: new Map<string, string>() };

function effect(before: readonly string[] | null, after: readonly string[], more: Partial<Effect> = {}): Effect {
  return { before: before && new Set(before), after: new Set(after), changed: [], refocused: [], facts: null, ...more };
}

const SAVED = effect(["Draft", "Save", "Help"], ["Saved", "Help"]);

const CASES: readonly (readonly [string, Effect, Effect, readonly string[]])[] = [
  ["the same", SAVED, SAVED, []],
  [
    "nothing happened",
    SAVED,
    effect(["Draft", "Save", "Help"], ["Draft", "Save", "Help"]),
    ['missing: "Saved"', 'still there: "Draft", "Save"'],
  ],
  [
    "another text appeared as well",
    SAVED,
    effect(["Draft", "Save", "Help"], ["Saved", "Help", "Oops"]),
    ['not recorded: "Oops"'],
  ],
  ["a text that had stayed is gone", SAVED, effect(["Draft", "Save", "Help"], ["Saved"]), ['gone: "Help"']],
  ["a difference from the start, and no other", SAVED, effect(["Draft", "Save", "News"], ["Saved", "News"]), []],
  ["a recorded text came late", SAVED, effect(["Draft", "Save"], ["Saved", "Help"]), []],
  ["another start", effect(null, ["Home"]), effect(null, ["Home", "Oops"]), ['not recorded: "Oops"']],
  [
    "another element changed",
    effect(["A"], ["A"], { changed: ['switch "Wi-Fi" checked'] }),
    effect(["A"], ["A"], { changed: ['switch "Bluetooth" checked'] }),
    [
      'did not change to the recorded text: switch "Wi-Fi" checked',
      'has a text that was not recorded: switch "Bluetooth" checked',
    ],
  ],
  [
    "the focus moved before the recorded observation",
    effect(["A"], ["A"], { changed: ['field "Name" = "Abc" focused'] }),
    effect(["A"], ["A"], { changed: ['field "Name" = "Abc" focused'], refocused: ['field "Mail"'] }),
    [],
  ],
  [
    "no keyboard",
    effect(["A"], ["A"], { facts: ["keyboard shown"] }),
    effect(["A"], ["A"], { facts: [] }),
    ["did not come: keyboard shown"],
  ],
  ["a redacted text matches any text", effect([], ["Card [redacted]"]), effect([], ["Card 4711"]), []],
  [
    "the text around it has to be equal",
    effect([], ["Card [redacted]"]),
    effect([], ["Cash 4711"]),
    ['missing: "Card [redacted]"', 'not recorded: "Cash 4711"'],
  ],
  ["a redacted text in the middle", effect([], ["a [redacted] b [redacted] c"]), effect([], ["a 1 b 2 c"]), []],
  [
    "another order does not match",
    effect([], ["a [redacted] b [redacted] c"]),
    effect([], ["a b c"]),
    ['missing: "a [redacted] b [redacted] c"', 'not recorded: "a b c"'],
  ],
  ["a redacted text stands for one text", effect([], ["[redacted]"]), effect([], ["A", "B"]), ['not recorded: "B"']],
];

for (const [name, recorded, now, differences] of CASES) {
  test(`compareEffects judges the effects of steps: ${name}`, () => {
    assert.deepEqual(compareEffects(recorded, now, RULES).differences, differences);
  });
}

test("compareEffects reports nothing where an effect changed no text", () => {
  const none = effect(["A"], ["A"]);
  assert.equal(compareEffects(none, none, RULES).isReported, false);
  assert.equal(compareEffects(SAVED, SAVED, RULES).isReported, true);
  const clocks = { ...RULES, isIgnored: (word: string) => /^\d/.test(word) };
  assert.equal(compareEffects(effect(["1"], ["2"]), effect(["1"], ["2"]), clocks).isReported, false);
});

test("compareEffects expects a renamed target by its new name", () => {
  const renamed = { ...RULES, renamed: new Map([["Save", "Keep"]]) };
  const line = (name: string) => [`button "${name}" disabled`];
  const then = effect(["Save"], ["Save", "Saved"], { changed: line("Save") });
  const now = effect(["Keep"], ["Keep", "Saved"], { changed: line("Keep") });
  assert.deepEqual(compareEffects(then, now, renamed).differences, []);
  assert.notDeepEqual(compareEffects(then, now, RULES).differences, []);
});

test("zoneOf takes a time of day for a clock where it follows the device's time in one time zone", () => {
  const at = (time: string) => Date.parse(`2026-01-02T${time}:30Z`);
  assert.equal(zoneOf("10:15", at("09:15")), 60);
  assert.equal(zoneOf("7:15 PM", at("18:15")), 60);
  assert.equal(zoneOf("10:22", at("09:15")), null);
  assert.equal(zoneOf("10 items", at("09:15")), null);
  const then = { words: ["10:15", "6:30", "Alarm"], deviceMs: at("09:15") };
  const now = { words: ["13:42", "7:00", "Alarm"], deviceMs: at("12:42") };
  assert.deepEqual([...clockWords(then, now)].sort(), ["10:15", "13:42"]);
  const elsewhere = { words: ["14:42"], deviceMs: at("12:42") };
  assert.deepEqual([...clockWords(then, elsewhere)], []);
});

test("a text that differs between two observations without an action changes by itself, also with other numbers", () => {
  const front = { package: "a", activity: "a.Main" };
  const steady = new SteadyWords([/^Ad: /]);
  assert.equal(steady.isIgnored(front, "3 minutes ago"), false);
  steady.noteLooks(front, new Set(["3 minutes ago", "7", "Inbox"]), new Set(["4 minutes ago", "8", "Inbox"]));
  assert.equal(steady.isIgnored(front, "12 minutes ago"), true);
  assert.deepEqual([steady.isIgnored(front, "8"), steady.isIgnored(front, "9")], [true, false]);
  assert.equal(steady.isIgnored(front, "Inbox"), false);
  assert.equal(steady.isIgnored({ ...front, activity: "a.Other" }, "12 minutes ago"), false);
  assert.equal(steady.isIgnored(front, "Ad: shoes"), true);
});
