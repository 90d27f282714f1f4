import assert from "node:assert/strict";
import { test } from "node:test";
import { center } from "../../../src/base/geometry.js";
import { drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";
import type { CallerKind } from "../../support/made-apps/callers.js";
import { startMadePlace } from "../../support/made-apps/made-place.js";
import type { Control, MadeState } from "../../support/made-apps/made-state.js";
import { counter, plain } from "../../support/made-apps/made-words.js";
import { recordInput } from "../../support/recorder.js";

const HAS_FOCUS = /^FOCUS_LOST: e\d+ field .* has the focus on \S+, not e\d+ field/;

for (const [name, start] of [
  ["adb alone", async (app: string) => await drive({ app })],
  ["the companion", async (app: string) => await driveCompanion({ app })],
] as const) {
  test(`press_key is refused where another field has the focus than the one that was shown with it (${name})`, async () => {
    await using driven = await start("com.fovea.form");
    await driven.did("type_text", { target: "id/email", text: "a@b.example" });
    await driven.did("type_text", { target: "id/name", text: "Ann" });
    driven.phone.hooks.tap("a@b.example");
    const { received } = recordInput(driven.phone);
    for (const key of ["delete", "enter", "KEYCODE_X"]) {
      const text = await driven.refused("FOCUS_LOST", "press_key", { key });
      assert.match(text, /e\d+ field .* has the focus on \S+, not e\d+ field .*; nothing was pressed/);
      assert.doesNotMatch(text.split("\n")[0] ?? "", /a@b\.example/, "what was typed into the other field");
    }
    assert.deepEqual(received, []);
    driven.phone.hooks.tap("Ann");
    assert.match(await driven.did("press_key", { key: "delete" }), /^pressed KEYCODE_DEL\n(?:.*\n)?changed: /);
  });

  test(`an Enter that moves the focus is reported as done where nothing was drawn right before it (${name})`, async () => {
    await using driven = await start("com.fovea.form");
    await driven.did("type_text", { target: "id/name", text: "Ann" });
    const said = await driven.did("press_key", { key: "enter" });
    assert.match(said, /^pressed KEYCODE_ENTER\nchanged: (?:.*\n)*.*"name@example\.com" focused/);
  });

  test(`press_key sends no editing key to another window, and still sends keys that are not for a field (${name})`, async () => {
    await using driven = await start("com.fovea.form");
    await driven.did("type_text", { target: "id/name", text: "Ann" });
    driven.phone.hooks.open("com.fovea.notes");
    const { received } = recordInput(driven.phone);
    const text = await driven.refused("FOCUS_LOST", "press_key", { key: "delete", count: 3 });
    assert.match(
      text,
      /another window came to the front of .*; nothing was pressed\nNext: Observe to see what has the focus/,
    );
    assert.deepEqual(received, []);
    await driven.did("press_key", { key: "KEYCODE_DPAD_DOWN" });
    assert.equal(received.length, 1);
  });
}

/** The time that `input` takes to start. */
const GAP_MS = 30;
const LEFT: Control = { slot: 1, key: 1, kind: "field", words: plain("City"), id: null, isOn: null };
const RIGHT: Control = { ...LEFT, slot: 2, key: 2, words: plain("Street") };

function form(fields: readonly Control[]): MadeState {
  return {
    ...{ style: "web", language: "en", hasIds: false, title: plain("Travel"), titleIn: "toolbar", actions: [] },
    blocks: [{ kind: "controls", heading: null, form: "captioned", controls: fields }],
    ...{ long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog: null, done: 0 },
  };
}

/** A form whose first field has the focus, as its caller was shown. */
async function startForm(usesCompanion: boolean, kind: CallerKind) {
  const place = await startMadePlace({ apiLevel: 34, usesCompanion });
  place.app.begin(form([LEFT, RIGHT]));
  await place.pass(400);
  const caller = await place.newCaller(kind);
  const seen = await place.during(caller.call("tap", { target: "#1 field" }));
  assert.match(seen.text, /"City" focused/);
  return { place, caller, press: async (key: string) => await place.during(caller.call("press_key", { key })) };
}

for (const usesCompanion of [true, false]) {
  const by = usesCompanion ? "the companion" : "adb alone";
  for (const kind of ["stdio", "http"] as const) {
    test(`press_key is refused where its field changed its meaning or another field has the focus (${by}, ${kind})`, async () => {
      const { place, press } = await startForm(usesCompanion, kind);
      await using _place = place;
      place.app.change(
        form([
          { ...LEFT, words: plain("Street") },
          { ...RIGHT, words: plain("City") },
        ]),
      );
      await place.pass(500);
      for (const key of ["enter", "KEYCODE_X"]) assert.match((await press(key)).text, HAS_FOCUS);
      place.app.change(form([{ ...LEFT, words: plain("Coupon") }, RIGHT]));
      await place.pass(500);
      assert.match((await press("enter")).text, /^(?:REF_CHANGED|FOCUS_LOST): /);
      place.app.change(form([LEFT, RIGHT]));
      await place.pass(500);
      place.hostile.phone.hooks.tap("Street");
      await place.pass(500);
      assert.match((await press("enter")).text, HAS_FOCUS);
      assert.deepEqual([place.app.entries, place.app.submits], [[], []]);
    });
  }

  test(`an Enter or Delete is not reported as done where the focus moved to another field right before it (${by})`, async () => {
    for (const key of ["enter", "delete"]) {
      const { place, press } = await startForm(usesCompanion, "stdio");
      await using _place = place;
      place.hostile.beforeKeys = async (sleep) => {
        const second = place.hostile.phone.hooks.placed().find(({ view }) => place.app.meaningOf(view)?.slot === 2);
        if (second) place.hostile.phone.hooks.tapAt(center(second.visible));
        await sleep(GAP_MS);
      };
      assert.match((await press(key)).text, /^unknown: .*Street/m);
    }
  });
}

test("a field that moved before the touch, so that another one got the focus, is touched once more at its new place", async () => {
  await using place = await startMadePlace({ apiLevel: 34, usesCompanion: false });
  const fields = form([]);
  place.app.begin({
    ...fields,
    blocks: [{ kind: "controls", heading: null, form: "fields", controls: [LEFT, RIGHT] }],
  });
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  await place.during(caller.call("observe"));
  place.hostile.beforeTouch = async (sleep) => {
    place.hostile.beforeTouch = async () => {};
    place.app.change({ ...place.app.state, banner: plain("Read this first.") });
    await sleep(GAP_MS);
  };
  const { text } = await place.during(caller.call("type_text", { target: "#2 field", text: "Rome" }));
  assert.match(text, /^typed 4 characters in e\d+ field\n(?:!.*\n)?changed: /);
  assert.deepEqual([place.app.textAt(1), place.app.textAt(2)], ["", "Rome"]);
});

test("a field is not touched again where the first touch may have pressed another control in its place", async () => {
  await using place = await startMadePlace({ apiLevel: 34, usesCompanion: false });
  const fields = { kind: "controls", heading: null, form: "fields", controls: [LEFT, RIGHT] } as const;
  place.app.begin({ ...form([]), blocks: [fields] });
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  await place.during(caller.call("observe"));
  place.hostile.beforeTouch = async (sleep) => {
    place.hostile.beforeTouch = async () => {};
    const second = place.hostile.phone.hooks.placed().find(({ view }) => place.app.meaningOf(view)?.slot === 2);
    if (second) place.hostile.phone.hooks.tapAt(center(second.visible));
    const whole: Control = { slot: 3, key: 3, kind: "row", words: null, id: null, isOn: null };
    const row = { key: 4, texts: [plain("Pay all")], controls: [], whole };
    place.app.change({
      ...place.app.state,
      blocks: [{ kind: "items", heading: null, form: "plain", items: [row] }, fields],
    });
    await sleep(GAP_MS);
  };
  const { text } = await place.during(caller.call("type_text", { target: "#1 field", text: "Rome" }));
  assert.ok(place.app.presses.some(({ slot }) => slot === 3));
  assert.match(text, /^NO_TEXT_FIELD: e\d+ field .*was tapped, but the focus is in /);
  assert.deepEqual(place.app.entries, []);
});

for (const usesCompanion of [true, false]) {
  test(`type_text without a target types into the field that was shown with the focus, or nowhere (${usesCompanion ? "the companion" : "adb alone"})`, async () => {
    const { place, caller } = await startForm(usesCompanion, "stdio");
    await using _place = place;
    place.hostile.phone.hooks.tap("Street");
    await place.pass(500);
    const type = async () => await place.during(caller.call("type_text", { text: "secret" }));
    assert.match(
      (await type()).text,
      /^FOCUS_LOST: e\d+ field .* has the focus now, not e\d+ field .* as on the screen/,
    );
    assert.deepEqual(place.app.entries, []);
    await place.during(caller.call("observe"));
    assert.match((await type()).text, /^typed 6 characters in e\d+ field/);
    assert.equal(place.app.textAt(2), "secret");
  });
}

test("a Delete is not reported as done where another field got the name of the target and lost a character", async () => {
  await using place = await startMadePlace({ apiLevel: 34, usesCompanion: true });
  place.app.begin(form([LEFT, RIGHT]));
  place.app.fill(1, "old7");
  place.app.fill(2, "old71"); // by one key from what the other one holds
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  await place.during(caller.call("tap", { target: "#1 field" }));
  place.hostile.beforeKeys = async (sleep) => {
    place.app.change(
      form([
        { ...LEFT, words: plain("Street") },
        { ...RIGHT, words: plain("City") },
      ]),
    );
    await sleep(GAP_MS);
  };
  const { text } = await place.during(caller.call("press_key", { key: "delete" }));
  assert.equal(place.app.textAt(1), "old");
  assert.match(text, /^unknown: .*may have got the key for/m);
});

test("a key is reported as done only where its field shows the typed text, once another field has the focus", async () => {
  // Hints are not separated from texts there.
  await using place = await startMadePlace({ apiLevel: 24, usesCompanion: true });
  place.app.begin(form([LEFT, RIGHT]));
  place.app.fill(1, "old 7");
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  await place.during(caller.call("tap", { target: "#1 field" }));
  place.hostile.beforeKeys = async (sleep) => {
    place.app.change(
      form([
        { ...LEFT, words: plain("Street") },
        { ...RIGHT, words: plain("City") },
      ]),
    );
    await sleep(GAP_MS);
  };
  const { text } = await place.during(caller.call("press_key", { key: "KEYCODE_X" }));
  assert.equal(place.app.textAt(1), "old 7x");
  assert.match(text, /^unknown: .*may have got the key for/m);
});

/** Android 13 shows the hint of an empty field as its text, in dumps. */
const HINTED = { apiLevel: 33, usesCompanion: false } as const;
const hinted = (words: string): MadeState => ({
  ...form([]),
  blocks: [{ kind: "controls", heading: null, form: "fields", controls: [{ ...LEFT, words: plain(words) }] }],
});

test("press_key is refused where the text of the field, maybe a hint, changed, until the caller was shown the change", async () => {
  await using place = await startMadePlace(HINTED);
  place.app.begin(hinted("City"));
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const call = async (tool: string, args: object) => (await place.during(caller.call(tool, { ...args }))).text;
  assert.match(await call("tap", { target: "#1 field" }), /field "City" focused/);
  place.app.change(hinted("Card number"));
  await place.pass(500);
  for (const key of ["KEYCODE_X", "delete", "enter"])
    assert.match(
      await call("press_key", { key }),
      /^REF_CHANGED: e\d+ was field "City" focused and is now field "Card number" /,
    );
  assert.deepEqual([place.app.entries, place.app.submits], [[], []]);
  await call("observe", {});
  assert.match(await call("press_key", { key: "KEYCODE_X", answer: "none" }), /^pressed KEYCODE_X/);
  // The effect of that key was not observed: an "x" may be typed text or the hint of another field.
  assert.match(await call("press_key", { key: "KEYCODE_Y" }), /^REF_CHANGED: .* is now field "x" focused/);
  await call("observe", {});
  assert.match(await call("press_key", { key: "KEYCODE_Y" }), /^pressed KEYCODE_Y/);
  assert.equal(place.app.textAt(1), "xy");
});

test("press_key is refused where the field shows a longer text, which may be the hint of another field", async () => {
  await using place = await startMadePlace(HINTED);
  place.app.begin(hinted("Card"));
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const call = async (tool: string, args: object) => (await place.during(caller.call(tool, { ...args }))).text;
  assert.match(await call("tap", { target: "#1 field" }), /field "Card" focused/);
  place.app.change(hinted("Card number"));
  await place.pass(500);
  for (const key of ["KEYCODE_X", "delete", "enter"])
    assert.match(
      await call("press_key", { key }),
      /^FOCUS_LOST: e\d+ field .*has other words than when it was shown, .*; nothing was pressed/,
    );
  assert.deepEqual([place.app.entries, place.app.submits], [[], []]);
});

test("press_key is not refused because of text that the caller itself typed before", async () => {
  await using place = await startMadePlace(HINTED);
  place.app.begin(hinted("City"));
  place.app.fill(1, "a");
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const call = async (tool: string, args: object) => (await place.during(caller.call(tool, { ...args }))).text;
  assert.match(await call("tap", { target: "#1 field" }), /field "a" focused/);
  assert.match(await call("press_key", { key: "KEYCODE_X", answer: "none" }), /^pressed KEYCODE_X/);
  assert.match(await call("press_key", { key: "KEYCODE_Y" }), /^pressed KEYCODE_Y/);
  assert.equal(place.app.textAt(1), "axy");
});
