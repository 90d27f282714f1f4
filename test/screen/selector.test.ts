import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../src/base/errors.js";
import { ROLES } from "../../src/screen/element.js";
import { normaliseLabel } from "../../src/screen/label.js";
import { type Condition, parseCondition, parseElement, parseTarget, type Target } from "../../src/screen/selector.js";
import type { ElementSelector, Phrase } from "../../src/screen/selector-element.js";
import { printCondition, printTarget } from "../../src/screen/selector-print.js";
import { STATES } from "../../src/screen/selector-words.js";
import { storedSelectorsOf } from "../../src/screen/stored-selector.js";
import { anyCharacter } from "../support/any-character.js";
import { shoppingScreen } from "../support/query-screens.js";

const PLAIN: Phrase = { ref: null, role: null, label: null, id: null, states: [], value: null, ordinal: null };
const element = (...phrases: readonly Partial<Phrase>[]): ElementSelector => ({
  kind: "element",
  phrases: phrases.map((phrase) => ({ ...PLAIN, ...phrase })),
});
const label = (text: string) => ({ text, isPart: false });

/** A target as text, its meaning, and its canonical spelling if that differs. */
const TARGETS: readonly (readonly [string, Target, string?])[] = [
  ["e12", element({ ref: "e12" })],
  ['button "Save"', element({ role: "button", label: label("Save") })],
  ['"Save" button', element({ role: "button", label: label("Save") }), 'button "Save"'],
  ['BUTTON   "Save"', element({ role: "button", label: label("Save") }), 'button "Save"'],
  ['~"Sav"', element({ label: { text: "Sav", isPart: true } })],
  ['"Save" in row "Milk"', element({ label: label("Save") }, { role: "row", label: label("Milk") })],
  ['"a" in "b" in e3', element({ label: label("a") }, { label: label("b") }, { ref: "e3" })],
  ['"Delete" in row #2', element({ label: label("Delete") }, { role: "row", ordinal: 2 })],
  ["id/login", element({ id: "login" })],
  ["com.app:id/login", element({ id: "com.app:id/login" })],
  ["id/my-tag.x:y", element({ id: "my-tag.x:y" })],
  ['id/"my tag"', element({ id: "my tag" })],
  ['id/"plain"', element({ id: "plain" }), "id/plain"],
  ['a.b:id/"x y" "Go"', element({ id: "a.b:id/x y", label: label("Go") }), '"Go" a.b:id/"x y"'],
  ['"say \\"hi\\" \\\\"', element({ label: label('say "hi" \\') })],
  ['"two  spaces\n"', element({ label: label("two spaces") }), '"two spaces"'],
  [
    'switch "Wi-Fi" checked',
    element({ role: "switch", label: label("Wi-Fi"), states: [{ state: "checked", is: true }] }),
  ],
  ["button disabled", element({ role: "button", states: [{ state: "enabled", is: false }] })],
  ["button not disabled", element({ role: "button", states: [{ state: "enabled", is: true }] }), "button enabled"],
  ["button not focused", element({ role: "button", states: [{ state: "focused", is: false }] })],
  ['field "Name" = "Abc"', element({ role: "field", label: label("Name"), value: "Abc" })],
  ['field = ""', element({ role: "field", value: "" })],
  ["#3", element({ ordinal: 3 })],
  ["540,1200", { kind: "point", x: 540, y: 1200 }],
  [" 540 , 1200 ", { kind: "point", x: 540, y: 1200 }, "540,1200"],
  ["0,0", { kind: "point", x: 0, y: 0 }],
  ["50%,62%", { kind: "share", x: 50, y: 62 }],
  ["12.5%, 0%", { kind: "share", x: 12.5, y: 0 }, "12.5%,0%"],
  ["0.0000001%,100%", { kind: "share", x: 0, y: 100 }, "0%,100%"],
];

test("targets are parsed by the grammar, and printed in one spelling with the same meaning", () => {
  for (const [written, target, canonical = written] of TARGETS) {
    assert.deepEqual(parseTarget(written), target, written);
    assert.equal(printTarget(target), canonical, written);
    assert.deepEqual(parseTarget(canonical), target, canonical);
  }
});

