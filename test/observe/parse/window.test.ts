import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeText } from "../../../src/observe/parse/text.js";
import { parseWindow } from "../../../src/observe/parse/window/window-facts.js";

const dump = (...lines: readonly string[]) => `${lines.join("\n")}\n`;
const DISPLAYS = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)";

function activeWindow(...lines: readonly string[]) {
  const facts = parseWindow(dump(...lines));
  assert.ok(facts, "not read as a window dump");
  return facts.activeWindow;
}

test("Samsung's display number between user and title is not part of the title", () => {
  const found = activeWindow(
    "  mCurrentFocus=Window{c34b346 u0 d0 com.shop.app/com.shop.app.Main}",
    "  mFocusedApp=AppWindowToken{1f token=Token{2a ActivityRecord{3b u0 com.shop.app/.Main t7}}}",
  );
  assert.equal(found?.component, "com.shop.app/.Main");
  assert.equal(found.title, "com.shop.app/com.shop.app.Main");
  assert.equal(activeWindow("  mCurrentFocus=Window{c34b346 u0 d0 StatusBar}")?.title, "StatusBar");
});

test("the density override is read anywhere between the panel's size and the current one", () => {
  for (const between of ["base=1080x2400 320dpi", "mMinSizeOfResizeableTaskDp=220 base=1080x2400 320dpi"]) {
    const facts = parseWindow(
      dump(
        DISPLAYS,
        "  Display: mDisplayId=0 (organized)",
        `    init=1080x2400 420dpi ${between} cur=2400x1080 app=2320x1080 rng=1x1-2x2`,
      ),
    );
    assert.equal(facts?.density, 320, between);
    assert.deepEqual(facts.screenSize, { width: 2400, height: 1080 });
  }
});

test("the old dump inside the last ANR is not read as the present one, with or without its own headers", () => {
  const old = "  mCurrentFocus=Window{1 u0 com.old.app/com.old.app.Main}";
  const now = "  mCurrentFocus=Window{2 u0 com.new.app/com.new.app.Main}";
  assert.equal(
    activeWindow(
      "Last ANR continued",
      DISPLAYS,
      "  Display: mDisplayId=0",
      old,
      "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
      DISPLAYS,
      "  Display: mDisplayId=0",
      now,
    )?.package,
    "com.new.app",
  );
  assert.equal(activeWindow("Last ANR continued", DISPLAYS, "  Display: mDisplayId=0", old), null);
});

test("a part of the dump without facts is still this format, and an error text is not", () => {
  for (const text of [
    "WINDOW MANAGER SESSIONS (dumpsys window sessions)\n",
    "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n",
  ]) {
    assert.equal(parseWindow(text)?.activeWindow, null, text);
  }
  for (const text of [
    "",
    "error: no devices/emulators found\n",
    "Can't find service: window\n",
    "Permission Denial: can't dump WindowManager\n",
  ]) {
    assert.equal(parseWindow(text), undefined, text);
  }
});

test("only the system's own choosers are choosers, including those in vendors' packages", () => {
  const typeOf = (title: string) => activeWindow(`  mCurrentFocus=Window{1 u0 ${title}}`)?.type;
  for (const chooser of [
    "android/com.android.internal.app.ResolverActivity",
    "android/com.android.internal.app.ChooserActivity",
    "com.android.intentresolver/com.android.intentresolver.ChooserActivityLauncher",
    "com.google.android.intentresolver/com.android.intentresolver.v2.ResolverActivity",
    "com.huawei.android.internal.app/com.huawei.android.internal.app.HwResolverActivity",
    "android/com.android.internal.app.MiuiChooserActivity",
  ]) {
    assert.equal(typeOf(chooser), "intentChooser", chooser);
  }
  for (const screen of [
    "com.shop.app/com.shop.app.ChooserActivity",
    "com.shop.app/com.shop.app.RequestPermissionActivity",
  ]) {
    assert.equal(typeOf(screen), "application", screen);
  }
});

test("permission dialogs are recognised by their class in every vendor's package", () => {
  for (const title of [
    "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity",
    "com.google.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity",
    "com.google.android.packageinstaller/com.android.packageinstaller.permission.ui.GrantPermissionsActivity",
    "com.lbe.security.miui/com.android.packageinstaller.permission.ui.GrantPermissionsActivity",
  ]) {
    assert.equal(activeWindow(`  mCurrentFocus=Window{1 u0 ${title}}`)?.type, "permissionDialog", title);
  }
});

