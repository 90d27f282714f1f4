import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAccessibilityDump } from "../../src/devices/companion/accessibility-dump.js";
import { parseAccessibility } from "../../src/observe/parse/accessibility.js";
import { parseInput } from "../../src/observe/parse/input.js";
import { decodeText } from "../../src/observe/parse/text.js";
import { parseWindow } from "../../src/observe/parse/window/window-facts.js";

const EVIL = "com.evil.app";
const BANK = "com.bank.app/com.bank.app.Main";
const dump = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

/** `dumpsys window displays` of Android 14 with a window in front that an app called so. */
function displays(title: string, app = `${EVIL}/.Main`): string {
  return dump(
    "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
    "  Display: mDisplayId=0 (organized)",
    "    init=1080x2400 420dpi mMinSizeOfResizeableTaskDp=220 cur=1080x2400 app=1080x2337 rng=1080x1017-2337x2337",
    `  mCurrentFocus=Window{a1b2c3 u0 ${title}}`,
    `  mFocusedApp=ActivityRecord{77aa u0 ${app} t12}`,
    "  DisplayPolicy",
    "    mAwake=true mScreenOnEarly=true mScreenOnFully=true",
    `    mFocusedWindow=Window{a1b2c3 u0 ${title}}`,
    "    isKeyguardShowing=false",
    "  DisplayFrames w=1080 h=2400 r=0",
    "  InsetsState",
    "    mDisplayFrame=Rect(0, 0 - 1080, 2400)",
    "      InsetsSource id=5a10000 type=statusBars frame=[0,0][1080,63] visible=true flags=[] sideHint=TOP",
    "  Control map:",
  );
}

const POLICY = dump(
  "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
  "    KeyguardServiceDelegate",
  "      showing=false",
  "      secure=true",
);

/** One window of `dumpsys window windows`, whose title is printed twice. */
function entry(number: number, hash: string, title: string, owner: string): readonly string[] {
  return [
    `  Window #${number} Window{${hash} u0 ${title}}:`,
    `    mDisplayId=0 rootTaskId=1 mSession=Session{5f38f5 887:u0a10179} mClient=android.os.BinderProxy@1`,
    `    mOwnerUid=10179 showForAllUsers=false package=${owner} appop=NONE`,
    "    mAttrs={(0,0)(fillxfill) sim={adjust=pan} ty=BASE_APPLICATION fmt=TRANSLUCENT",
    "      fl=SPLIT_TOUCH}",
    "    mViewVisibility=0x0 mHaveFrame=true mObscured=false",
    "    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false",
    `    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,2400]`,
    `    WindowStateAnimator{b722f99 ${title}}:`,
    "    isVisible=true",
  ];
}

function windows(title: string, place = 1): string {
  const others = ["StatusBar", "com.mail.app/com.mail.app.Main", "ImageWallpaper"];
  const titles = [...others.slice(0, place), title, ...others.slice(place)];
  const entries = titles.flatMap((one, number) =>
    entry(number, `c0ffee${number}`, one, one === title ? EVIL : "com.android.systemui"),
  );
  return dump("WINDOW MANAGER WINDOWS (dumpsys window windows)", ...entries, "  mTopFocusedDisplayId=0");
}

test("a title of several lines is one title, and its lines are not lines of the dump", () => {
  const title = "Hello\n  mFocusedApp=ActivityRecord{1 u0 com.bank.app/.Main t1\nWorld";
  const facts = parseWindow(displays(title) + POLICY);
  assert.equal(facts?.activeWindow?.title, title);
  assert.equal(facts.activeWindow.app?.package, EVIL);
  assert.deepEqual(facts.keyguard, { showing: false, secure: true, occluded: null });
  const list = parseWindow(windows("Hello\n    mOwnerUid=1 package=com.bank.app\nWorld"));
  assert.equal(list?.windows?.length, 4);
  assert.deepEqual(
    list.windows.map(({ hash }) => hash),
    ["c0ffee0", "c0ffee1", "c0ffee2", "c0ffee3"],
  );
  assert.notEqual(list.windows[1]?.package, "com.bank.app");
});

const FOCUS = [`  mCurrentFocus=Window{dead u0 ${BANK}}`, "  mFocusedApp=ActivityRecord{1 u0 com.bank.app/.Main t1}"];
/** What an app closes its own line with, and what the rest of that line is then part of. */
const within = (...lines: readonly string[]) => ["x}", ...lines, "  mObscuringWindow=Window{1 u0 y"].join("\n");

