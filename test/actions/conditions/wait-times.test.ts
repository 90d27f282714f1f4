import assert from "node:assert/strict";
import { test } from "node:test";
import { type MadePlace, startMadePlace } from "../../support/made-apps/made-place.js";
import type { MadeState } from "../../support/made-apps/made-state.js";
import { counter, plain } from "../../support/made-apps/made-words.js";

const PAGE: MadeState = {
  ...{ style: "views", language: "en", hasIds: true, title: plain("Loading"), titleIn: "toolbar", actions: [] },
  ...{ blocks: [], long: "nothing", banner: null, status: counter("3 online"), progress: null, dialog: null, done: 0 },
};

const CHANGE_MS = 1_200;
/** The usual interval of a client that polls. */
const POLL_MS = 500;

/** uiautomator gives a tree only after a second without events. */
const QUIET_MS = 1_000;

/** The answer of a call, and how long it took in the phone's time; the page changes after 1.2 s. */
async function waited(place: MadePlace, args: Readonly<Record<string, unknown>>) {
  place.app.begin(PAGE);
  await place.pass(400);
  const caller = await place.newCaller("stdio");
  await place.during(caller.call("observe"));
  const begun = place.now();
  const { hooks } = place.hostile.phone;
  hooks.after(CHANGE_MS, () => place.app.change({ ...place.app.state, title: plain("Confirmation") }));
  const { text } = await place.during(caller.call("wait_for", args));
  return { text, ms: place.now() - begun };
}

for (const usesCompanion of [true, false]) {
  const who = usesCompanion ? "with the companion" : "without one";
  test(`wait_for reports a change within 600 ms plus uiautomator's second, and times out within 500 ms (${who})`, async () => {
    await using place = await startMadePlace({ apiLevel: 33, usesCompanion });
    for (const condition of [undefined, '"Confirmation"', 'not "Loading"']) {
      const { text, ms } = await waited(place, condition === undefined ? {} : { condition, timeout_ms: 10_000 });
      assert.match(text, condition === undefined ? /^the screen changed after / : /^true after /, text);
      const most = CHANGE_MS + 600 + (usesCompanion || condition === undefined ? 0 : QUIET_MS);
      assert.ok(ms >= CHANGE_MS && ms <= most, `${condition}: ${ms} ms`);
    }
    const { text, ms } = await waited(place, { condition: '"Never"', timeout_ms: 3_000 });
    assert.match(text, /^WAIT_TIMEOUT: /);
    assert.ok(Math.abs(ms - 3_000) <= POLL_MS, `${ms} ms`);
  });
}
