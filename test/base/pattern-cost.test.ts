import assert from "node:assert/strict";
import { test } from "node:test";
import { couldTakeForEver } from "../../src/base/pattern-cost.js";

const ORDINARY = [
  ".*Login.*",
  "\\d+ items",
  "(Foo|Bar)+",
  "(foo|fob)+",
  "(?:a|b|c)*",
  "(\\w+ )+",
  "\\w+( \\w+)*",
  "(\\w+, )*\\w+",
  "[^,]+(,[^,]+)*",
  "(?:\\d{1,3}[., ])*\\d+ €",
  "Total: \\$?\\d+(,\\d{3})*(\\.\\d{2})?",
  "(?:[01]?\\d|2[0-3]):[0-5]\\d",
  "([0-9a-f]{2}:){5}[0-9a-f]{2}",
  "(a\\+)+",
];

const RUNAWAY = [
  "(a+)+$",
  "(?:a+?)+",
  "(.*)*",
  "(a|a)*",
  "(a|aa)+",
  "(?:a|ab)*c",
  "((ab)*)*",
  "((\\w+ )*\\w)*",
  "((ab)*a?)*",
  "(\\w+\\s?)+",
  "(\\w|\\d)*",
  "(.+,)+",
  "(a*b?)*",
  "(x+x+)+y",
  "((a?){10}){10}",
  "([^a]|B)*",
];

for (const pattern of ORDINARY)
  test(`/${pattern}/ takes no longer than its text is long`, () =>
    assert.equal(couldTakeForEver(pattern, "ims"), false));

for (const pattern of RUNAWAY)
  test(`/${pattern}/ could take for ever`, () => assert.equal(couldTakeForEver(pattern, "ims"), true));

test("flags tell what is the same character", () => {
  assert.deepEqual([couldTakeForEver("(a|A)*", "ims"), couldTakeForEver("(a|A)*", "gu")], [true, false]);
});