test("window flags are read as names, as a number in mAttrs, and as Samsung's bare number", () => {
  const windowWith = (attributes: string, flags: string) =>
    parseWindow(
      dump(
        "WINDOW MANAGER WINDOWS (dumpsys window windows)",
        "  Window #0 Window{1 u0 com.shop.app/com.shop.app.Main}:",
        `    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION${attributes}`,
        flags,
        "    mViewVisibility=0x0 mHaveFrame=true mObscured=false",
      ),
    )?.windows?.[0];
  for (const [attributes, flags] of [
    ["", "      fl=NOT_FOCUSABLE SECURE}"],
    [" fl=#2008}", ""],
    ["", "      fl=81912108"],
  ] as const) {
    const found = windowWith(attributes, flags);
    assert.deepEqual([found?.focusable, found?.secure], [false, true], `${attributes}${flags}`);
  }
  const clear = windowWith("", "      fl=81910100");
  assert.deepEqual([clear?.focusable, clear?.secure], [true, false]);
  const none = windowWith("}", "");
  assert.deepEqual([none?.focusable, none?.secure], [null, null]);
});

test("up to Android 10 the keyboard is the part of the area that the content, or else the dock, leaves out", () => {
  const imeOf = (...rectangles: readonly string[]) =>
    parseWindow(
      dump(
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        "    mUnrestrictedScreen=(0,0) 1080x1920",
        "    mStable=(0,63)-(1080,1794)",
        ...rectangles.map((text) => `    ${text}`),
      ),
    )?.systemInsets?.ime;
  const shown = { left: 0, top: 1000, right: 1080, bottom: 1920 };
  assert.deepEqual(imeOf("mContent=(0,63)-(1080,1000)", "mDock=(0,63)-(1080,1794)")?.frame, shown);
  assert.deepEqual(imeOf("mContent=(0,63)-(1080,1000)", "mDock=(0,63)-(1080,1000)")?.frame, shown);
  assert.deepEqual(imeOf("mDock=(0,63)-(1080,1000)")?.frame, shown);
  assert.equal(imeOf("mContent=(0,63)-(1080,1794)", "mDock=(0,63)-(1080,1794)")?.visible, false);
  assert.equal(imeOf("mDock=(0,63)-(1080,1920)"), null, "unknown without the content");
});

test("the last line without its newline is read only where nothing of it can be missing", () => {
  const first = "  mFocusedApp=null\n";
  const packageOf = (last: string) => parseWindow(first + last)?.activeWindow?.package;
  assert.equal(packageOf("  mCurrentFocus=Window{1 u0 com.shop.app/com.shop.app.Main}"), "com.shop.app");
  assert.equal(packageOf("  mCurrentFocus=Window{1 u0 com.shop.app/com.shop.app.Main"), undefined);
  assert.equal(parseWindow(`${first}  mAwake=true`)?.power?.interactive, true);
  assert.equal(parseWindow(`${first}  mAwake=tru`)?.power, null);
});

test("the keyboard's window gives the place of its keys where nothing else does", () => {
  const ime = (visibility: string) =>
    parseWindow(
      dump(
        "WINDOW MANAGER WINDOWS (dumpsys window windows)",
        "  Window #0 Window{1 u0 InputMethod}:",
        "    mAttrs={(0,0)(fillxfill) gr=BOTTOM CENTER_VERTICAL ty=INPUT_METHOD fmt=TRANSPARENT",
        "      fl=NOT_FOCUSABLE LAYOUT_IN_SCREEN}",
        `    mViewVisibility=${visibility} mHaveFrame=true mObscured=false`,
        "    mGivenContentInsets=[0,1321][0,0] mGivenVisibleInsets=[0,1321][0,0]",
        "    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false",
        "    mFrame=[0,84][1440,2392] last=[0,84][1440,2392]",
        "    isVisible=true",
      ),
    )?.ime;
  assert.deepEqual(ime("0x0")?.frame, { left: 0, top: 1405, right: 1440, bottom: 2392 });
  assert.deepEqual([ime("0x8")?.visible, ime("0x8")?.frame], [false, null]);
});

test("a class name as a title gives no package, and a package name does", () => {
  const overlay = activeWindow("  mCurrentFocus=Window{1 u0 com.bubble.app}");
  assert.deepEqual([overlay?.type, overlay?.package], ["overlay", "com.bubble.app"]);
  const view = activeWindow("  mCurrentFocus=Window{1 u0 com.sony.dtv.multiview.DialogView}");
  assert.deepEqual([view?.type, view?.package], ["system", null]);
});

test("of several dumps in one text the first one is read", () => {
  const one = (name: string) => [
    "WINDOW MANAGER WINDOWS (dumpsys window windows)",
    `  Window #0 Window{1 u0 com.${name}.app/com.${name}.app.Main}:`,
    "    mViewVisibility=0x0 mHaveFrame=true mObscured=false",
    `  mCurrentFocus=Window{1 u0 com.${name}.app/com.${name}.app.Main}`,
  ];
  const facts = parseWindow(dump(...one("first"), "", ...one("second")));
  assert.equal(facts?.activeWindow?.package, "com.first.app");
  assert.equal(facts.windows?.length, 1);
});