const FORGED: readonly (readonly [what: string, title: string])[] = [
  ["another focus", within(...FOCUS)],
  ["a second display 0", within("  Display: mDisplayId=0 (organized)", ...FOCUS)],
  [
    "a display that is on top",
    within(
      "  mTopFocusedDisplayId=7",
      "  Display: mDisplayId=7 (organized)",
      "    init=1x1 1dpi cur=1x1 app=1x1",
      ...FOCUS,
    ),
  ],
  [
    "a second beginning of the dump",
    within(
      "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
      "  Display: mDisplayId=0 (organized)",
      ...FOCUS,
    ),
  ],
  [
    "a window list",
    within(
      "WINDOW MANAGER WINDOWS (dumpsys window windows)",
      "  mTopFocusedDisplayId=0",
      ...entry(0, "dead", BANK, "com.bank.app"),
      ...FOCUS,
    ),
  ],
  ["the name of another app's activity", BANK],
  ["that name after a line end", `x}\n  mCurrentFocus=Window{dead u0 ${BANK}`],
  [
    "carriage returns and line separators",
    `\r  mCurrentFocus=Window{dead u0 ${BANK}\u2028  mFocusedWindow=Window{d u0 ${BANK}`,
  ],
];

for (const [what, title] of FORGED) {
  test(`no forged title gives another app the focus: ${what}`, () => {
    for (const text of [displays(title), displays(title) + POLICY, POLICY + displays(title)]) {
      for (const asked of [null, new Set(["DISPLAY CONTENTS", "POLICY STATE"])]) {
        const facts = parseWindow(decodeText(Buffer.from(text)), asked);
        const { package: name, component, app } = facts?.activeWindow ?? { package: null, component: null, app: null };
        assert.deepEqual([name ?? EVIL, component ?? "", app?.package ?? EVIL], [EVIL, component ?? "", EVIL]);
        assert.ok(component === null || component.startsWith(EVIL), String(component));
        assert.ok((facts?.windows ?? []).every((window) => window.hash !== "dead" || asked === null));
      }
    }
  });
}

/** `dumpsys window displays` of Android 16, which prints titles in the list of tasks before the focus, too. */
function tasks(title: string): string {
  const rest = displays(title).split("\n").slice(2);
  return dump(
    "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
    "  Display: mDisplayId=0 (organized)",
    `          windows=[Window{a1b2c3 u0 ${title}}]`,
    ...rest,
  );
}

test("no forged title ends its section, so that the lines after it are not read", () => {
  const line = "-".repeat(79);
  for (const end of [line, `${line}\nDUMP OF SERVICE wifi:`]) {
    const title = `x}\n${FOCUS[0]}\n${end}`;
    for (const asked of [null, new Set(["DISPLAY CONTENTS", "POLICY STATE"])]) {
      for (const text of [tasks(title) + POLICY, tasks(title)]) {
        const facts = parseWindow(text, asked);
        assert.notEqual(facts?.activeWindow?.windowId, "dead");
        assert.notEqual(facts?.activeWindow?.package, "com.bank.app");
        const codes = facts?.errors.map(({ code }) => code) ?? [];
        assert.ok(codes.includes("DUMP_AMBIGUOUS"), JSON.stringify(codes));
      }
    }
  }
  const hidden = parseWindow(windows(`x\n    isVisible=false\n${line}`));
  assert.notEqual(hidden?.windows?.[1]?.visible, false);
});

test("the dump of another service after that of the window manager is not read", () => {
  const next = `${"-".repeat(79)}\nDUMP OF SERVICE wifi:\n    mAwake=false mScreenOnFully=false\n`;
  const { activeWindow, power } = parseWindow(displays("y") + next) ?? {};
  assert.deepEqual([activeWindow?.title, power?.interactive], ["y", true]);
});

test("a title that begins with a line end has the hash of its window", () => {
  const facts = parseWindow(tasks(`\n${FOCUS[0]}\n`));
  assert.notEqual(facts?.activeWindow?.windowId, "dead");
  assert.equal(parseWindow(displays("\nHello"))?.activeWindow?.windowId, "a1b2c3");
});

/** Forged lines at the end of a title, which is printed where nothing closes it. */
const OPEN_END = ["x", ...FOCUS, ""].join("\n");

