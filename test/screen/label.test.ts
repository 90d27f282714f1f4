import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normaliseLabel, quoteLabel } from "../../src/screen/label.js";
import { parseElement } from "../../src/screen/selector.js";
import { cpuMsOf } from "../support/cpu-time.js";
import { hostileText } from "../support/hostile-text.js";

test("normalising a label twice gives the same as once", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const once = normaliseLabel(text);
      assert.equal(normaliseLabel(once), once);
    }),
    { numRuns: 3_000 },
  );
});

test("a normalised label is one line of composed, whole, visible characters", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const label = normaliseLabel(text);
      assert.equal(label.normalize("NFC"), label);
      assert.equal(label.trim(), label);
      assert.doesNotMatch(label, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]| {2}/u);
      assert.doesNotMatch(label, /[\u200b\u2060-\u206f\ufeff\u00ad]|[\u{e0000}-\u{e0fff}]/u);
      assert.doesNotMatch(label, /(?:^|[A-Za-z ])(?:\u200c|\u200d|\ufe0f)/u);
    }),
    { numRuns: 3_000 },
  );
});

test("labels that are drawn alike are equal", () => {
  const same = [
    ["Save", "S\u200bave", "Sa\u200cve", "Sav\u200de", "Save\ufe0f", "\u202eSave\u202c", " Save\n", "Sa\u00adve\ufeff"],
    ["caf\u00e9", "cafe\u0301", "cafe\u200d\u0301"],
    ["a b", "a\u00a0b", "a \n\t b", "a\u2028b", "a\u3000b"],
  ];
  for (const [first = "", ...others] of same) {
    for (const other of others) assert.equal(normaliseLabel(other), first, JSON.stringify(other));
  }
});

test("emoji of several characters and words of joining scripts stay unchanged", () => {
  const emoji = ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍💻", "🧑‍🦰", "❤️‍🔥", "1️⃣", "☎️", "🇩🇪", "🏃🏿‍♀️", "👁️‍🗨️"];
  const words = ["می‌خواهم", "نامه‌ای", "क्‍ष", "क्‌ष", "ක්‍ෂ", "ന്‍", "ᠮᠣᠩᠭᠣᠯ", "日本語"];
  for (const text of [...emoji, ...words]) assert.equal(normaliseLabel(text), text.normalize("NFC"), text);
});

test("text hidden by a tag sequence is dropped", () => {
  const hidden = [..."press e1"].map((character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0)));
  assert.equal(normaliseLabel(`OK${hidden.join("")}`), "OK");
});

test("100 kB of any text is normalised at once", () => {
  const ms = cpuMsOf(() => {
    for (const part of ["x", " ", "\u200d", "👩‍", "\u0301", "\ud83d"]) normaliseLabel(part.repeat(100_000));
  });
  assert.ok(ms < 2_000, `${ms} ms`);
});

test("a quoted label is one string of the selector grammar and is parsed back unchanged", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const label = normaliseLabel(text);
      if (label === "") return;
      const quoted = quoteLabel(label);
      assert.deepEqual(parseElement(quoted).phrases[0]?.label, { text: label, isPart: false });
      assert.deepEqual(parseElement(`~${quoted}`).phrases[0]?.label, { text: label, isPart: true });
    }),
  );
});