/** Plain language begins with a question mark; without quotes it takes all that follows. */
const QUERIES: readonly (readonly [string, string])[] = [
  ["? delete on row Milk", "delete on row Milk"],
  ["?delete on row Milk", "delete on row Milk"],
  ['?"delete on row Milk"', "delete on row Milk"],
  ['? "Delete all" in the dialog', '"Delete all" in the dialog'],
  ['?"say \\"hi\\""', 'say "hi"'],
  ["  ?  two   words ", "two words"],
  ["? 540,1200", "540,1200"],
  ["? e12", "e12"],
  ["? id/login = ( # %", "id/login = ( # %"],
];

test("a question mark begins plain language, which is printed so that other conditions can follow", () => {
  for (const [written, query] of QUERIES) {
    const target: Target = { kind: "element", phrases: [], query };
    assert.deepEqual(parseTarget(written), target, written);
    assert.deepEqual(parseTarget(printTarget(target)), target, written);
    assert.deepEqual(parseElement(written), target, written);
  }
  const spinner: Condition = { kind: "exists", element: { kind: "element", phrases: [], query: "spinner" } };
  assert.deepEqual(parseCondition("not ? spinner"), { kind: "not", condition: spinner });
  const both: Condition = { kind: "and", conditions: [spinner, { kind: "keyboard" }] };
  assert.deepEqual(parseCondition('?"spinner" and keyboard'), both);
  assert.deepEqual(parseCondition(printCondition(both)), both);
});

test("a target in braces is a stored selector or an error", () => {
  const [stored] = storedSelectorsOf(shoppingScreen());
  assert.ok(stored);
  const target: Target = { kind: "element", phrases: [], stored };
  assert.deepEqual(parseTarget(printTarget(target)), target);
  for (const wrong of [
    "{",
    "{}",
    "{1}",
    '{"v":2}',
    JSON.stringify({ ...stored, role: "king" }),
    JSON.stringify({ ...stored, x: 1 }),
  ]) {
    assert.throws(
      () => parseTarget(wrong),
      (error) => isFoveaError(error, "SELECTOR_SYNTAX") && error.message.startsWith("this is not a stored selector: "),
      wrong,
    );
  }
});

const exists = (...phrases: readonly Partial<Phrase>[]): Condition => ({
  kind: "exists",
  element: element(...phrases),
});
const [a, b, c] = ["a", "b", "c"].map((text) => exists({ label: label(text) }));

const CONDITIONS: readonly (readonly [string, Condition, string?])[] = [
  ['"a"', a as Condition],
  ["keyboard", { kind: "keyboard" }],
  ["no keyboard", { kind: "not", condition: { kind: "keyboard" } }, "not keyboard"],
  ["app com.example.app", { kind: "app", package: "com.example.app" }],
  [
    '"a" and "b" or "c"',
    { kind: "or", conditions: [{ kind: "and", conditions: [a, b] as Condition[] }, c as Condition] },
    '("a" and "b") or "c"',
  ],
  [
    '"a" and ("b" or "c")',
    { kind: "and", conditions: [a as Condition, { kind: "or", conditions: [b, c] as Condition[] }] },
  ],
  ['not ("a" or "b")', { kind: "not", condition: { kind: "or", conditions: [a, b] as Condition[] } }],
  ['not not "a"', a as Condition, '"a"'],
  ['not (not "a")', a as Condition, '"a"'],
  ['no (("a"))', { kind: "not", condition: a as Condition }, 'not "a"'],
  [
    '"a" in row "b" checked',
    exists({ label: label("a") }, { role: "row", label: label("b"), states: [{ state: "checked", is: true }] }),
  ],
  ["not disabled", { kind: "not", condition: exists({ states: [{ state: "enabled", is: false }] }) }],
];

test("conditions are parsed by the grammar, and printed in one spelling with the same meaning", () => {
  for (const [written, condition, canonical = written] of CONDITIONS) {
    assert.deepEqual(parseCondition(written), condition, written);
    assert.equal(printCondition(condition), canonical, written);
    assert.deepEqual(parseCondition(canonical), condition, canonical);
  }
});