test("no forged title gives another app the focus on Android 8, where the focus comes after the list", () => {
  const policy = (title: string) => [
    "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
    `    mFocusedWindow=Window{a1b2c3 u0 ${title}}`,
    `    mFocusedApp=Token{1 ActivityRecord{77aa u0 ${EVIL}/.Main t12}}`,
  ];
  const content = (title: string) => [
    "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
    "  Display: mDisplayId=0",
    "    init=1080x2160 480dpi cur=1080x2160 app=1080x2016 rng=1080x984-2016x1944",
    `      Window #5: WindowStateAnimator{cad9a7b ${title}}`,
  ];
  const list = (title: string) => [
    "WINDOW MANAGER WINDOWS (dumpsys window windows)",
    ...entry(0, "a1b2c3", title, EVIL),
    "",
    `  mCurrentFocus=Window{a1b2c3 u0 ${title}}`,
    `  mFocusedApp=AppWindowToken{5a token=Token{1 ActivityRecord{77aa u0 ${EVIL}/.Main t12}}}`,
    "  mSystemBooted=true mDisplayEnabled=true",
  ];
  const plain = `${EVIL}/${EVIL}.Main`;
  for (const parts of [
    [policy, content, list],
    [policy, content],
    [content, list],
  ]) {
    const whole = (title: string) => parseWindow(dump(...parts.flatMap((part) => part(title))));
    for (const title of [OPEN_END, `x\n${FOCUS[0]}\n`]) {
      const { activeWindow, errors = [] } = whole(title) ?? {};
      assert.equal(activeWindow ?? null, null);
      assert.deepEqual(
        errors.map(({ code }) => code),
        ["DUMP_AMBIGUOUS"],
      );
    }
    assert.equal(parts.includes(list) ? whole(plain)?.activeWindow?.package : EVIL, EVIL);
  }
});

test("no forged title of a policy window gives the lock screen the focus", () => {
  const policy = (title: string) =>
    dump(
      "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
      `    mFocusedWindow=Window{a1b2c3 u0 ${title}}`,
      `    mTopFullscreenOpaqueWindowState=Window{a1b2c3 u0 ${title}}`,
    );
  assert.equal(parseWindow(policy("y"))?.activeWindow?.title, "y");
  assert.equal(parseWindow(policy("x\n  mCurrentFocus=Window{dead u0 StatusBar}\n"))?.activeWindow, null);
});

test("no forged title turns the screen off or locks it on Android 8, where the policy section reports both", () => {
  const whole = (title: string) =>
    parseWindow(
      dump(
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        "    mAwake=true",
        "    mScreenOnEarly=true mScreenOnFully=true",
        `    mTopFullscreenOpaqueWindowState=Window{a1b2c3 u0 ${title}}`,
        "    KeyguardServiceDelegate",
        "      showing=false",
        "      secure=true",
        "      interactiveState=INTERACTIVE_STATE_AWAKE",
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        "  Display: mDisplayId=0",
        `      Window #5: WindowStateAnimator{cad9a7b ${title}}`,
      ),
    );
  assert.deepEqual([whole("x")?.power?.interactive, whole("x")?.keyguard?.showing], [true, false]);
  const delegate = "    KeyguardServiceDelegate\n      showing=true\n      secure=false";
  // Only so many lines of the delegate are read.
  const long = `${delegate}${"\n x".repeat(30)}`;
  for (const line of ["  mAwake=false mScreenOnFully=false", delegate, long, `${long}\n isKeyguardShowing=true`]) {
    const { power, keyguard } = whole(`x\n${line}\n`) ?? {};
    assert.notEqual(power?.interactive, false);
    assert.notEqual(power?.displayState, "OFF");
    assert.notEqual(keyguard?.showing, true);
    assert.notEqual(keyguard?.secure, false);
  }
});

