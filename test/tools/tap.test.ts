import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf, refIn } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

test("tap checks a checkbox, says where it tapped, and shows the one line that changed", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { received } = recordInput(driven.phone);
  const ref = refIn(await driven.did("observe"), /checkbox "I agree to the terms"$/);
  const text = await driven.did("tap", { target: 'checkbox "I agree to the terms"' });
  const [down] = received;
  assert.match(down?.on ?? "", /FormActivity: .*id\/terms/);
  assert.equal(
    text.split("\n")[0],
    `tapped ${ref} checkbox "I agree to the terms" at ${down?.point?.x},${down?.point?.y}`,
  );
  const [changed, line = "", unchanged] = text.split("\n").slice(1).toSpliced(1, 1);
  assert.deepEqual([changed, unchanged], ["changed: 1 changed", "21 unchanged"]);
  // It does the opposite now: another ref, until which the caller may use the one that it had.
  assert.match(line, new RegExp(`^~ e\\d+ checkbox "I agree to the terms" checked was ${ref}$`));
  assert.equal(received.filter(({ kind }) => kind === "down").length, 1);
});

test("tap with count 2 is received as a double tap, and with hold_ms as a long press", async () => {
  await using driven = await drive({ app: "com.fovea.gestures", speed: 2 });
  await driven.did("observe");
  const twice = await driven.did("tap", { target: "id/double_pad", count: 2 });
  assert.match(twice, /^tapped 2 times e\d+ button "Double: 0" at \d+,\d+\n/);
  assert.match(twice, /^~ e\d+ button "Double: 1" was e\d+ "Double: 0"$/m);
  const held = await driven.did("tap", { target: "id/long_pad", hold_ms: 800 });
  assert.match(held, /^held for 800 ms e\d+ button "Long: 0" at \d+,\d+\n/);
  assert.match(held, /^~ e\d+ button "Long: 1" was e\d+ "Long: 0"$/m);
});

test("tap refuses invalid arguments before anything is touched", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { received } = recordInput(driven.phone);
  await driven.refused("SELECTOR_SYNTAX", "tap", { target: 'button "open' });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "" });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "id/terms", count: 4 });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "id/terms", count: 2, hold_ms: 500 });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "540,1200" });
  await driven.refused("INVALID_ARGUMENT", "tap", { target: "id/terms", twice: true });
  await driven.refused("ELEMENT_NOT_FOUND", "tap", { target: 'button "Buy"' });
  const unclear = await driven.refused("AMBIGUOUS_TARGET", "tap", { target: "radio" });
  assert.match(unclear, /3 elements match radio: e\d+ radio "Free" checked.*; e\d+ radio "Plus".*; e\d+ radio "Team"/);
  assert.deepEqual(received, []);
  assert.deepEqual(await hintsOf(driven, "tap"), [false, true, false, true]);
});

test("a target in percent of the screen is reported in device pixels, with the element there", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const text = await driven.did("tap", { target: "50%,50%" });
  assert.deepEqual(received[0]?.point, { x: 270, y: 600 });
  assert.match(text, /^tapped the point 270,600.* at 270,600\n/);
});
