import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

/** A screen on which a third of the settings fits. */
const SHORT = { size: { width: 540, height: 620 }, density: 210, app: "com.android.settings" } as const;

test("scroll_to scrolls an element into view, and does not touch the screen where it is already visible", async () => {
  await using driven = await drive(SHORT);
  const args = { target: 'row "About phone"', direction: "down" };
  const bounded = await driven.refused("ELEMENT_NOT_FOUND", "scroll_to", { ...args, most_swipes: 1 });
  assert.match(bounded, /1 swipes, the limit, were made/);
  assert.match(await driven.did("scroll_to", args), /^scrolled once to e\d+ row "About phone"/);
  assert.match(
    await driven.did("scroll_to", args),
    /^e\d+ row "About phone" .*is on the screen already; nothing was touched/,
  );
  const steps = [
    { tool: "scroll_to", target: 'row "About phone"' },
    { tool: "tap", target: 'row "About phone"' },
  ];
  const text = await driven.did("batch", { steps });
  assert.match(text, /^1 e\d+ row "About phone" .*\| no_effect: .*\n2 tapped e\d+ row "About phone"/);
  assert.deepEqual(await hintsOf(driven, "scroll_to"), [false, false, true, true]);
});

test("scroll_to refuses what cannot be searched for before it scrolls", async () => {
  await using driven = await drive(SHORT);
  const { received } = recordInput(driven.phone);
  await driven.refused("SELECTOR_SYNTAX", "scroll_to", { target: 'button "' });
  await driven.refused("SELECTOR_SYNTAX", "scroll_to", { target: "540,1200" });
  await driven.refused("INVALID_ARGUMENT", "scroll_to", { target: '"A"', direction: "sideways" });
  const direction = await driven.refused("INVALID_ARGUMENT", "scroll_to", { target: "down" });
  assert.match(direction, /target: down is a direction.*\nNext: Call swipe with direction up/s);
  await driven.refused("ELEMENT_NOT_FOUND", "scroll_to", { target: '"A"', within: 'list "None"' });
  assert.deepEqual(received, []);
});
