import assert from "node:assert/strict";
import { test } from "node:test";
import { center } from "../../src/base/geometry.js";
import { type MadePlace, startMadePlace } from "../support/made-apps/made-place.js";
import type { Block, Control, MadeState } from "../support/made-apps/made-state.js";
import { withControls } from "../support/made-apps/made-state.js";
import { counter, plain } from "../support/made-apps/made-words.js";
import { shownLines } from "../support/made-apps/shown-text.js";

const CITY = 1;

function field(slot: number, words: string): Control {
  return { slot, key: slot, kind: "field", words: plain(words), id: null, isOn: null };
}

/** A form of two fields below this number of rows: with many rows the keyboard covers the second field. */
function form(shape: "captioned" | "fields", rows: number): MadeState {
  const items = Array.from({ length: rows }, (_, at) => {
    const slot = 10 + at;
    return { key: slot, texts: [plain(`Row ${slot}`)], controls: [], whole: null };
  });
  const blocks: readonly Block[] = [
    { kind: "items", heading: null, form: "plain", items },
    { kind: "controls", heading: null, form: shape, controls: [field(2, "Street"), field(CITY, "City")] },
  ];
  return {
    ...{
      style: "views",
      language: "en",
      hasIds: false,
      title: plain("Account"),
      titleIn: "toolbar",
      actions: [],
      blocks,
    },
    ...{ long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog: null, done: 0 },
  };
}

function renamed(state: MadeState): MadeState {
  return withControls(state, (one) => (one.slot === CITY ? { ...one, key: 99, words: plain("Card number") } : one));
}

function cityFirst(state: MadeState): MadeState {
  const blocks = state.blocks.map((block) =>
    block.kind === "controls" ? { ...block, controls: block.controls.toReversed() } : block,
  );
  return { ...state, blocks };
}

/** Types "Paris" into the field "City"; `changeScreen` may change the app meanwhile. */
async function typeIntoCity(
  place: MadePlace,
  state: MadeState,
  {
    begun = () => {},
    changeScreen = () => {},
    ...more
  }: {
    readonly begun?: () => void;
    readonly changeScreen?: () => void;
    readonly submit?: boolean;
    readonly clear?: boolean;
  } = {},
): Promise<string> {
  place.app.begin(state);
  begun();
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const seen = await place.during(caller.call("observe"));
  const lines = shownLines(seen.text).filter(({ role }) => role === "field");
  const city = lines.find(({ labels }) => labels.includes("City") || labels.includes("old 7"));
  assert.ok(city, seen.text);
  changeScreen();
  const { text } = await place.during(caller.call("type_text", { target: city.ref, text: "Paris", ...more }));
  return text;
}

test("type_text is refused with REF_CHANGED where the hint of the field changed after the observation", async () => {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
  const state = form("fields", 0);
  const text = await typeIntoCity(place, state, { changeScreen: () => place.app.change(renamed(state)) });
  assert.match(text, /^REF_CHANGED: e\d+ was field "City" and is now field "Card number"; nothing was touched/);
  assert.deepEqual(place.app.entries, []);
});

for (const [after, step] of Object.entries({
  "types without a target": { tool: "type_text", text: "Paris" },
  "presses a key that deletes": { tool: "press_key", key: "del" },
})) {
  test(`a batch that taps a field and ${after} is refused where the field got another name at the touch`, async () => {
    await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
    const state = form("fields", 0);
    place.app.begin(state);
    await place.pass(400);
    const caller = await place.newCaller("stdio");
    const seen = await place.during(caller.call("observe"));
    const city = shownLines(seen.text).find(({ role, labels }) => role === "field" && labels.includes("City"));
    place.hostile.onMoment = (moment) => {
      if (moment === "touch") place.app.change(renamed(state));
    };
    const { text } = await place.during(caller.call("batch", { steps: [{ tool: "tap", target: city?.ref }, step] }));
    assert.match(text, /^(?:FOCUS_LOST|REF_CHANGED): step 2 of 2 .*; nothing was (?:typed|pressed|touched)/);
    assert.deepEqual(place.app.entries, []);
  });
}

test("type_text types nothing where the hint of the field changes as soon as the field has the focus", async () => {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
  const state = form("fields", 0);
  const changeScreen = () => {
    place.hostile.onMoment = (moment) => {
      if (moment === "touch") place.app.change(renamed(state));
    };
  };
  const text = await typeIntoCity(place, state, { changeScreen });
  assert.match(text, /^NO_TEXT_FIELD: .* but the focus is in e\d+ field "Card number" focused now; nothing was typed/);
  assert.deepEqual(place.app.entries, []);
});

test("type_text is refused where the field moved away before the touch, and the refusal says what to do next", async () => {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
  const changeScreen = () => {
    place.hostile.beforeTouch = async (pass) => {
      place.app.change({ ...place.app.state, banner: plain("All your changes are saved.") });
      await pass(70);
    };
  };
  const text = await typeIntoCity(place, cityFirst(form("captioned", 0)), { changeScreen });
  assert.match(
    text,
    /^FOCUS_LOST: (e\d+) field .* moved before the touch, which may have hit something else; nothing was typed, and the field is \1 now \(it may have happened\)\nNext: Observe/,
  );
  assert.deepEqual(place.app.entries, []);
});

for (const apiLevel of [28, 33]) {
  test(`type_text does not report success where the hint changes right before the text is drawn (API ${apiLevel})`, async () => {
    await using place = await startMadePlace({ apiLevel, usesCompanion: false });
    const state = form("fields", 0);
    const changeScreen = () => {
      place.hostile.beforeKeys = async (pass) => {
        place.app.change(renamed(state));
        await pass(70);
      };
    };
    const text = await typeIntoCity(place, state, { changeScreen });
    assert.match(text, /^unknown: .* unknown whether e\d+ field "City" is still the same field/m);
  });

  test(`type_text reports success in a field named only by its hint where nothing was drawn before the text (API ${apiLevel})`, async () => {
    await using place = await startMadePlace({ apiLevel, usesCompanion: false });
    assert.match(await typeIntoCity(place, form("fields", 0)), /^changed: /m);
  });
}

