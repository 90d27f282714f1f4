import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLER_KINDS, type Caller, type CallerKind } from "../support/made-apps/callers.js";
import { type MadePlace, startMadePlace } from "../support/made-apps/made-place.js";
import { type Control, type MadeState, withControls } from "../support/made-apps/made-state.js";
import { counter, plain } from "../support/made-apps/made-words.js";
import { shownLines } from "../support/made-apps/shown-text.js";

const GO: Control = { slot: 1, key: 1, kind: "button", words: plain("Go to two"), id: "next", isOn: null };

const PAGE: MadeState = {
  ...{ style: "views", language: "en", hasIds: true, title: plain("Step"), titleIn: "toolbar", actions: [] },
  blocks: [
    { kind: "note", words: plain("Nothing is lost."), id: "note" },
    { kind: "note", words: plain("Read this first."), id: "note2" },
    { kind: "controls", heading: null, form: "column", controls: [GO] },
  ],
  ...{ long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog: null, done: 0 },
};

const OVERTAKEN = /another client acted on the device since you were last shown/;

interface Two {
  readonly place: MadePlace;
  readonly one: Caller;
  /** The ref of the button, as one client saw it before the other client pressed it. */
  readonly ref: string;
}

/** Two clients see a button; the second presses it, and then it says and does something else. */
async function startTwo(kind: CallerKind): Promise<Two> {
  const place = await startMadePlace({ apiLevel: 34, usesCompanion: true });
  place.app.begin(PAGE);
  await place.pass(400);
  const [one, other] = [await place.newCaller(kind), await place.newCaller("stdio")];
  const seen = await place.during(one.call("observe"));
  const ref = shownLines(seen.text).find(({ labels }) => labels.includes("Go to two"))?.ref ?? assert.fail(seen.text);
  place.app.onPress = () =>
    place.app.change(withControls(place.app.state, (it) => ({ ...it, words: plain("Wire all money") })));
  await place.during(other.call("observe"));
  const pressed = await place.during(other.call("tap", { target: 'button "Go to two"' }));
  assert.match(pressed.text, /Wire all money/);
  assert.equal(place.app.presses.length, 1);
  return { place, one, ref };
}

for (const kind of CALLER_KINDS) {
  test(`a ref of a button that another client's tap changed is refused (${kind})`, async () => {
    const { place, one, ref } = await startTwo(kind);
    await using _place = place;
    const { text } = await place.during(one.call("tap", { target: ref }));
    assert.match(text, /^REF_CHANGED: e\d+ was button "Go to two" and is now button "Wire all money"/);
    if (one.isKnown) assert.match(text, OVERTAKEN);
    assert.equal(place.app.presses.length, 1);
  });
}

for (const kind of ["stdio", "session", "since"] as const) {
  test(`a client is shown what changed since its own last answer, even where another one was shown it already (${kind})`, async () => {
    const { place, one, ref } = await startTwo(kind);
    await using _place = place;
    const { text } = await place.during(one.call("observe"));
    assert.match(text, new RegExp(`^~ e\\d+ button "Wire all money" was ${ref} "Go to two"$`, "m"));
    assert.doesNotMatch(text, /Nothing is lost/);
    assert.equal(OVERTAKEN.test(text), one.isKnown);
  });
}

test("a client that cannot be distinguished from others gets the whole screen, with the observation's name", async () => {
  const { place, one } = await startTwo("http");
  await using _place = place;
  const { text } = await place.during(one.call("observe"));
  for (const words of [/Nothing is lost/, /button "Wire all money"/, /^\(observation o\d+\)$/m])
    assert.match(text, words);
});