/** A wrong target, the place of its mistake (from 1), and a pattern of the message. */
const WRONG: readonly (readonly [string, number, RegExp])[] = [
  ["", 1, /an element is expected/],
  ["   ", 4, /an element is expected/],
  ["Save list", 1, /"Save" is not a ref, role, state or id; a label goes in double quotes/],
  ['button "Save', 8, /quote is never closed/],
  ['"a\\', 1, /quote is never closed/],
  ['"Save" in', 10, /an element is expected/],
  ['in "Save"', 1, /an element is expected/],
  ['"a" "b"', 5, /second label/],
  ['button "a" button', 12, /"button" is not/],
  ['""', 1, /label is empty/],
  ['"\u200b"', 1, /label is empty/],
  ["~button", 2, /label in double quotes/],
  ["field = Abc", 9, /text in double quotes/],
  ['field = "a" = "b"', 15, /second value/],
  ["#0", 2, /number from 1 up/],
  ["#1 #2", 5, /second ordinal/],
  ["id/", 4, /name of an id/],
  ["id/ button", 5, /name of an id/],
  ['id/""', 4, /name of an id/],
  ["e0", 1, /"e0" is not/],
  ["540,", 5, /number from 0 up/],
  ["540,-1", 5, /number from 0 up/],
  ["-1,5", 1, /number from 0 up/],
  ["1.5,2", 1, /whole number of pixels/],
  ["999999,2", 1, /whole number of pixels/],
  ["50%,62", 7, /a % is expected/],
  ["50%", 4, /comma and a second number/],
  ["101%,5%", 1, /at most 100%/],
  ["50,62%", 6, /"%" is not expected/],
  ["540,1200,3", 9, /"," is not expected/],
  ["?", 1, /plain words are expected/],
  ['?""', 1, /plain words are expected/],
  ['?"a" in "b"', 6, /"in" is not expected/],
  ['button) "a"', 7, /"\)" is not expected/],
];

test("an error in a selector is reported with its place", () => {
  for (const [written, place, message] of WRONG) {
    assert.throws(
      () => parseTarget(written),
      (error) => {
        assert.ok(isFoveaError(error, "SELECTOR_SYNTAX"), written);
        assert.match(error.message, message, written);
        assert.match(error.message, new RegExp(`, at character ${place}: `), `${written}: ${error.message}`);
        return true;
      },
      written,
    );
  }
});

test("an error shows the selector with a mark at the wrong place", () => {
  assert.throws(
    () => parseTarget('button "Save" in Milk'),
    (error) => isFoveaError(error) && error.message.endsWith('at character 18: button "Save" in ▸Milk'),
  );
});

test("wrong conditions are refused with their place, and points are not conditions", () => {
  const wrong: readonly (readonly [string, number])[] = [
    ['"a" and', 8],
    ['("a"', 5],
    ['"a")', 4],
    ["app", 4],
    ['app "a"', 5],
    ["540,1200", 1],
    ["not", 4],
    ['"a" or or "b"', 8],
  ];
  for (const [written, place] of wrong) {
    assert.throws(
      () => parseCondition(written),
      (error) => isFoveaError(error, "SELECTOR_SYNTAX") && error.message.includes(`at character ${place}: `),
      written,
    );
  }
  assert.throws(
    () => parseElement("1,2"),
    (error) => isFoveaError(error, "SELECTOR_SYNTAX"),
  );
});