/** Changes the app before the second call of `input`, which deletes what the first one selected. */
function beforeDeletion(place: MadePlace, change: (state: MadeState) => MadeState): () => void {
  let calls = 0;
  return () => {
    place.hostile.beforeKeys = async (pass) => {
      calls += 1;
      if (calls !== 2) return;
      await pass(70);
      place.app.change(change(place.app.state));
      await pass(70);
    };
  };
}

function swapped(state: MadeState): MadeState {
  const words = (slot: number) => plain(slot === CITY ? "Street" : "City");
  return withControls(state, (one) => ({ ...one, key: one.slot + 50, words: words(one.slot) }));
}

test("type_text with clear types nothing where two hints change places while the field is emptied", async () => {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
  const changeScreen = beforeDeletion(place, swapped);
  const text = await typeIntoCity(place, form("fields", 0), { changeScreen, clear: true });
  assert.match(text, /^FOCUS_LOST: the field was emptied; but .*field "Street".* now; nothing was typed/);
  assert.deepEqual(place.app.entries, []);
});

test("type_text with clear doubts a hint that changed while emptying, but not one that appears in the emptied field", async () => {
  await using place = await startMadePlace({ apiLevel: 33, usesCompanion: false });
  const changeScreen = beforeDeletion(place, renamed);
  const other = await typeIntoCity(place, form("fields", 0), { changeScreen, clear: true });
  assert.match(other, /^unknown: .* unknown whether e\d+ field "Card number" is still the same field/m);
  const filled = { begun: () => place.app.fill(CITY, "old 7"), clear: true };
  assert.match(await typeIntoCity(place, form("fields", 0), filled), /^changed: /m);
});

test("type_text does not report success for a field under the keyboard, since its name may have changed there", async () => {
  await using place = await startMadePlace({ apiLevel: 34, usesCompanion: false });
  const state = form("captioned", 5);
  const changeScreen = () => {
    place.hostile.onMoment = (moment) => {
      if (moment === "keys") place.app.change(renamed(state));
    };
  };
  const text = await typeIntoCity(place, state, { changeScreen });
  assert.match(text, /^unknown: e\d+ field "City" is out of sight, so it is unknown whether it got the text/m);
});

test("type_text submits a field under the keyboard, and reports the result as unknown", async () => {
  await using place = await startMadePlace({ apiLevel: 34, usesCompanion: false });
  const text = await typeIntoCity(place, form("captioned", 5), { submit: true });
  assert.match(text, /^typed 5 characters, pressed Enter in e\d+ field$/m);
  assert.match(text, /^unknown: /m);
  assert.deepEqual(
    place.app.submits.map(({ meaning, text: typed }) => [meaning.slot, typed]),
    [[CITY, "Paris"]],
  );
});

test("type_text submits its field although a counter above another field changes", async () => {
  await using place = await startMadePlace({ apiLevel: 28, usesCompanion: false });
  const count = () => place.app.change({ ...place.app.state, status: counter("41 online") });
  const text = await typeIntoCity(place, form("fields", 0), {
    changeScreen: () => place.app.after(1_500, count),
    submit: true,
  });
  assert.match(text, /^typed 5 characters, pressed Enter in e\d+ field/);
  assert.equal(place.app.submits.length, 1);
});

test("type_text by keys types nothing where another field takes the focus after the companion left the text to keys", async () => {
  await using place = await startMadePlace({ apiLevel: 24, usesCompanion: true });
  const { app, hostile } = place;
  const fill = () => app.fill(CITY, "old 7");
  hostile.onMoment = (moment) => {
    if (moment !== "keys") return;
    hostile.onMoment = () => {};
    const street = hostile.phone.hooks.placed().find(({ view }) => app.meaningOf(view)?.slot === 2);
    assert.ok(street);
    app.withoutPress(() => hostile.phone.hooks.tapAt(center(street.visible)));
  };
  const text = await typeIntoCity(place, cityFirst(form("captioned", 4)), { begun: fill });
  assert.match(text, /^FOCUS_LOST: .*; nothing was typed/);
  assert.deepEqual(app.entries, []);
});

/** Touches a field of the app, which shows the keyboard, shortly after the companion gave the focus to "City". */
function touchSoon({ app, hostile }: MadePlace, slot: number): void {
  app.after(100, () => {
    const field = hostile.phone.hooks.placed().find(({ view }) => app.meaningOf(view)?.slot === slot);
    assert.ok(field);
    app.withoutPress(() => hostile.phone.hooks.tapAt(center(field.visible)));
  });
}

for (const { touched, says, where } of [
  {
    touched: 2,
    says: /^unknown: e\d+ field "City" is out of sight, so it is unknown whether it got the text/m,
    where: 2,
  },
  { touched: CITY, says: /^changed: keyboard shown/m, where: CITY },
]) {
  const what = touched === CITY ? "stays" : "goes on";
  test(`type_text under the keyboard reports success only where no other field had the focus: the focus ${what}`, async () => {
    await using place = await startMadePlace({ apiLevel: 33, usesCompanion: true });
    const changeScreen = () => touchSoon(place, touched);
    assert.match(await typeIntoCity(place, cityFirst(form("captioned", 6)), { changeScreen }), says);
    assert.deepEqual(
      place.app.entries.map(({ meaning }) => meaning.slot),
      [where],
    );
  });
}
