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

/**
 * The answer of a tap on "Save" by ref after the page got another title; another client may have observed it meanwhile.
 */
async function refusal(usesCompanion: boolean, isSeenByOther: boolean): Promise<string> {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion });
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

for (const usesCompanion of [true, false]) {
  for (const isSeenByOther of [false, true]) {
    const who = `${usesCompanion ? "with" : "without"} the companion${isSeenByOther ? ", after another client looked" : ""}`;
    test(`REF_CHANGED names the context of the element where only the context changed (${who})`, async () => {
      const text = await refusal(usesCompanion, isSeenByOther);
      assert.match(text, /^REF_CHANGED: e\d+ was button "Save" with "Photos" and is now button "Save" with "Travel"/);
    });
  }
}

test("REF_CHANGED names a count near the element by the figures that the screen shows", async () => {
  await using place = await startMadePlace({ apiLevel: 28, usesCompanion: false });
  const control = (slot: number, kind: "button" | "switch", name: string): Control => {
    return { slot, key: slot, kind, words: plain(name), id: null, isOn: kind === "switch" ? false : null };
  };
  const start = { heading: plain("Photos"), form: "row" as const, controls: [control(3, "button", "Start")] };
  const switches = [control(7, "switch", "Account"), control(9, "switch", "Privacy")];
  const blocks = [start, { heading: null, form: "column" as const, controls: switches }];
  const page = { title: plain("Health"), hasIds: false, progress: 10, status: counter("9 online") };
  place.app.begin({ ...PAGE, ...page, blocks: blocks.map((block) => ({ kind: "controls", ...block })) });
  await place.pass(400);
  const caller = await place.newCaller("session");
  const seen = await place.during(caller.call("observe"));
  const own = shownLines(seen.text).find(({ labels }) => labels.includes("Privacy"));
  assert.ok(own, seen.text);
  place.app.change({ ...place.app.state, status: counter("10 online"), progress: 20 });
  const { text } = await place.during(caller.call("tap", { target: own.ref }));
  assert.match(text, /^REF_CHANGED: .* with "9 online" and is now .* with "10 online"/);
});

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
  test(`REF_CHANGED names the old and the new price for a row and for the button in it (${form})`, async () => {
    await using place = await startMadePlace({ apiLevel: 33, usesCompanion: true });
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

/** The answer of a tap on a button by ref after the app changed; checks that nothing was pressed. */
async function refusedAfter(before: MadeState, label: string, nth: number, after: MadeState): Promise<string> {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: true });
  place.app.begin(before);
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const lines = shownLines((await place.during(caller.call("observe"))).text);
  const target = lines.filter(({ labels }) => labels.includes(label))[nth]?.ref ?? assert.fail();
  place.app.change(after);
  await place.pass(600);
  const { text } = await place.during(caller.call("tap", { target }));
  assert.equal(place.app.presses.length, 0, text);
  return text;
}

test("REF_CHANGED refuses a button in a card whose price changed, even where the card cannot be pressed", async () => {
  const tiles = (price: string): MadeState => {
    const [shown] = shop("plain", price).blocks;
    if (shown?.kind !== "items") return assert.fail();
    const items = shown.items.map((item, at) => ({ ...item, whole: null, controls: [{ ...BUY, slot: 30 + at }] }));
    return { ...PAGE, blocks: [{ ...shown, form: "tiles", items }] };
  };
  const text = await refusedAfter(tiles("5 €"), "Buy", 1, tiles("500 €"));
  assert.match(text, /^REF_CHANGED: e\d+ was button "Buy" with "5 €" and is now button "Buy" with "500 €"/);
});

test("selecting another tab changes the meaning of refs on the tab's page, and not of the tabs themselves", async () => {
  const mail = (selected: number): MadeState => {
    const controls = ["Inbox", "Archive", "Trash"].map(
      (name, at): Control => ({
        ...SAVE,
        ...{ slot: 10 + at, key: 10 + at, kind: "tab", words: plain(name) },
        isOn: at === selected,
      }),
    );
    const tabs = { kind: "controls" as const, heading: null, form: "tabs" as const, controls };
    return { ...PAGE, blocks: [tabs, ...PAGE.blocks] };
  };
  const text = await refusedAfter(mail(2), "Save", 0, mail(0));
  assert.match(text, /^REF_CHANGED: e\d+ was button "Save" with "Trash" and is now button "Save" with "Inbox"/);
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: true });
  place.app.begin(mail(2));
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const seen = shownLines((await place.during(caller.call("observe"))).text);
  const archive = seen.find(({ labels }) => labels.includes("Archive"))?.ref ?? assert.fail();
  place.app.change(mail(0));
  assert.match((await place.during(caller.call("tap", { target: archive }))).text, /^tapped e\d+ .*"Archive"/);
});

test("a new line above the first field of a form does not change the refs below it", async () => {
  const field = (nth: number, name: string): Control => ({
    ...{ slot: 40 + nth, key: 40 + nth, kind: "field", words: plain(name), id: null, isOn: null },
  });
  const fields = {
    kind: "controls" as const,
    heading: null,
    form: "fields" as const,
    controls: [field(1, "City"), field(2, "Email")],
  };
  for (const [titleIn, status] of [
    ["text", counter("3 new messages")],
    ["text", plain("")],
    ["toolbar", counter("3 new messages")],
  ] as const) {
    await using place = await startMadePlace({ apiLevel: 34, usesCompanion: true });
    const form: MadeState = { ...PAGE, titleIn, status, blocks: [fields, ...PAGE.blocks] };
    place.app.begin(form);
    await place.pass(400);
    const caller = await place.newCaller("stdio");
    const lines = shownLines((await place.during(caller.call("observe"))).text);
    const save = lines.find(({ labels }) => labels.includes("Save"))?.ref ?? assert.fail();
    const line = { kind: "note" as const, words: plain("You are offline"), id: null };
    place.app.change({ ...form, blocks: [line, ...form.blocks] });
    await place.pass(600);
    assert.match((await place.during(caller.call("tap", { target: save }))).text, /^tapped /);
  }
});
