import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { REDACTED, redactionOf } from "../../src/base/redaction.js";
import { coded } from "../support/coded.js";
import { cpuMsOf } from "../support/cpu-time.js";

const ENDLESS = { burstMs: Number.POSITIVE_INFINITY, share: 1, now: () => 0 };

test("every match of every pattern is replaced by one fixed marker", () => {
  const { text } = redactionOf(["\\d{4}", "[\\w.]+@[\\w.]+"]);
  assert.equal(text("PIN 1234, me@example.org, 77"), `PIN ${REDACTED}, ${REDACTED}, 77`);
});

test("every pattern is matched on the original text, in any order, and overlapping matches become one", () => {
  const one = redactionOf(["abc", "cde"]);
  const other = redactionOf(["cde", "abc"]);
  assert.equal(one.text("xabcdex"), `x${REDACTED}x`);
  assert.equal(other.text("xabcdex"), `x${REDACTED}x`);
  assert.deepEqual(one.spans("xabcdex"), [{ start: 1, end: 6 }]);
});

test("redaction without patterns, or with a pattern that matches only the empty text, changes nothing", () => {
  assert.equal(redactionOf([]).isEmpty, true);
  assert.equal(redactionOf([]).text("all of it"), "all of it");
  assert.equal(redactionOf(["x*"]).text("abc"), "abc");
});

test("a pattern that is broken, too long or unbounded is refused with the reason, and so is one pattern too many", async () => {
  const refusal = async (...patterns: readonly string[]) => {
    const error = await coded(new Promise((resolve) => resolve(redactionOf(patterns))));
    assert.equal(error.code, "INVALID_ARGUMENT");
    return error.message;
  };
  assert.match(await refusal("(oops"), /\/\(oops\/: it is not a regular expression/);
  assert.match(await refusal("a".repeat(501)), /more than 500 characters/);
  assert.match(await refusal("(.+)\\1+x"), /the repetition of a group, \\1 cannot be matched in linear time/);
  assert.match(await refusal("a(?=b)"), /the look-ahead \(\?=…\)/);
  assert.match(await refusal("((a?){30}){30}"), /its repetitions multiply/);
  assert.match(await refusal(...Array.from({ length: 51 }, () => "a")), /51 patterns are too many/);
});

test("ordinary patterns are accepted: cards, addresses, code points, classes with brackets", () => {
  const ordinary = ["(?:\\d{4}[ -]?){4}", "(\\d{1,3}\\.){3}\\d{1,3}", "\\p{Lu}+", "[()*+]+", "(?<=PIN )\\d+", "(abc)+"];
  for (const pattern of ordinary) redactionOf([pattern]);
  assert.equal(redactionOf([ordinary[0] ?? ""]).text("4111 1111 1111 1111"), REDACTED);
});

test("every match of up to 1,024 characters is found, anywhere in a long text", () => {
  const { text } = redactionOf(["(?<=#)<[a-z]+>"], { time: ENDLESS });
  const input = fc.record({ before: fc.nat(9000), length: fc.integer({ min: 1, max: 1022 }), after: fc.nat(9000) });
  fc.assert(
    fc.property(input, ({ before, length, after }) => {
      const around = [".".repeat(before), ".".repeat(after)];
      assert.equal(text(`${around[0]}#<${"s".repeat(length)}>${around[1]}`), `${around[0]}#${REDACTED}${around[1]}`);
    }),
  );
});

/** Patterns that took for ever, or nearly, before a search was linear. */
const RUNAWAYS = [
  ".*.*.*=",
  "(a+)+b",
  "(?:a|ab)*c",
  "((a?){10}){10}b",
  "(a*)*$b",
  "(?:x+x+)+y",
  "(.*)(.*)(.*)(.*)!",
].concat(["(\\w+\\s?)+!", "(?:\\d+[ -]?)+#", "^(?:a+)+$", "(?:[a-z]+)*\\d", "\\s+$|\\s*=", "(?:a?){100}a{100}b"]);

test("no pattern takes long on any text: where the time runs out, the whole text is redacted", () => {
  const texts = ["a", "x", "1 ", "=", "aA1 -", " "].map((part) => part.repeat(100_000 / part.length));
  for (const pattern of RUNAWAYS) {
    for (const one of texts) {
      let shown = "";
      const tookMs = cpuMsOf(() => {
        shown = redactionOf([pattern]).text(one);
      });
      assert.ok(tookMs < 1_000, `${pattern}: ${tookMs} ms`);
      assert.ok(shown === one || shown.includes(REDACTED));
    }
  }
});

test("used-up time is restored as time passes, and until then every text is redacted as a whole", () => {
  let nowMs = 0;
  const { text, spans } = redactionOf(["\\d+"], { time: { burstMs: 10, share: 0.5, now: () => nowMs++ } });
  const results = Array.from({ length: 8 }, (_, at) => text(`room ${at}`));
  assert.equal(results[0], `room ${REDACTED}`);
  assert.equal(results.at(-1), REDACTED);
  assert.deepEqual(spans("none"), [{ start: 0, end: 4 }]);
  assert.equal(text("room 0"), `room ${REDACTED}`, "a searched text is remembered");
  nowMs += 1_000;
  assert.equal(text("room 7"), `room ${REDACTED}`, "a text that was not searched is not remembered");
});

test("200,000 characters that nearly match are still searched", () => {
  const digits = "1".repeat(200_000);
  assert.equal(redactionOf(["\\d+@"]).text(digits), digits);
});
