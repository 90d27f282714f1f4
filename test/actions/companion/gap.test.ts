import assert from "node:assert/strict";
import { test } from "node:test";
import { refIn } from "../../support/drive.js";
import { type CompanionDriven, driveCompanion } from "../../support/drive-companion.js";
import { scrollBy } from "../../support/scroll-by.js";

/** Changes at the request of the touch to the companion, after every check of the host. */
const LATE: readonly {
  readonly what: string;
  readonly app: string;
  readonly line: RegExp;
  readonly method: "gesture" | "nodeAction";
  readonly args?: object;
  readonly happen: (driven: CompanionDriven) => void;
  /** Whether another app reports that it was clicked. */
  readonly isReported?: boolean;
}[] = [
  {
    what: "a list that scrolls",
    app: "com.fovea.world",
    line: /"Ελληνικά"/,
    method: "gesture",
    args: { hold_ms: 20 },
    happen: ({ phone }) => scrollBy(phone, 200),
  },
  {
    what: "a dialog that pops up",
    app: "com.fovea.dialogs",
    line: /"Crash/,
    method: "gesture",
    args: { hold_ms: 20 },
    happen: ({ phone }) => phone.hooks.tap("Alert"),
  },
  {
    what: "another app",
    app: "com.fovea.form",
    line: /checkbox "I agree/,
    method: "gesture",
    args: { hold_ms: 20 },
    happen: ({ phone }) => phone.hooks.open("com.fovea.notes"),
  },
  {
    what: "another app that receives the touch",
    app: "com.fovea.form",
    line: /field "Given/,
    method: "gesture",
    isReported: true,
    happen: ({ phone }) => phone.hooks.open("com.fovea.notes"),
  },
  {
    what: "the keyboard",
    app: "com.fovea.form",
    line: /checkbox "I agree/,
    method: "gesture",
    args: { hold_ms: 20 },
    happen: ({ phone }) => phone.hooks.tap("A few words (optional)"),
  },
];

for (const { what, app, line, method, args, happen, isReported = false } of LATE) {
  test(`a ${method} is never reported as a success where ${what} came between the last check and the touch`, async () => {
    await using driven = await driveCompanion({ app });
    const ref = refIn(await driven.did("observe"), line);
    driven.before(method, () => happen(driven));
    if (isReported) {
      // The app itself reports that it was clicked instead, so the result is certain.
      const text = await driven.refused("TOUCH_MISSED", "tap", { target: ref, ...args });
      assert.match(text, new RegExp(`^TOUCH_MISSED: .*${ref} .*, which hit something else: a click on .* of com`));
      assert.match(text, /\nOn the screen:\n/);
    } else {
      const text = await driven.did("tap", { target: ref, ...args });
      assert.match(text, /^uncertain(?:: |$)/m);
      assert.match(text, /^! the screen changed .*; if it did, undo that first/m);
    }
    assert.deepEqual(driven.asked, [method]);
  });
}

test("tap resolves a target in percent again where a rotation puts the old place off the display", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  driven.before("gesture", () => driven.phone.setRotation("lock", 1));
  const text = await driven.did("tap", { target: "50%,90%" });
  assert.match(text, /^tapped the point 600,485/);
  assert.deepEqual(driven.asked, ["gesture", "gesture"]);
});

test("a click is reported as done without doubt where the text of the node identifies the target", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /checkbox "I agree/);
  driven.before("nodeAction", () => driven.phone.hooks.tap("A few words (optional)"));
  assert.match(await driven.did("tap", { target: ref }), new RegExp(`^tapped ${ref} checkbox .* by click\n`));
});

test("tap reports no doubt about a button that stands still on a screen where something else keeps changing", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.endless", isSteady: true });
  const outline = await driven.did("observe");
  const ref = refIn(outline, /button "Stop the text"/);
  for (let times = 0; times < 5; times += 1) {
    const { text, isError } = await driven.mcp.call("tap", { target: ref, hold_ms: 20 });
    assert.ok(!isError, text);
  }
});
