import assert from "node:assert/strict";
import { test } from "node:test";
import { startMadePlace } from "../support/made-apps/made-place.js";
import type { Control, Dialog, MadeState } from "../support/made-apps/made-state.js";
import { counter, plain } from "../support/made-apps/made-words.js";

/** The time that `input` takes to start. */
const GAP_MS = 40;
/** A caret blinks every 500 ms, and a frame at that moment counts as a blink; this moment is between two blinks. */
const BESIDE_BLINK_MS = 170;
const CITY: Control = { slot: 1, key: 1, kind: "field", words: plain("City"), id: "city", isOn: null };
const LEAVE: Dialog = {
  title: plain("Leave the group?"),
  message: plain("You cannot come back."),
  controls: [{ slot: 9, key: 9, kind: "button", words: plain("OK"), id: "ok", isOn: null }],
};

function form(dialog: Dialog | null): MadeState {
  return {
    ...{ style: "views", language: "en", hasIds: true, title: plain("Travel"), titleIn: "toolbar", actions: [] },
    blocks: [{ kind: "controls", heading: null, form: "captioned", controls: [CITY] }],
    ...{ long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog, done: 0 },
  };
}

interface Case {
  readonly usesCompanion: boolean;
  readonly apiLevel: number;
  readonly tool: "type_text" | "press_key";
  readonly comes: boolean;
}

/** Presses Enter in the field "City". With `comes`, a dialog opens while `input` starts, and closes after the key. */
async function enter({ usesCompanion, apiLevel, tool, comes }: Case): Promise<string> {
  await using place = await startMadePlace({ apiLevel, usesCompanion });
  const { app, hostile } = place;
  app.begin(form(null));
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  const seen = await place.during(caller.call("tap", { target: 'field "City"' }));
  assert.match(seen.text, /"City" focused/);
  await place.pass(BESIDE_BLINK_MS);
  let others = tool === "type_text" && !usesCompanion ? 1 : 0;
  hostile.beforeKeys = async (sleep) => {
    if (others-- > 0 || !comes) return;
    app.change(form(LEAVE));
    app.after(GAP_MS + 60, () => app.change(form(null)));
    await sleep(GAP_MS);
  };
  const args = tool === "type_text" ? { target: 'field "City"', text: "Paris", submit: true } : { key: "enter" };
  return (await place.during(caller.call(tool, args))).text;
}

for (const [usesCompanion, apiLevel, tool] of [
  [false, 29, "press_key"],
  [false, 34, "type_text"],
  [true, 34, "type_text"],
  [true, 34, "press_key"],
] as const) {
  const by = `${tool} by ${usesCompanion ? "the companion" : "adb alone"}, API ${apiLevel}`;
  test(`an Enter is reported as unknown where a dialog opened while \`input\` started and may have received it (${by})`, async () => {
    const said = await enter({ usesCompanion, apiLevel, tool, comes: true });
    assert.match(said, /^unknown: something was drawn right before the Enter, and may have received it/m);
  });
}

test("an Enter is reported as done where nothing was drawn right before it", async () => {
  const said = await enter({ usesCompanion: false, apiLevel: 34, tool: "type_text", comes: false });
  assert.match(said, /^changed: /m);
});

for (const key of ["enter", "delete", "KEYCODE_X"]) {
  test(`a key is not reported as done where the dialog of its field closed and opened again right before it (${key})`, async () => {
    const dialog: Dialog = { ...LEAVE, controls: [{ ...CITY, words: plain("Reason") }, ...LEAVE.controls] };
    await using place = await startMadePlace({ apiLevel: 34, usesCompanion: true });
    const { app, hostile } = place;
    app.begin(form(dialog));
    await place.pass(400);
    const caller = await place.newCaller("stdio");
    const seen = await place.during(caller.call("tap", { target: 'field "Reason"' }));
    assert.match(seen.text, /"Reason" focused/);
    hostile.beforeKeys = async (sleep) => {
      app.reopenDialog(form(dialog));
      await sleep(GAP_MS);
    };
    const said = (await place.during(caller.call("press_key", { key }))).text;
    assert.match(
      said,
      /^unknown: another window has e\d+ field "Reason" too, and may have appeared before the (?:Enter|key),/m,
    );
  });
}
