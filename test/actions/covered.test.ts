import assert from "node:assert/strict";
import { test } from "node:test";
import { coverOf, touchPoint } from "../../src/actions/targets/touch-point.js";
import { center, containsPoint, rectOf } from "../../src/base/geometry.js";
import { isTouchTarget } from "../../src/screen/element.js";
import type { UiWindow } from "../../src/screen/hierarchy.js";
import { button, page, screenWith } from "../support/build-screen.js";
import { type Driven, drive, refIn } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { recordInput } from "../support/recorder.js";
import { scrollBy } from "../support/scroll-by.js";
import { untilStable } from "../support/until-stable.js";

/** Windows that cover a form, and how a tap on a covered element is refused. */
const COVERS: readonly {
  readonly what: string;
  readonly app: string;
  readonly target: string;
  readonly cover: (driven: Driven) => void;
  readonly codes: RegExp;
}[] = [
  {
    what: "a dialog",
    app: "com.fovea.dialogs",
    target: '~"Crash"',
    cover: ({ phone }) => phone.hooks.tap("Alert"),
    codes: /^(?:REF_STALE|ELEMENT_NOT_FOUND|TARGET_UNREACHABLE): /,
  },
  {
    what: "a dialog of the system",
    app: "com.fovea.dialogs",
    target: '~"Crash"',
    cover: ({ phone }) => phone.hooks.tap("Camera permission"),
    codes: /^(?:REF_STALE|ELEMENT_NOT_FOUND|TARGET_UNREACHABLE): /,
  },
  {
    what: "the shade",
    app: "com.fovea.form",
    target: "id/terms",
    cover: ({ phone }) => phone.setShade("notifications"),
    codes: /^(?:REF_STALE|ELEMENT_NOT_FOUND|TARGET_UNREACHABLE): /,
  },
  {
    what: "another app",
    app: "com.fovea.form",
    target: "id/terms",
    cover: ({ phone }) => phone.hooks.open("com.fovea.notes"),
    codes: /^(?:REF_STALE|ELEMENT_NOT_FOUND): /,
  },
  {
    what: "the lock screen",
    app: "com.fovea.form",
    target: "id/terms",
    cover: ({ phone }) => phone.hooks.lock(),
    codes: /^DEVICE_LOCKED: /,
  },
];

for (const start of [drive, driveCompanion]) {
  for (const { what, app, target, cover, codes } of COVERS) {
    test(`tap refuses a target that ${what} covers, by ref and by selector, and sends nothing (${start.name})`, async () => {
      await using driven = await start({ app, lock: "swipe" });
      const outline = await driven.did("find", { query: target.startsWith("~") ? "Crash" : "terms" });
      const ref = refIn(outline, /\be\d+ /);
      await driven.did("observe");
      await untilStable(driven.product, () => cover(driven));
      const { received } = recordInput(driven.phone);
      for (const named of [ref, target]) {
        const { text, isError } = await driven.mcp.call("tap", { target: named });
        assert.ok(isError, text);
        assert.match(text, codes);
      }
      assert.deepEqual(received, []);
      if ("asked" in driven) assert.deepEqual(driven.asked, []);
    });
  }

  test(`a toast over the target does not prevent a tap on it (${start.name})`, async () => {
    await using driven = await start({ app: "com.fovea.world" });
    const { phone } = driven;
    await driven.did("observe");
    for (const isByRef of [true, false]) {
      phone.hooks.showToast("Lies over everything for two seconds");
      const toast = phone.state().windows.find(({ kind }) => kind === "toast");
      assert.ok(toast);
      const { lastObservation } = await driven.product.session();
      const rows = lastObservation?.elements.filter(isTouchTarget) ?? [];
      const under = rows.find(({ bounds }) => containsPoint(bounds, center(toast.frame)));
      assert.ok(under, "nothing lies under the toast");
      const target = isByRef ? under.ref : JSON.stringify(under.labels[0]);
      assert.match(await driven.did("tap", { target }), new RegExp(`^tapped ${under.ref} `));
    }
  });

  test(`tap follows an element that moved since it was shown, and the answer says from where to where (${start.name})`, async () => {
    await using driven = await start({ app: "com.fovea.world" });
    const ref = refIn(await driven.did("observe"), /"Ελληνικά"/);
    await untilStable(driven.product, () => scrollBy(driven.phone, 100));
    const moved = await driven.did("tap", { target: ref });
    const [, from, to] =
      new RegExp(`^! ${ref} had moved since it was shown: (\\d+,\\d+) -> (\\d+,\\d+)$`, "m").exec(moved) ?? [];
    assert.ok(from !== undefined && to !== undefined && from !== to, moved);
    assert.doesNotMatch(await driven.did("tap", { target: ref }), /had moved/);
  });
}

const WIDE = rectOf(0, 0, 1_000, 2_000);

/** A button of a window, with other windows over it. */
function screenUnder(...above: readonly Partial<UiWindow>[]) {
  const { elements, viewHierarchy } = screenWith(page(button("Pay")));
  const [own] = viewHierarchy.windows;
  assert.ok(own);
  const windows = [{ ...own, layer: 1 }, ...above.map((one, nth) => ({ ...own, root: null, layer: nth + 2, ...one }))];
  const element = elements.find(({ labels }) => labels.includes("Pay"));
  assert.ok(element);
  const nothing = { systemInsets: null, ime: null, activeWindow: null };
  const screen = { ...nothing, elements, screenSize: { width: 1_000, height: 2_000 } };
  return { element, screen: { ...screen, viewHierarchy: { ...viewHierarchy, windows } } };
}

test("a window over the target blocks it by its touchable region, or by its bounds where the region is unknown", () => {
  const blocked: readonly Partial<UiWindow>[] = [
    { touchable: [WIDE], bounds: WIDE },
    { touchable: null, bounds: WIDE },
    { touchable: [rectOf(0, 100, 1_000, 200)], bounds: WIDE },
  ];
  for (const over of blocked) {
    const { element, screen } = screenUnder(over);
    assert.equal(touchPoint(element, screen), undefined, JSON.stringify(over));
    assert.equal(coverOf(element, screen), "another window lies over it");
  }
  const passing: readonly Partial<UiWindow>[] = [
    { touchable: [], bounds: WIDE },
    { touchable: [rectOf(0, 300, 1_000, 400)], bounds: WIDE },
    { touchable: null, bounds: rectOf(0, 300, 1_000, 400) },
    { touchable: [WIDE], bounds: WIDE, layer: 0 },
  ];
  for (const over of passing) {
    const { element, screen } = screenUnder(over);
    assert.deepEqual(touchPoint(element, screen), { x: 500, y: 150 }, JSON.stringify(over));
  }
  const part = screenUnder({ touchable: [rectOf(400, 0, 1_000, 2_000)], bounds: WIDE });
  assert.deepEqual(touchPoint(part.element, part.screen), { x: 250, y: 150 });
});

test("an element has no touch point under the keyboard, and has one beside it", () => {
  const { element, screen } = screenUnder();
  const ime = (top: number) => ({ visible: true, frame: rectOf(0, top, 1_000, 2_000) });
  const under = (top: number) => ({ ...screen, ime: { ...ime(top), inputMethod: null } });
  assert.equal(touchPoint(element, under(50)), undefined);
  assert.match(coverOf(element, under(50)), /the keyboard or a system bar covers it/);
  assert.deepEqual(touchPoint(element, under(150)), { x: 500, y: 125 });
});
