import assert from "node:assert/strict";
import { test } from "node:test";
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
async function tapOnShare(change: (state: MadeState) => MadeState): Promise<string> {
  await using place = await startMadePlace({ apiLevel: 33, usesHalf: false });
  place.app.begin(PAGE);
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const seen = await place.during(caller.call("observe"));
  const icon = shownLines(seen.text).find(({ labels }) => labels.includes("Share"));
  assert.ok(icon, seen.text);
  place.app.change(change(place.app.state));
  await place.pass(400);
  const { text } = await place.during(caller.call("tap", { target: icon.ref }));
  assert.equal(place.app.presses.length, 1);
  return text;
}

test("an icon that says something else after a touch, and looks as before, may have said so before it", async () => {
  const rename = (one: Control) => (one.slot === SHARE.slot ? { ...one, key: 2, words: plain("Call") } : one);
  const text = await tapOnShare((state) => withControls(state, rename));
  assert.match(text, /^uncertain: .*it says something else and looks the same/m);
});

test("an icon that says afterwards what it said is not doubted", async () => {
  const text = await tapOnShare((state) => state);
  assert.match(text, /^changed: /m);
});