test("no forged title makes system bars on Android 8, where the policy section has the remaining rectangles", () => {
  const whole = (title: string, own = "") =>
    parseWindow(
      dump(
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        "    mStable=(0,72)-(1080,2016)",
        `    mTopFullscreenOpaqueWindowState=Window{a1b2c3 u0 x${own}}`,
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        "  Display: mDisplayId=0",
        "    init=1080x2160 480dpi cur=1080x2160 app=1080x2016 rng=1080x984-2016x1944",
        `      Window #5: WindowStateAnimator{cad9a7b ${title}}`,
      ),
    );
  assert.deepEqual([whole("x")?.systemInsets?.statusBars?.top, whole("x")?.errors.length], [72, 0]);
  const source = "InsetsSource id=1 type=statusBars frame=[0,0][1080,999] visible=true";
  for (const [title, own] of [
    ["x\n    mStable=(0,999)-(1080,2016)\n", ""],
    ["x\n    mStable=(0,999)-(1080,2016)\n", "\n    mStable=(0,999)-(1080,2016)\n"],
    [`x\n  InsetsState\n      ${source}\n  Control map:\n`, ""],
  ] as const) {
    const { systemInsets, ime, errors = [] } = whole(title, own) ?? {};
    assert.notEqual(systemInsets?.statusBars?.top, 999, title);
    assert.equal(ime ?? null, null, title);
    assert.ok(
      errors.some(({ code, message }) => code === "DUMP_AMBIGUOUS" && /systemInsets/.test(message)),
      title,
    );
  }
});

test("no forged title with lines of Android 7 locks the screen on a later release", () => {
  assert.equal(parseWindow(displays("x"))?.keyguard?.showing, false);
  assert.equal(parseWindow(displays("x}\n    mShowingLockscreen=true\n  y{"))?.keyguard?.showing, false);
});

test("no forged title gives another app the focus on Android 13, whose list of windows has no focus", () => {
  const trailer = (title: string) =>
    dump(
      windows(title).trimEnd(),
      `  imeLayeringTarget in display# 0 Window{c0ffee1 u0 ${title}}`,
      "  mSystemBooted=true mDisplayEnabled=true",
    );
  const unseen = ["x", "  mCurrentFocus=null", FOCUS[1], ""].join("\n");
  for (const title of [OPEN_END, `x\n${FOCUS[1]}\n`, unseen]) {
    const forged = parseWindow(trailer(title));
    assert.equal(forged?.activeWindow, null);
    assert.ok(forged.errors.some(({ code, message }) => code === "DUMP_AMBIGUOUS" && /the focus/.test(message)));
  }
});

test("a title that says that its window is invisible makes the visibility unknown, not false", () => {
  const visibilityOf = (title: string) => parseWindow(windows(title))?.windows?.map(({ visible }) => visible);
  assert.deepEqual(visibilityOf("x"), [true, true, true, true]);
  for (const line of ["    isVisible=false", "  isReadyForDisplay()=false"])
    assert.deepEqual(visibilityOf(`x\n${line}\ny`), [true, null, true, true]);
});

test("contradictory reports of a fact are an error that names the fact, and the fact is unknown", () => {
  const facts = parseWindow(displays(within(...FOCUS)) + POLICY);
  assert.equal(facts?.activeWindow, null);
  assert.deepEqual(
    facts.errors.map(({ code, message }) => [code, message.split(";")[0]]),
    [["DUMP_AMBIGUOUS", "the dump gives the focus in several ways"]],
  );
  assert.deepEqual(facts.screenSize, { width: 1080, height: 2400 });
});

test("a window titled like another app's activity belongs to no package", () => {
  const facts = parseWindow(displays(BANK));
  assert.equal(facts?.activeWindow?.title, BANK);
  assert.equal(facts.activeWindow.package, null);
  assert.equal(facts.activeWindow.app?.package, EVIL);
  assert.deepEqual(
    facts.errors.map(({ code }) => code),
    ["FOCUS_UNKNOWN"],
  );
});

test("insets, size, rotation, power and keyguard in a forged title are ignored", () => {
  const title = within(
    "    mAwake=false mScreenOnEarly=true mScreenOnFully=false",
    "    isKeyguardShowing=true",
    "  DisplayFrames w=100 h=100 r=1",
    "  InsetsState",
    "      InsetsSource id=1 type=statusBars frame=[0,0][1080,2000] visible=true",
    "  Control map:",
    "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
    "    KeyguardServiceDelegate",
    "      showing=true",
  );
  const facts = parseWindow(displays(title) + POLICY);
  assert.notDeepEqual(facts?.screenSize, { width: 100, height: 100 });
  assert.notEqual(facts?.rotation, 1);
  assert.notEqual(facts?.power?.interactive, false);
  assert.notEqual(facts?.keyguard?.showing, true);
  assert.notEqual(facts?.systemInsets?.statusBars?.top, 2000);
  assert.ok(facts?.errors.some(({ code, message }) => code === "DUMP_AMBIGUOUS" && message.includes("POLICY STATE")));
  const alone = parseWindow(displays(title));
  assert.notDeepEqual(alone?.screenSize, { width: 100, height: 100 });
  assert.notEqual(alone?.keyguard?.showing, true);
});

