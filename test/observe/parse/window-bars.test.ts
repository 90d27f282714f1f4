import assert from "node:assert/strict";
import { test } from "node:test";
import { parseWindow } from "../../../src/observe/parse/window/window-facts.js";

const PROVIDER = (kind: string, size: string) =>
  `InsetsFrameProvider: {id=#1f0001, index=0, type=${kind}, source=FRAME, flags=[], insetsSize=Insets{${size}}, insetsSizeOverrides=[TypedInsetsSize: {windowType=INPUT_METHOD, insetsSize=Insets{left=0, top=0, right=0, bottom=999}}]}`;

interface Bar {
  readonly title?: string;
  readonly type?: string;
  readonly frame?: string;
  /** Lines of mAttrs after the first one. */
  readonly attributes?: readonly string[];
  readonly visible?: boolean;
  readonly appBounds?: string;
}

/** A window list of an upright phone of 1080x2400 pixels with one bar, as Android 12 and later print it. */
function windows(bar: Bar, rotation = 0): string {
  const { title = "NavigationBar0", type = "NAVIGATION_BAR", frame = "[0,2274][1080,2400]", visible = true } = bar;
  const bounds = `mBounds=Rect(0, 0 - 1080, 2400) mAppBounds=Rect(${bar.appBounds ?? "0, 0 - 1080, 2337"})`;
  return [
    "WINDOW MANAGER WINDOWS (dumpsys window windows)",
    `  Window #0 Window{1f u0 ${title}}:`,
    "    mDisplayId=0 rootTaskId=1 mSession=Session{c 7:u0a1} mClient=x",
    "    mOwnerUid=10157 showForAllUsers=true package=com.android.systemui appop=NONE",
    `    mAttrs={(0,0)(fillx126) gr=BOTTOM CENTER_VERTICAL sim={adjust=pan} ty=${type} fmt=TRANSLUCENT`,
    "      fl=NOT_FOCUSABLE",
    ...(bar.attributes ?? []),
    "    Requested w=1080 h=126 mLayoutSeq=107",
    "    mViewVisibility=0x0 mHaveFrame=true mObscured=false",
    `    mFullConfiguration={1.0 420dpi winConfig={ ${bounds} mMaxBounds=Rect(0, 0 - 1080, 2400) mWindowingMode=fullscreen mRotation=ROTATION_${rotation * 90}} as.2}`,
    `    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=${frame} last=${frame} insetsChanged=false`,
    `    isVisible=${visible}`,
    `  mRotation=${rotation}`,
    "  mSystemBooted=true",
    "",
  ].join("\n");
}

const bottomOf = (bar: Bar, rotation = 0) => parseWindow(windows(bar, rotation))?.systemInsets?.navigationBars;

test("the size of a bar is what its window provides, not its frame", () => {
  const provided = bottomOf({
    attributes: ["      providedInsets:", `        ${PROVIDER("navigationBars", "left=0, top=0, right=0, bottom=42")}`],
  });
  assert.deepEqual(provided, {
    ...{ visible: true, left: 0, top: 0, right: 0, bottom: 42 },
    frame: { left: 0, top: 2358, right: 1080, bottom: 2400 },
  });
  const thirteen = bottomOf({
    attributes: [
      " providedInsets=InsetsFrameProvider: {type=ITYPE_NAVIGATION_BAR, source=SOURCE_FRAME, insetsSize=Insets{left=0, top=0, right=0, bottom=63}} InsetsFrameProvider: {type=ITYPE_BOTTOM_TAPPABLE_ELEMENT, source=SOURCE_FRAME, insetsSize=Insets{left=0, top=0, right=0, bottom=0}}}",
    ],
  });
  assert.equal(thirteen?.bottom, 63);
});