/** Objects as the parser makes them: with Object's prototype. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record<T>(model, { noNullPrototype: true });
}

const anyLabelText = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .map(normaliseLabel)
  .filter((text) => text !== "");
const anyId = fc
  .tuple(
    fc.constantFrom("", "com.app:id/", "android:id/"),
    fc.oneof(anyLabelText, fc.constantFrom("login", "a b", "x:y", 'q"q')),
  )
  .map(([packageName, name]) => packageName + name)
  .filter((id) => !/^[\w.]+:id\/$/.test(id));
const anyPhrase: fc.Arbitrary<Phrase> = record({
  ref: fc.option(fc.integer({ min: 1, max: 99_999 }).map((count) => `e${count}`)),
  role: fc.option(fc.constantFrom(...ROLES)),
  label: fc.option(record({ text: anyLabelText, isPart: fc.boolean() })),
  id: fc.option(anyId),
  states: fc.array(record({ state: fc.constantFrom(...STATES), is: fc.boolean() }), { maxLength: 3 }),
  value: fc.option(fc.oneof(fc.constant(""), anyLabelText)),
  ordinal: fc.option(fc.integer({ min: 1, max: 99_999 })),
}).filter(({ states, ...others }) => Object.values(others).some((part) => part !== null) || states[0]?.is === true);
const anyElement = record({
  kind: fc.constant("element" as const),
  phrases: fc.array(anyPhrase, { minLength: 1, maxLength: 3 }),
});
const anyTarget: fc.Arbitrary<Target> = fc.oneof(
  anyElement,
  record({ kind: fc.constant("point" as const), x: fc.nat(100_000), y: fc.nat(100_000) }),
  record({
    kind: fc.constant("share" as const),
    x: fc.nat(1_000_000).map((share) => share / 10_000),
    y: fc.nat(100),
  }),
);
const anyCondition = fc.letrec<{ condition: Condition; positive: Condition }>((tie) => ({
  positive: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    anyElement.map((found): Condition => ({ kind: "exists", element: found })),
    fc.constant<Condition>({ kind: "keyboard" }),
    fc.constant<Condition>({ kind: "app", package: "com.example.app" }),
    record({
      kind: fc.constantFrom("and" as const, "or" as const),
      conditions: fc.array(tie("condition"), { minLength: 2, maxLength: 3 }),
    }),
  ),
  condition: fc.oneof(
    tie("positive"),
    tie("positive").map((condition): Condition => ({ kind: "not", condition })),
  ),
})).condition;

test("every printed target and condition is parsed back unchanged", () => {
  fc.assert(
    fc.property(anyTarget, (target) => assert.deepEqual(parseTarget(printTarget(target)), target)),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(anyCondition, (condition) => assert.deepEqual(parseCondition(printCondition(condition)), condition)),
    { numRuns: 500 },
  );
});

test("any text is parsed or refused with its code", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "e1",
      "button",
      '"Save"',
      '"',
      "\\",
      "~",
      "=",
      "#",
      "2",
      "%",
      ",",
      "(",
      ")",
      "in",
      "and",
      "or",
      "not",
    ),
    fc.constantFrom(
      "no",
      "app",
      "keyboard",
      "id/",
      "id/x",
      "a.b:id/c",
      "540",
      "checked",
      " ",
      "\n",
      "\u200b",
      "\ud83d",
    ),
    fc.string({ unit: anyCharacter, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom("", " "), (pieces, glue) => {
      for (const parse of [parseTarget, parseElement, parseCondition]) {
        try {
          parse(pieces.join(glue));
        } catch (error) {
          assert.ok(isFoveaError(error, "SELECTOR_SYNTAX"), `${pieces.join(glue)}: ${String(error)}`);
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test("a selector without end is refused in short time", () => {
  for (const endless of ["(", "not ", '"', "#1 in ", "e1 in ", "not (", "~", "checked "]) {
    try {
      parseCondition(endless.repeat(100_000));
    } catch (error) {
      assert.ok(isFoveaError(error, "SELECTOR_SYNTAX"), endless);
      assert.ok(error.message.length < 300, "the message shows the place, not all of the input");
    }
  }
  const nested = `${"(".repeat(40)}"a"${")".repeat(40)}`;
  assert.deepEqual(parseCondition(nested), a);
});

test("a box stands for its middle, and an empty box is refused", () => {
  assert.deepEqual(parseTarget("[100,200][300,261]"), { kind: "point", x: 200, y: 230 });
  assert.deepEqual(parseTarget(" [0,0] [1, 1] "), { kind: "point", x: 0, y: 0 });
  for (const text of ["[300,200][100,260]", "[5,5][5,9]"])
    assert.throws(() => parseTarget(text), { code: "SELECTOR_SYNTAX", message: /holds no pixel/ });
  assert.throws(() => parseTarget("[1,2][3]"), { code: "SELECTOR_SYNTAX" });
});
