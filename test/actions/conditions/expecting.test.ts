import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, refIn } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";
import { recordInput } from "../../support/recorder.js";

for (const [name, start] of [
  ["the companion", driveCompanion],
  ["adb alone", drive],
] as const) {
  test(`an action with expect succeeds only where the condition becomes true (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    const met = await driven.did("tap", { target: "id/terms", expect: 'checkbox "I agree to the terms" checked' });
    assert.match(met, /\nchanged: 1 changed\ntrue: checkbox "I agree to the terms" checked\n/);
    const text = await driven.refused("EXPECTATION_FAILED", "tap", { target: 'radio "Plus"', expect: '"Welcome"' });
    assert.match(
      text,
      /^EXPECTATION_FAILED: tapped e\d+ radio "Plus"; but "Welcome" is not true after \d+ ms \(changed: /,
    );
    assert.match(
      text,
      /\nOn the screen:\n.*\n~ e\d+ radio "Free" was e\d+\n~ e\d+ radio "Plus" checked was e\d+\n/,
      "what was done is shown",
    );
    const again = await driven.did("tap", { target: 'radio "Plus"', expect: 'radio "Plus" checked' });
    assert.match(again, /\ntrue: radio "Plus" checked \(as it was before\)\n/);
  });

  test(`an action with expect waits for a change that comes late (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.sluggish", speed: 2 });
    await driven.did("observe");
    const text = await driven.did("tap", { target: "id/ask", expect: '"Here is the late answer"' });
    assert.match(text, /\ntrue: "Here is the late answer" after \d+ ms\n/);
    refIn(text, /^~ .*"Here is the late answer"/);
    assert.match(
      await driven.did("wait_for", { condition: '"Here is the late answer"' }),
      /\(nothing in the outline changed\)|\(nothing changed\)/,
    );
  });

  test(`an action can expect any change at all (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    await driven.did("tap", { target: "id/terms", expect: "changed and not keyboard" });
    const text = await driven.refused("EXPECTATION_FAILED", "tap", { target: '"Full name"', expect: "changed" });
    assert.match(text, /but changed is not true after \d+ ms \(no_effect: /);
  });
}

test("every action takes a condition, and refuses one that cannot be parsed before it acts", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const calls = {
    tap: { target: "id/terms" },
    swipe: { direction: "up" },
    drag: { from: "50%,50%", to: "50%,60%" },
    pinch: { percent: 200 },
    type_text: { text: "x", target: "id/name" },
    press_key: { key: "back" },
    open_app: { package: "com.fovea.form" },
    open_url: { url: "https://example.org/" },
    close_app: { package: "com.fovea.form" },
  };
  const { tools } = await driven.mcp.client.listTools();
  // scroll_to ends with its element on the screen: that is its condition.
  const acting = tools.filter(
    ({ name, annotations, inputSchema }) =>
      name !== "scroll_to" && !annotations?.readOnlyHint && !inputSchema.required?.includes("steps"),
  );
  assert.deepEqual(acting.map(({ name }) => name).sort(), Object.keys(calls).sort());
  for (const [tool, args] of Object.entries(calls)) {
    await driven.refused("SELECTOR_SYNTAX", tool, { ...args, expect: 'button "' });
  }
  assert.deepEqual(received, []);
  assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.form");
});

test("press_key shows whether its condition became true below the result", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const text = await driven.did("press_key", { key: "back", expect: "app com.android.launcher3" });
  assert.match(
    text,
    /^pressed KEYCODE_BACK\nchanged: com\.fovea\.form\/\.FormActivity -> com\.android\.launcher3\/\S+.*\ntrue: app com\.android\.launcher3\n/,
  );
});