test("a list of insets that the end of the text cuts off is not read as complete", () => {
  const state = [
    DISPLAYS,
    "  Display: mDisplayId=0",
    "    init=1080x2400 420dpi cur=1080x2400 app=1080x2300 rng=1x1-2x2",
    "    InsetsState",
    "        InsetsSource id=1 type=statusBars frame=[0,0][1080,66] visible=true flags= sideHint=TOP boundingRects=null",
  ];
  const imeAfter = (...rest: readonly string[]) => parseWindow(dump(...state, ...rest))?.systemInsets?.ime;
  assert.equal(imeAfter(), null);
  assert.equal(imeAfter("", "* daemon not running"), null);
  assert.equal(imeAfter("    Control map:")?.visible, false);
});

test("spaces at line ends and terminal colours are ignored", () => {
  const text = decodeText(
    Buffer.from(
      "  \u001b[01;31m\u001b[KmCurrentFocus\u001b[m\u001b[K=Window{1 u0 com.shop.app/com.shop.app.Main}  \r\n",
    ),
  );
  assert.equal(parseWindow(text)?.activeWindow?.component, "com.shop.app/.Main");
});

test("the titles of dialogs and starting windows name their app", () => {
  const titled = (title: string) => {
    const found = activeWindow(`  mCurrentFocus=Window{1 u0 ${title}}`);
    return [found?.type, found?.package, found?.activity];
  };
  assert.deepEqual(titled("AtchDlg:com.shop.app/com.shop.app.Main"), ["popup", "com.shop.app", "com.shop.app.Main"]);
  assert.deepEqual(titled("Splash Screen com.shop.app"), ["splash", "com.shop.app", null]);
  assert.deepEqual(titled("Starting com.shop.app"), ["splash", "com.shop.app", null]);
  assert.deepEqual(titled("PopupWindow:1a2b3c"), ["popup", null, null]);
  assert.deepEqual(titled("Application Not Responding: com.shop.app"), ["anrDialog", "android", null]);
});

test("a window that is closing is not part of the last window", () => {
  const facts = parseWindow(
    dump(
      "WINDOW MANAGER WINDOWS (dumpsys window windows)",
      "  Window #0 Window{1 u0 com.shop.app/com.shop.app.Main}:",
      "    mViewVisibility=0x0 mHaveFrame=true mObscured=false",
      "  Windows waiting to destroy their surface:",
      "  Destroying #0 Window{2 u0 Toast}:",
      "    mOwnerUid=10001 mShowToOwnerOnly=true package=com.gone.app appop=NONE",
    ),
  );
  assert.deepEqual([facts?.windows?.length, facts?.windows?.[0]?.package], [1, null]);
});

test("a television without bars has none, and a full-screen keyboard comes from below", () => {
  const insetsOf = (...state: readonly string[]) =>
    parseWindow(
      dump(
        DISPLAYS,
        "  Display: mDisplayId=0 rootTasks=2",
        "    init=1920x1080 320dpi cur=1920x1080 app=1920x1080 rng=1x1-2x2",
        "    InsetsState",
        "      mDisplayFrame=Rect(0, 0 - 1920, 1080)",
        ...state,
      ),
    )?.systemInsets;
  const none = insetsOf("    Control map:");
  assert.deepEqual(none?.edges, { left: 0, top: 0, right: 0, bottom: 0 });
  assert.equal(none?.ime?.visible, false);
  assert.equal(insetsOf()?.statusBars ?? null, null, "the list was not seen to end");
  const ime = insetsOf(
    "        InsetsSource type=ITYPE_IME frame=[0,0][1920,1080] visible=true",
    "    Control map:",
  )?.ime;
  assert.deepEqual([ime?.top, ime?.bottom], [0, 1080]);
});

test("single lines of a dump are read", () => {
  const facts = (line: string) => parseWindow(`${line}\n`);
  assert.equal(facts("    mAwake=truemScreenOnEarly=true mScreenOnFully=true")?.power?.interactive, true);
  assert.equal(facts("        mIsShowing=true")?.keyguard?.showing, true);
  assert.equal(facts("    mShowingLockscreen=true mShowingDream=false")?.keyguard?.showing, true);
  assert.equal(facts("    mStatusBar=Window{1 u0 StatusBar} isStatusBarKeyguard=true")?.keyguard?.showing, true);
  assert.equal(facts("    isKeyguardShowing=false")?.keyguard?.showing, false);
  assert.equal(facts("    init=1080x1920 480dpi cur=1920x1080 app=1794x1080 rng=1x1-2x2")?.density, 480);
});

test("the window of shade and lock screen has a type only where the keyguard reports which of them it is", () => {
  for (const title of ["NotificationShade", "StatusBar"]) {
    const focus = `  mCurrentFocus=Window{1651cd4 u0 ${title}}`;
    const typeOf = (...lines: readonly string[]) => parseWindow(dump(focus, ...lines))?.activeWindow;
    assert.deepEqual([typeOf()?.type, typeOf()?.package], [null, "com.android.systemui"]);
    assert.equal(typeOf("    isKeyguardShowing=true")?.type, "keyguard");
    assert.equal(typeOf("    isKeyguardShowing=false")?.type, "notificationShade");
    assert.equal(typeOf("    isKeyguardShowing=true", "    mKeyguardOccluded=true")?.type, "notificationShade");
  }
});
