import assert from "node:assert/strict";
import { test } from "node:test";
import { hasOtherWordsSamePixels } from "../../src/actions/staleness/gap.js";
import { hidesItsWords } from "../../src/screen/hides-its-words.js";
import { tileGrid } from "../../src/screen/tiles.js";
import { at, node, page, screenWith, text as textNode } from "../support/build-screen.js";
import { startMadePlace } from "../support/made-apps/made-place.js";
import { type Control, type MadeState, withControls } from "../support/made-apps/made-state.js";
import { counter, plain } from "../support/made-apps/made-words.js";
import { shownLines } from "../support/made-apps/shown-text.js";

const SHARE: Control = { slot: 1, key: 1, kind: "icon", words: plain("Share"), id: "share", isOn: null };

const PAGE: MadeState = {
  ...{ style: "views", language: "en", hasIds: true, title: plain("Photos"), titleIn: "toolbar", actions: [SHARE] },
  blocks: [{ kind: "note", words: plain("Choose what to keep."), id: "note" }],
  ...{ long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog: null, done: 0 },
};

/** A tap on an icon by its ref; `change` comes before it. */
async function tapOnShare(change: (state: MadeState) => MadeState) {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
  place.app.begin(PAGE);
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const seen = await place.during(caller.call("observe"));
  const icon = shownLines(seen.text).find(({ labels }) => labels.includes("Share"));
  assert.ok(icon, seen.text);
  place.app.change(change(place.app.state));
  await place.pass(400);
  const { text } = await place.during(caller.call("tap", { target: icon.ref }));
  return { text, presses: place.app.presses.length };
}

test("tap reads the description of an icon before the touch, and refuses one whose description changed", async () => {
  const rename = (one: Control) => (one.slot === SHARE.slot ? { ...one, key: 2, words: plain("Call") } : one);
  const { text, presses } = await tapOnShare((state) => withControls(state, rename));
  assert.match(text, /^REF_CHANGED: e\d+ was button "Share" and is now button "Call"; nothing was touched/);
  assert.equal(presses, 0);
});

test("tap touches an icon whose description is unchanged, and does not doubt the result", async () => {
  const { text, presses } = await tapOnShare((state) => state);
  assert.match(text, /^changed: /m);
  assert.equal(presses, 1);
});

interface Says {
  readonly text?: string;
  readonly description?: string;
  /** The text of its content. */
  readonly within?: string;
}

/** A button of this width, 100 high. */
function buttonOf(width: number, { text = "", description = "", within }: Says) {
  const bounds = at(0, 0, width, 100);
  const inner = within === undefined ? [] : [textNode(within, { bounds: at(0, 10, width, 90) })];
  const said = { class: "android.widget.Button", clickable: "true", text, "content-desc": description, bounds };
  const screen = { ...screenWith(page(node(said, ...inner))), ime: null };
  const element = screen.elements.find(({ role }) => role === "button");
  assert.ok(element);
  return { element, screen };
}

test("hidesItsWords is true for a square element with only a description, and false where its text is drawn", () => {
  const hides = (width: number, says: Says) => {
    const { element, screen } = buttonOf(width, says);
    return hidesItsWords(element, screen.viewHierarchy);
  };
  assert.equal(hides(100, { description: "Share" }), true);
  assert.equal(hides(400, { description: "Share" }), false);
  assert.equal(hides(100, { text: "Share" }), false);
  assert.equal(hides(100, { within: "Share" }), false);
});

test("hidesItsWords is true for the hint of a filled field, and false for the hint of an empty one", () => {
  const hides = (text: string) => {
    const said = {
      class: "android.widget.EditText",
      clickable: "true",
      bounds: at(0, 0, 400, 100),
      hint: "City",
      text,
    };
    const screen = screenWith(page(node(said)));
    const element = screen.elements.find(({ role }) => role === "field");
    assert.ok(element);
    return hidesItsWords(element, screen.viewHierarchy);
  };
  assert.equal(hides("Paris"), true);
  assert.equal(hides("City"), false);
  assert.equal(hides(""), false);
});

test("a wide control whose description changed without a change of pixels may have changed before the touch", () => {
  const grid = tileGrid({ width: 400, height: 100, rgba: Buffer.alloc(400 * 100 * 4) });
  const { element, screen } = buttonOf(400, { description: "Share" });
  const standing = { element, screen, window: null, grid };
  const says = (description: string) =>
    hasOtherWordsSamePixels(standing, { after: buttonOf(400, { description }).screen, pixels: grid });
  assert.equal(says("Share"), false);
  assert.equal(says("Call"), true);
});
