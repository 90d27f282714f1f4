import assert from "node:assert/strict";
import { test } from "node:test";
import { isBoundedMatch } from "../../src/base/bounded-match.js";
import { selector } from "../../src/replay/flow/flow-fields.js";
import { wholePattern } from "../../src/screen/element-pattern.js";
import { matchPattern } from "../../src/screen/match-pattern.js";
import { at, button, list, node, page, screenWith, text } from "../support/build-screen.js";

const SCREEN = screenWith(
  page(
    text("Fruit", { bounds: at(0, 0, 1000, 100), "resource-id": "com.example.app:id/title" }),
    list(
      node(
        { clickable: "true", bounds: at(0, 100, 1000, 300) },
        text("Apple", { bounds: at(0, 100, 500, 200), "resource-id": "com.example.app:id/name" }),
        text("1 €", { bounds: at(0, 200, 500, 300) }),
      ),
      node(
        { clickable: "true", bounds: at(0, 300, 1000, 500) },
        text("Pear", { bounds: at(0, 300, 500, 400), "resource-id": "com.example.app:id/name" }),
        text("2 €", { bounds: at(0, 400, 500, 500) }),
      ),
    ),
    button("Save (all)", { bounds: at(0, 1500, 400, 1600), enabled: "false" }),
    button("Save", { bounds: at(500, 1500, 900, 1600) }),
    text("Save", { bounds: at(0, 1400, 1000, 1450) }),
  ),
);

/** The labels of the matches, the best match first. */
function found(given: unknown): readonly string[] {
  return matchPattern(selector.parse(given), SCREEN).map(({ role, labels }) => `${role} ${labels.join(" ")}`);
}

test("a text matches as a regular expression on the whole text in any case, or as the exact text", () => {
  assert.deepEqual(found("frui"), []);
  assert.deepEqual(found("FRUIT"), ["text Fruit"]);
  assert.deepEqual(found("fr.*"), ["text Fruit"]);
  assert.deepEqual(found("Save (all)"), ["button Save (all)"], "the exact text, although it means another expression");
  assert.deepEqual(found("Save ("), []);
});

test("expressions of Java that JavaScript lacks are accepted where they have only one meaning", () => {
  assert.deepEqual(found("(?i)fr.*"), ["text Fruit"]);
  assert.deepEqual(found("\\p{Lu}\\p{Ll}+t"), ["text Fruit"]);
});

test("matching takes time in proportion to the text of a screen, however the pattern repeats", () => {
  const screen = screenWith(page(text("a".repeat(3_000)), text("a".repeat(45)), text("Total: 5")));
  const pattern = (words: string) => matchPattern(selector.parse(words), screen).map(({ labels }) => labels.join(" "));
  assert.deepEqual(pattern(".*total.*"), ["Total: 5"]);
  for (const slow of [".*.*.*.*.*x", "(a?){20}(a?){20}a{30}b", "(a+)+$x", "(?:a|aa)*b", "(\\w+\\s?)+!"])
    assert.deepEqual(pattern(slow), [], slow);
  assert.deepEqual(pattern("(a?){20}(a?){20}a{30}"), ["a".repeat(45)]);
});

test("a long text is searched for a second at most, then with FLOW_PATTERN_SLOW", () => {
  const endless = {
    steps: 60,
    matchesWhole: () => {
      for (;;);
    },
  };
  assert.throws(() => isBoundedMatch(endless, "x".repeat(1_000_000), "x"), { code: "FLOW_PATTERN_SLOW" });
  assert.equal(isBoundedMatch({ steps: 60, matchesWhole: () => true }, "x".repeat(1_000_000), "x"), true);
});

test("characters that stand for themselves are accepted as JavaScript does without the flag u", () => {
  const screen = screenWith(page(text("Price: 5-6 {EUR}"), text("a_b")));
  const fits = (words: string) => matchPattern(selector.parse(words), screen).map(({ labels }) => labels.join(" "));
  for (const words of ["price\\: 5\\-6 {eur}", "Price\\: \\d[!\\-~]\\d .*", "price: 5-6 \\{eur\\}", ".*{eur}"])
    assert.deepEqual(fits(words), ["Price: 5-6 {EUR}"], words);
  assert.deepEqual(fits("A\\_B"), ["a_b"]);
  assert.deepEqual(fits("a[!\\-~]b"), [], "not a range");
});

