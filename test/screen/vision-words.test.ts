import assert from "node:assert/strict";
import { test } from "node:test";
import { touchPoint } from "../../src/actions/targets/touch-point.js";
import type { UiElement } from "../../src/screen/element.js";
import { matchElements } from "../../src/screen/match.js";
import { nameElement } from "../../src/screen/outline.js";
import { answerQuery } from "../../src/screen/query/answer.js";
import { parseElement } from "../../src/screen/selector.js";
import type { VisionNote } from "../../src/screen/vision-note.js";
import { button, page, screenWith } from "../support/build-screen.js";

const NOTE: VisionNote = { why: "matched", confidence: 0.9, similarity: 0.8, guess: null, tapPoint: null };

/** A screen of buttons without text, each with the detections for it. */
function noted(...notes: readonly Partial<VisionNote>[]) {
  const screen = screenWith(page(...notes.map(() => button(""))));
  let at = 0;
  const elements = screen.elements.map((element): UiElement => {
    const note = element.role === "button" ? notes[at++] : undefined;
    return note ? { ...element, vision: { ...NOTE, ...note } } : element;
  });
  return { elements, buttons: elements.filter(({ role }) => role === "button") };
}

test("an outline marks a guess as a guess, and only for elements without text", () => {
  const { buttons } = noted({ guess: { name: "search", confidence: 0.7 } });
  const [first] = buttons;
  assert.ok(first);
  assert.match(nameElement(first), /^e\d+ button icon\? "search"$/);
  assert.match(nameElement({ ...first, labels: ["Find"] }), /^e\d+ button "Find"$/);
  assert.match(nameElement({ ...first, sources: ["vision"] }), /button icon\? "search" \(seen only\)$/);
});

test("an outline marks elements that are covered and elements that show nothing", () => {
  const { buttons } = noted({ why: "covered" }, { why: "blank" }, { why: "unmatched" });
  const endings = buttons.map((element) => nameElement(element).replace(/^e\d+ button ?/, ""));
  assert.deepEqual(endings, ["(covered)", "(nothing to be seen)", ""]);
});

test("a guessed meaning is found by any common name for it, and never taken for a label", () => {
  const guesses = ["search", "delete", "settings"].map((name) => ({ guess: { name, confidence: 0.9 } }));
  const { elements, buttons } = noted(...guesses);
  const found = (query: string) => answerQuery(query, { elements }).matches.map(({ element }) => element.ref);
  assert.deepEqual(found("search"), [buttons[0]?.ref]);
  assert.deepEqual(found("magnifying glass"), [buttons[0]?.ref]);
  assert.deepEqual(found("trash can"), [buttons[1]?.ref]);
  assert.deepEqual(found("gear icon"), [buttons[2]?.ref]);
  assert.ok(answerQuery("search", { elements }).matches.every(({ score }) => score < 1));
  assert.deepEqual(matchElements(parseElement('"search"'), elements), []);
});

test("an element is touched at the part that detectors found, where that part is free", () => {
  const { elements, buttons } = noted({});
  const [first] = buttons;
  assert.ok(first);
  const { left, top, right, bottom } = first.bounds;
  const screen = { elements, screenSize: null, systemInsets: null, ime: null, activeWindow: null, viewHierarchy: null };
  const middle = touchPoint(first, screen);
  const seenAt = (x: number, y: number) => ({ ...first, vision: { ...NOTE, tapPoint: { x, y } } });
  assert.deepEqual(touchPoint(seenAt(left + 1, top + 1), screen), { x: left + 1, y: top + 1 });
  assert.deepEqual(touchPoint(seenAt(right + 50, bottom + 50), screen), middle);
});
