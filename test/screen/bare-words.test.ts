import assert from "node:assert/strict";
import { test } from "node:test";
import { isFoveaError } from "../../src/base/errors.js";
import { parseElementOrQuery } from "../../src/screen/plain-language.js";
import { parseCondition, parseElement, parseTarget } from "../../src/screen/selector.js";
import { printCondition, printTarget } from "../../src/screen/selector-print.js";

/** A text without quotes, and the same target in the grammar. */
const MEANT: readonly (readonly [string, string])[] = [
  ["Settings", '"Settings"'],
  ["Sign up", '"Sign up"'],
  ["  Sign   up ", '"Sign up"'],
  ["Don't allow", '"Don\'t allow"'],
  ["Inbox (3)", '"Inbox (3)"'],
  ["Hello, you", '"Hello, you"'],
  ["Sign in", '"Sign in"'],
  ["12:30", '"12:30"'],
  ["5", '"5"'],
  ["+", '"+"'],
  ["设置", '"设置"'],
  ["'Sign up'", '"Sign up"'],
  ["“Sign up”", '"Sign up"'],
  ["button 'Sign up'", 'button "Sign up"'],
  ["~'Sig'", '~"Sig"'],
  ['text="Sign up"', '"Sign up"'],
  ["text='Sign up'", '"Sign up"'],
  ["text=Settings", '"Settings"'],
  ["text = Sign in", '"Sign in"'],
  ['button content-desc="Sign up"', 'button "Sign up"'],
  ["id=login", "id/login"],
  ['resource-id="com.app:id/login"', "com.app:id/login"],
  ["ref=e12", "e12"],
  ["#login", "id/login"],
  ["#2", "#2"],
];

test("a target without quotes is a label, and quotes and attributes of other tools keep their meaning", () => {
  for (const [written, meant] of MEANT) {
    assert.deepEqual(parseTarget(written), parseTarget(meant), written);
    assert.equal(printTarget(parseTarget(written)), meant, written);
    assert.deepEqual(parseElement(written), parseElement(meant), written);
    assert.deepEqual(parseCondition(written), parseCondition(meant), written);
  }
  assert.deepEqual(parseTarget("[540, 1200]"), { kind: "point", x: 540, y: 1200 });
  assert.deepEqual(parseTarget("(50%,62%)"), { kind: "share", x: 50, y: 62 });
});

/** Words of the grammar keep their meaning; in quotes they are labels. */
const KEPT: readonly (readonly [string, string])[] = [
  ["e12", "e12"],
  ["Switch", "switch"],
  ["Image", "image"],
  ["password field", "field password"],
  ["540,1200", "540,1200"],
];

test("a keyword of the grammar keeps its meaning without quotes", () => {
  for (const [written, printed] of KEPT) assert.equal(printTarget(parseTarget(written)), printed, written);
  for (const fact of ["keyboard", "changed", "app com.example", "activity Main", "no progress", "not disabled"])
    assert.doesNotThrow(() => parseCondition(fact), fact);
  assert.equal(printCondition(parseCondition("app android")), "app android");
  // What joins conditions is an ordinary word in a target.
  for (const label of ["Not now", "Terms and conditions", "No", "Keyboard", "App info"])
    assert.equal(printTarget(parseTarget(label)), `"${label}"`);
});

/** Ambiguous texts and texts in another tool's syntax, with the spellings that the answer suggests. */
const REFUSED: readonly (readonly [string, readonly string[]])[] = [
  ["button Save", ['"button Save"', 'button "Save"']],
  ["Switch account", ['"Switch account"', 'Switch "account"']],
  ["Sign in with Google", ['"Sign in with Google"', '"Sign" in "with Google"']],
  ['"Delete" in row Milk', ['"Delete" in row "Milk"']],
  ['button "Save', ['button "Save"']],
  ["field = Abc", ['"field = Abc"', 'field = "Abc"']],
  ["540 1200", ["540,1200", '"540 1200"']],
  ['{"x":540,"y":1200}', ["540,1200"]],
  ["x=540, y=1200", ["540,1200"]],
  ["1,000", ['"1,000"']],
  ["@e12", ["e12"]],
  ["[ref=e12]", ["e12"]],
  ["E12", ["e12"]],
  ["@+id/login", ["id/login"]],
  ["text: Sign up", ['text="Sign up"', '"text: Sign up"']],
  ["//android.widget.Button", ["button"]],
  ["//android.widget.Button[@text='Sign up']", ['button "Sign up"']],
  ["//*[contains(@content-desc, 'Sign')]", ['~"Sign"']],
  ['/hierarchy/a/b[@resource-id="a.b:id/c"]', ['id="a.b:id/c"']],
  ["android.widget.Button", ["button"]],
  ['new UiSelector().text("Save")', ['"Save"']],
  ["=", ['"="']],
  ["Save #2", ['"Save #2"', '"Save" #2']],
];

test("a target with two possible meanings is refused with the spellings of both", () => {
  for (const [written, spellings] of REFUSED)
    assert.deepEqual(
      spellingsOf(() => parseTarget(written)),
      spellings,
      written,
    );
});

test("an XPath that cannot be translated is refused, and the hint shows how to name an element", () => {
  for (const written of ["//android.widget.TextView", "//class", "/hierarchy/a/b"])
    assert.throws(() => parseTarget(written), {
      code: "SELECTOR_SYNTAX",
      hint: /^XPath is not understood: .*id\/save/,
    });
});

const REFUSED_CONDITIONS: readonly (readonly [string, readonly string[]])[] = [
  ["Not now", ['"Not now"', 'Not "now"']],
  ["No results", ['"No results"', 'No "results"']],
  ["Done and keyboard", ['"Done and keyboard"', '"Done" and keyboard']],
  ["Terms and conditions", ['"Terms and conditions"', '"Terms" and "conditions"']],
  ["App info", ['"App info"']],
  ["Activity log", ['"Activity log"']],
  ["Activity Log", ['"Activity Log"']],
];

test("a condition whose words could belong together in two ways is refused with the spellings of both", () => {
  for (const [written, spellings] of REFUSED_CONDITIONS)
    assert.deepEqual(
      spellingsOf(() => parseCondition(written)),
      spellings,
      written,
    );
});

test("find reads plain words as a phrase, and syntax of other tools as targets do", () => {
  assert.deepEqual(parseElementOrQuery("delete on row Milk"), parseElement("? delete on row Milk"));
  assert.deepEqual(parseElementOrQuery("Settings"), parseElement("? Settings"));
  assert.deepEqual(parseElementOrQuery("text=Settings"), parseElement('"Settings"'));
});

function spellingsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    assert.ok(isFoveaError(error, "SELECTOR_SYNTAX"), String(error));
    assert.match(error.hint, /^Did you mean /, error.message);
    return [...error.hint.matchAll(/`([^`]*)`/g)].flatMap(([, spelling]) => spelling ?? []);
  }
  return assert.fail("it was read");
}
