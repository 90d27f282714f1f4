import assert from "node:assert/strict";
import { test } from "node:test";
import { clockWords, zoneOf } from "../../src/replay/clock-words.js";

const at = (hours: number, minutes: number) => Date.UTC(2026, 2, 14, hours, minutes, 30);

test("a time of day is recognised by its distance to the device's clock, in 12-hour and 24-hour form", () => {
  for (const word of ["21:41", "9:41", "09:41 PM", "9:41 p.m.", "21:41:07"])
    assert.equal(zoneOf(word, at(21, 41)), 0, word);
  assert.equal(zoneOf("23:41", at(21, 41)), 120);
  assert.equal(zoneOf("3:11", at(21, 41)), 330);
  assert.equal(zoneOf("21:40", at(21, 41)), 0, "the minute has just begun");
});

test("a text that is not a time of day, or is a time the clock cannot show, is ordinary text", () => {
  for (const word of ["21:50", "2141", "21:4", "in 21:41", "price 9:41 €"])
    assert.equal(zoneOf(word, at(21, 41)), null, word);
  assert.equal(zoneOf("21:41", null), null);
});

test("clockWords finds times that moved with the device's clock, and not the time of an alarm", () => {
  const recorded = { words: ["9:41", "7:00", "Alarm"], deviceMs: at(9, 41) };
  const now = { words: ["13:05", "7:00", "Alarm"], deviceMs: at(13, 5) };
  assert.deepEqual([...clockWords(recorded, now)].sort(), ["13:05", "9:41"]);
});
