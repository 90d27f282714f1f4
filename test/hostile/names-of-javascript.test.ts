import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf } from "../../src/actions/verbs/press-key.js";
import { isFoveaError } from "../../src/base/errors.js";
import { lookUp } from "../../src/base/word-table.js";
import { decodeAttribute } from "../../src/observe/parse/xml-text.js";
import { countOf } from "../../src/screen/commands/command.js";
import { placeOf } from "../../src/screen/query/vocabulary.js";
import { parseCondition, parseElement } from "../../src/screen/selector.js";
import { connectMcp } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

/** What every object of JavaScript has: a table that is indexed by such a word gives a function for it. */
const NAMES = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

test("lookUp finds only the entries of a table, and no properties of JavaScript objects", () => {
  assert.equal(lookUp({ save: 1 }, "save"), 1);
  for (const name of NAMES) assert.equal(lookUp({ save: 1 }, name), undefined, name);
});

for (const name of NAMES) {
  test(`"${name}" is not a role, state, place, key, number or entity`, () => {
    assert.deepEqual(parseElement(name), parseElement(`"${name}"`), "it is a label");
    assert.deepEqual(parseCondition(name), parseCondition(`"${name}"`));
    for (const written of [`${name}="a"`, `button ${name}`])
      assert.throws(
        () => parseElement(written),
        (error) => isFoveaError(error, "SELECTOR_SYNTAX"),
      );
    assert.equal(placeOf(name), undefined);
    assert.throws(
      () => keyOf(name),
      (error) => isFoveaError(error, "INVALID_ARGUMENT"),
    );
    assert.ok(Number.isNaN(countOf(name)));
    assert.equal(decodeAttribute(`a&${name};b`), `a&${name};b`);
  });
}

test("property names of every JavaScript object find no element, no key and no app", async () => {
  await using product = await startProduct({
    app: "com.fovea.form",
    speed: 50,
    config: { takeAction: true, traceTools: true },
  });
  await using mcp = await connectMcp(product);
  const calls: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
    ["press_key", { key: "constructor" }, /^INVALID_ARGUMENT: key: Android has no key "constructor"/],
    ["press_key", { key: "__proto__" }, /^INVALID_ARGUMENT: key: Android has no key "__proto__"/],
    ["tap", { target: "constructor" }, /^ELEMENT_NOT_FOUND: /],
    ["verify", { condition: "constructor" }, /^EXPECTATION_FAILED: /],
    ["find", { query: "constructor" }, /\n\(nothing matches/],
    ["find", { query: "the __proto__ button" }, /\n\(nothing matches/],
    ["take_action", { action: "press constructor" }, /^ELEMENT_NOT_FOUND: /],
    ["take_action", { action: "open constructor" }, /^ELEMENT_NOT_FOUND: /],
  ];
  for (const [tool, args, expected] of calls) {
    const { text } = await mcp.call(tool, args);
    assert.match(text, expected, `${tool} ${JSON.stringify(args)}`);
  }
});