for (const place of [0, 1, 3]) {
  test(`no forged title adds a window to the list, from place ${place}`, () => {
    const honest = windows("x", place);
    const real = parseWindow(honest)?.windows?.map(({ hash }) => hash) ?? [];
    assert.equal(real.length, 4);
    for (const number of [0, place, place + 1, 99]) {
      const forged = ["x}:", ...entry(number, "dead", BANK, "com.bank.app"), "    junk{"].join("\n");
      const facts = parseWindow(windows(forged, place));
      const found = facts?.windows?.map(({ hash }) => hash) ?? [];
      assert.deepEqual(found, real.slice(0, found.length), `#${number}`);
      assert.ok((facts?.windows ?? []).every((window) => window.package !== "com.bank.app"));
      assert.ok(
        facts?.errors.some(({ code, message }) => code === "DUMP_AMBIGUOUS" && /list of windows/.test(message)),
      );
    }
  });
}

test("a forged title gives its window no other owner, type or frame", () => {
  const fields = entry(1, "", "", "com.bank.app").slice(2, 8);
  const evil = parseWindow(
    windows(["x}:", ...fields.map((line) => line.replaceAll("2400]", "20]")), "    junk{"].join("\n")),
  )?.windows?.[1];
  assert.equal(evil?.package, null);
  assert.equal(evil.frame, null);
});

test("a forged label of a service adds no service, list or user", () => {
  const state = (label: string) =>
    dump(
      "ACCESSIBILITY MANAGER (dumpsys accessibility)",
      "User state[",
      "     attributes:{id=0, touchExplorationEnabled=false",
      `           Bound services:{Service[label=${label}, feedbackType[FEEDBACK_GENERIC], capabilities=1]}`,
      "           Enabled services:{{com.good.app/com.good.app.Service}}",
      "           Binding services:{}",
      "           Crashed services:{}]",
    );
  const lists = "x}\n  Enabled services:{{com.bank.app/.S}}\n  Crashed services:{{com.bank.app/.S}}";
  const users = `x]\nUser state[\n attributes:{id=0\n Enabled services:{{com.bank.app/.S}}`;
  for (const label of [lists, users, `${users}\n attributes:{id=10`]) {
    const { enabled = null, crashed = null } = parseAccessibility(state(label))?.accessibility ?? {};
    assert.ok(enabled === null || enabled.join() === "com.good.app/com.good.app.Service", String(enabled));
    assert.deepEqual(crashed ?? [], []);
    for (const user of parseAccessibilityDump(state(label)).users) {
      assert.ok(user.id !== 0 || !user.enabled?.includes("com.bank.app/.S"), label);
    }
  }
});

test("a forged title does not change the focus of the input dispatcher", () => {
  const input = (title: string) =>
    dump(
      "INPUT MANAGER (dumpsys input)",
      "  Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0, logicalFrame=[0, 0, 1080, 2400], isActive=[1]",
      "Input Dispatcher State:",
      "  FocusedDisplayId: 0",
      "  FocusedApplications:",
      `    displayId=0, name='ActivityRecord{1 u0 ${EVIL}/.Main t1}', dispatchingTimeout=5000ms`,
      "  FocusedWindows:",
      `    displayId=0, name='a1b2c3 ${title}'`,
      "  TouchStates: <no displays touched>",
    );
  assert.equal(parseInput(input(`${EVIL}/${EVIL}.Main`))?.activeWindow?.package, EVIL);
  for (const title of [
    `x'\n    displayId=0, name='dead ${BANK}`,
    `x'\n  FocusedWindows:\n    displayId=0, name='dead ${BANK}`,
    `x'\n  FocusedApplications:\n    displayId=0, name='ActivityRecord{1 u0 com.bank.app/.Main t1}'\n  y='`,
  ]) {
    const { activeWindow } = parseInput(input(title)) ?? {};
    assert.notEqual(activeWindow?.package, "com.bank.app");
    assert.notEqual(activeWindow?.app?.package, "com.bank.app");
  }
});
