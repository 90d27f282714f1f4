import assert from "node:assert/strict";
import { test } from "node:test";
import { startMadePlace } from "../support/made-apps/made-place.js";
import type { Control, MadeState } from "../support/made-apps/made-state.js";
import { counter, plain } from "../support/made-apps/made-words.js";
import { shownLines } from "../support/made-apps/shown-text.js";

const SAVE: Control = { slot: 1, key: 1, kind: "button", words: plain("Save"), id: "save", isOn: null };

const PAGE: MadeState = {
  ...{ style: "views", language: "en", hasIds: true, title: plain("Photos"), titleIn: "toolbar", actions: [] },
  blocks: [{ kind: "controls", heading: null, form: "column", controls: [SAVE] }],
  ...{ long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog: null, done: 0 },
};

/** What a tap on "Save" by its ref says after the page was given another title; another client may have looked since. */
async function refusal(usesHalf: boolean, isSeenByOther: boolean): Promise<string> {
  await using place = await startMadePlace({ apiLevel: 33, usesHalf });
  place.app.begin(PAGE);
  await place.pass(400);
  const [caller, other] = [await place.newCaller("stdio"), await place.newCaller("stdio")];
  const seen = await place.during(caller.call("observe"));
  const save = shownLines(seen.text).find(({ labels }) => labels.includes("Save"));
  assert.ok(save, seen.text);
  place.app.change({ ...place.app.state, title: plain("Travel") });
  await place.pass(1_500);
  if (isSeenByOther) await place.during(other.call("observe", { fresh: true }));
  const { text } = await place.during(caller.call("tap", { target: save.ref }));
  assert.equal(place.app.presses.length, 0);
  return text;
}

for (const usesHalf of [true, false]) {
  for (const isSeenByOther of [false, true]) {
    const who = `${usesHalf ? "with" : "without"} the on-device half${isSeenByOther ? ", after another client looked" : ""}`;
    test(`where only what stands around an element is different, REF_CHANGED names that (${who})`, async () => {
      const text = await refusal(usesHalf, isSeenByOther);
      assert.match(text, /^REF_CHANGED: e\d+ was button "Save" with "Photos" and is now button "Save" with "Travel"/);
    });
  }
}

const BUY: Control = { slot: 20, key: 20, kind: "button", words: plain("Buy"), id: null, isOn: null };

function shop(form: "plain" | "list", price: string): MadeState {
  const item = (nth: number, name: string, sum: string) => {
    const whole: Control = { slot: nth, key: nth, kind: "row", words: null, id: null, isOn: null };
    const texts = [plain(name), { text: sum, nature: "money" as const }];
    return { key: nth, texts, controls: [{ ...BUY, slot: 20 + nth, key: 20 + nth }], whole };
  };
  const items = [item(1, "Apple", "3 €"), item(2, "Bread", price), item(3, "Cheese", "9 €")];
  return { ...PAGE, hasIds: false, blocks: [{ kind: "items", heading: null, form, items }] };
}

for (const form of ["plain", "list"] as const) {
  test(`a row at another price, and the button in it, are named as they were and as they are (${form})`, async () => {
    await using place = await startMadePlace({ apiLevel: 33, usesHalf: true });
    place.app.begin(shop(form, "5 €"));
    await place.pass(400);
    const caller = await place.newCaller("stdio");
    const lines = shownLines((await place.during(caller.call("observe"))).text);
    const at = lines.findIndex(({ labels }) => labels.includes("Bread"));
    const [row, buy] = [lines[at], lines[at + 1]];
    assert.ok(row && buy);
    assert.deepEqual(buy.labels, ["Buy"]);
    place.app.change(shop(form, "500 €"));
    const said = await place.during(caller.call("tap", { target: row.ref }));
    assert.match(
      said.text,
      /^REF_CHANGED: e\d+ was \w+ "Bread" "5 €" and is now \w+ "Bread" "500 €"; nothing was touched/,
    );
    const inRow = await place.during(caller.call("tap", { target: buy.ref }));
    assert.match(
      inRow.text,
      /^REF_CHANGED: e\d+ was button "Buy" with "Bread 5 €" and is now button "Buy" with "Bread 500 €"/,
    );
    assert.equal(place.app.presses.length, 0);
  });
}
