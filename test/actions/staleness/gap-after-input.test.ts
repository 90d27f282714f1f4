import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeProgram } from "../../support/before-program.js";
import { type Driven, drive, refIn } from "../../support/drive.js";
import { recordInput } from "../../support/recorder.js";
import { scrollBy } from "../../support/scroll-by.js";
import { untilStable } from "../../support/until-stable.js";

const INPUT = /^cmd input (?:tap|swipe|draganddrop)/;

interface Late {
  readonly what: string;
  readonly app: string;
  readonly line: RegExp;
  readonly happen: (driven: Driven) => void;
  /** Whether a late touch on a slow host may close it again: then the touched element is unknown. */
  readonly mayBeClosed?: boolean;
}

/** Changes after `input` has started, after every check. */
const LATE: readonly Late[] = [
  {
    what: "a list that scrolls",
    app: "com.fovea.world",
    line: /"Ελληνικά"/,
    happen: ({ phone }) => scrollBy(phone, 200),
  },
  {
    what: "a dialog that pops up",
    app: "com.fovea.dialogs",
    line: /"Crash/,
    happen: ({ phone }) => phone.hooks.tap("Alert"),
    mayBeClosed: true,
  },
  {
    what: "a dialog of the system that pops up",
    app: "com.fovea.dialogs",
    line: /"Crash/,
    happen: ({ phone }) => phone.hooks.tap("Camera permission"),
  },
  {
    what: "another app that opens",
    app: "com.fovea.form",
    line: /checkbox "I agree/,
    happen: ({ phone }) => phone.hooks.open("com.fovea.notes"),
  },
  {
    what: "a keyboard that opens",
    app: "com.fovea.form",
    line: /checkbox "I agree/,
    happen: ({ phone }) => phone.hooks.tap("A few words (optional)"),
  },
  {
    what: "a screen that turns",
    app: "com.fovea.form",
    line: /checkbox "I agree/,
    happen: ({ phone }) => phone.setRotation("lock", 1),
  },
  {
    what: "the shade that opens",
    app: "com.fovea.form",
    line: /checkbox "I agree/,
    happen: ({ phone }) => phone.setShade("notifications"),
  },
];

for (const { what, app, line, happen, mayBeClosed = false } of LATE) {
  test(`a touch is never reported as a success where ${what} came after \`input\` was started`, async () => {
    await using driven = await drive({ app });
    const outline = await driven.did("observe");
    await untilStable(driven.product);
    beforeProgram(driven.product, INPUT, () => happen(driven));
    const { received } = recordInput(driven.phone);
    const text = await driven.did("tap", { target: refIn(outline, line) });
    assert.ok(received.length >= 2, "the touch was sent, once");
    if (mayBeClosed && /^unknown: /m.test(text)) return;
    // A window that the system put in between is reported as such.
    assert.match(text, /^(?:uncertain|unexpected_window)\b/m);
    assert.match(
      text,
      /^! the screen changed .*, which may have hit something else: .*; if it did, undo that first \(press_key back\)$/m,
    );
  });
}

for (const apiLevel of [28, 30, 33, 36]) {
  test(`taps on a screen that stands still are never doubted, whatever their verdict (API ${apiLevel})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel, animationScale: 1 });
    const verdicts: string[] = [];
    for (const target of ["id/terms", "id/terms", "id/terms", "id/name", "id/name"]) {
      const text = await driven.did("tap", { target });
      assert.doesNotMatch(text, /is unknown|is not known/);
      verdicts.push(/^(\w+): /m.exec(text)?.[1] ?? "");
      await untilStable(driven.product);
    }
    assert.ok(verdicts.includes("changed"), verdicts.join());
  });
}

test("a tap on an element that stands still is not doubted on a screen that draws all the time", async () => {
  await using driven = await drive({ app: "com.fovea.endless" });
  driven.phone.hooks.tap("Stop the text");
  await untilStable(driven.product);
  const ref = refIn(await driven.did("observe"), /button "Start the text"/);
  const text = await driven.did("tap", { target: ref, hold_ms: 5 });
  assert.match(text, /^held for 5 ms e\d+ button/);
});

test("a tap in an app without frame data says that frame data is missing, and its verdict is not proven", async () => {
  await using driven = await drive({ app: "com.fovea.game" });
  await driven.did("observe");
  const { lastObservation } = await driven.product.session();
  const canvas = lastObservation?.elements.find(({ role }) => role === "canvas");
  assert.ok(canvas);
  const text = await driven.did("tap", { target: canvas.ref });
  assert.match(text, /^! could not confirm that the target had not moved: the app reports no frames$/m);
  assert.match(text, /^unknown(?:: |$)/m);
});