test("a construct without a linear-time search is refused by its name, and so is an inexact translation", () => {
  for (const [words, why] of [
    ["Save(?! as).*", /^the look-ahead \(\?!…\) cannot be matched in linear time$/],
    ["(?!a).|b", /^the look-ahead/],
    ["(.)\\1", /^the repetition of a group, \\1 cannot be/],
    ["(?:(?:abcd){30}e){30}", /^it has \d+ steps, and 2500 at most are allowed/],
    ["a{1,2}b}", /^a literal bracket needs a backslash/],
  ] as const) {
    const read = wholePattern(words);
    assert.match(typeof read === "string" ? read : "", why, words);
  }
});

test("a look-ahead at the start, quotations, inline flags and the end anchor are read as in Java", () => {
  for (const [words, fitting, other] of [
    ["(?!.*Error).*", "All is well", "An Error came"],
    ["(?!Sign).*", "Do sign", "Sign up"],
    ["(?!Sign)(?:up|.*in)", "log in", "sign in"],
    ["C:\\\\Quit", "C:\\quit", "C:quit"],
    ["^(?!Sign)(?=.*up)[a-z ]+$", "log up", "sign up"],
    ["(?=.*\\d)(?=.*[)(]).+", "a(1", "a(b"],
    ["\\QPay (5.00 $)\\E.*", "Pay (5.00 $) now", "Pay 5.00 $"],
    ["\\ASave\\z", "save", "saved"],
    ["a(?i)b", "AB", "b"],
    ["a[(?i)]b", "a(b", "ab"],
    ["a[(?i)]b", "a?b", "aib)"],
    ["a[\\]]b(?i)c", "a]bc", "a]b"],
    ["5[\\h€]", "5\u00a0", "5["],
    ["a[\\Q+--\\E]b", "a-b", "a,b"],
    ["\\d+\\h€", "5\u00a0€", "5€"],
  ] as const) {
    const read = wholePattern(words);
    assert.ok(typeof read !== "string" && read.pattern !== null, `${words}: ${JSON.stringify(read)}`);
    assert.deepEqual([read.pattern.matchesWhole(fitting), read.pattern.matchesWhole(other)], [true, false], words);
  }
});

test("an element that can be acted on precedes an element with the same text that cannot", () => {
  assert.deepEqual(found("Save"), ["button Save", "text Save"]);
  assert.deepEqual(found({ text: "Save", index: "0" }), ["text Save"], "an index counts from the top");
  assert.deepEqual(found({ text: "Save", index: "-1" }), ["button Save"]);
  assert.deepEqual(found({ text: "Save", index: "2" }), []);
});

test("an id matches whole or by the part after the slash, and ids of a row's parts belong to the row", () => {
  assert.deepEqual(found({ id: "title" }), ["text Fruit"]);
  assert.deepEqual(found({ id: "com.example.app:id/title" }), ["text Fruit"]);
  assert.deepEqual(found({ id: "name" }).length, 2);
  assert.deepEqual(found({ id: "name", text: "Pear" }).length, 1);
  assert.deepEqual(found({ id: "name", text: "2 €" }), [], "one part has to match both");
});

test("relative positions compare where elements begin, and the nearest element matches", () => {
  assert.match(found({ below: "Fruit", containsChild: "Apple|Pear" })[0] ?? "", /Apple/);
  assert.match(found({ above: "Save \\(all\\)", containsChild: "Apple|Pear" })[0] ?? "", /Pear/);
  assert.deepEqual(found({ text: "Save.*", rightOf: "Save \\(all\\)" }), ["button Save"]);
  assert.deepEqual(found({ text: "Save.*", leftOf: { text: "Save", enabled: "true", index: "-1" } }).slice(0, 1), [
    "button Save (all)",
  ]);
});

test("states and containment select elements", () => {
  assert.deepEqual(found({ text: "Save.*", enabled: "false" }), ["button Save (all)"]);
  assert.equal(found({ containsDescendants: ["Pear", "2 €"] }).length, 1);
  assert.equal(found({ containsDescendants: ["Pear", "1 €"] }).join(), "list ");
  assert.equal(found({ text: "Pear", childOf: { containsChild: "Apple" } }).length, 0);
});