test("where a window has insets for each rotation, those of the current one are used", () => {
  const rotated = (bottom: number) => `${PROVIDER("navigationBars", `left=0, top=0, right=0, bottom=${bottom}`)}`;
  const lines = (own: string, each: readonly string[]) => [own, ...each];
  const fourteen = lines(`      providedInsets:\n        ${rotated(63)}`, [
    "      paramsForRotation:",
    ...[74, 75, 76, 77].map(
      (bottom, turn) =>
        `        ROTATION_${turn * 90}={(0,0)(fillx126) gr=BOTTOM ty=NAVIGATION_BAR fmt=TRANSLUCENT\n          providedInsets:\n            ${rotated(bottom)}}`,
    ),
  ]);
  const thirteen = lines(` providedInsets=${rotated(63)}`, [
    ...[74, 75, 76, 77].map(
      (bottom, turn) =>
        `${turn === 0 ? "      paramsForRotation=" : ` providedInsets=${rotated(73 + turn)}} `}{(0,0)(fillx126) gr=BOTTOM ty=NAVIGATION_BAR${turn === 3 ? `\n providedInsets=${rotated(bottom)}}` : ""}`,
    ),
  ]);
  for (const attributes of [fourteen, thirteen]) {
    const seen = [0, 1, 2, 3].map((rotation) => bottomOf({ attributes }, rotation)?.bottom);
    assert.deepEqual(seen, [74, 75, 76, 77], attributes.join("\n"));
  }
});

test("on Android 12L the part of its frame that a window leaves to apps is not part of the bar", () => {
  const list = `null Insets{left=0, top=60, right=0, bottom=0} ${"null ".repeat(22)}`.trimEnd();
  assert.equal(bottomOf({ attributes: [` providedInternalInsets=${list}`] })?.bottom, 66);
});

test("a window of another type may provide the bar, and a hidden one still reports its thickness", () => {
  const attributes = [`        ${PROVIDER("navigationBars", "left=0, top=0, right=0, bottom=33")}`];
  const panel = { type: "NAVIGATION_BAR_PANEL", title: "GestureBar", frame: "[0,2367][1080,2400]", attributes };
  assert.equal(bottomOf(panel)?.bottom, 33);
  const hidden = bottomOf({ attributes, visible: false });
  assert.deepEqual([hidden?.visible, hidden?.bottom, hidden?.frame], [false, 33, null]);
});

test("a bar that provides no insets has size 0", () => {
  const nothing = [`        ${PROVIDER("navigationBars", "left=0, top=0, right=0, bottom=0")}`];
  assert.deepEqual(bottomOf({ attributes: nothing }), {
    ...{ visible: false, left: 0, top: 0, right: 0, bottom: 0, frame: null },
  });
});

test("up to Android 12 the bar is what the app bounds leave out, not the higher gesture window", () => {
  assert.equal(bottomOf({ appBounds: "0, 0 - 1080, 2358" })?.bottom, 42);
  assert.equal(bottomOf({ appBounds: "0, 0 - 1080, 2274" })?.bottom, 126);
  // A cutout at the same edge is larger than the bar; bounds that leave nothing out do not report bars.
  assert.equal(bottomOf({ appBounds: "0, 0 - 1080, 2200" })?.bottom, 126);
  assert.equal(bottomOf({ appBounds: "0, 0 - 1080, 2400" })?.bottom, 126);
});

test("overrides for windows of other types do not apply to apps", () => {
  const attributes = [`        ${PROVIDER("statusBars", "left=0, top=54, right=0, bottom=0")}`];
  const text = windows({ type: "STATUS_BAR", title: "StatusBar", frame: "[0,0][1080,74]", attributes });
  assert.equal(parseWindow(text)?.systemInsets?.statusBars?.top, 54);
});

test("up to Android 8 the display's lines give the navigation bar as the space at the bottom that apps do not get", () => {
  const bars = (lines: readonly string[], apiLevel: number | null = null) =>
    parseWindow(
      ["WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)", "  Display: mDisplayId=0", ...lines, ""].join("\n"),
      null,
      apiLevel,
    )?.systemInsets ?? null;
  const init = (app: string) => `    init=1080x1920 420dpi cur=1080x1920 app=${app} rng=1080x1017-1810x1731`;
  const seven = "    deferred=false layoutNeeded=false";
  const later = "    deferred=false mLayoutNeeded=false";
  const reported = bars([init("1080x1794"), seven]);
  assert.deepEqual(reported?.navigationBars, {
    ...{ visible: null, left: 0, top: 0, right: 0, bottom: 126 },
    frame: { left: 0, top: 1794, right: 1080, bottom: 1920 },
  });
  assert.equal(reported?.statusBars, null);
  assert.equal(bars([init("1080x1794"), later], 27)?.navigationBars?.bottom, 126);
  // Later releases leave cutouts and status bars out, too.
  assert.equal(bars([init("1080x1794"), later]), null);
  assert.equal(bars([init("1080x1794"), later], 30), null);
  // No bar, or one along a side: it is not reported which.
  assert.equal(bars([init("1080x1920"), seven]), null);
  assert.equal(bars([init("954x1920"), seven]), null);
});
