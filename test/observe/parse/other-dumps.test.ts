import assert from "node:assert/strict";
import { test } from "node:test";
import { parseActivities } from "../../../src/observe/parse/activities.js";
import { parseDisplay } from "../../../src/observe/parse/display.js";
import { parseGfxinfo } from "../../../src/observe/parse/gfxinfo.js";
import { parseInput } from "../../../src/observe/parse/input.js";
import { parseInputMethod } from "../../../src/observe/parse/input-method.js";
import { parsePower } from "../../../src/observe/parse/power.js";
import { parseWindow } from "../../../src/observe/parse/window/window-facts.js";

const dump = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

test("the input dispatcher's state at the last ANR is not read as the present one", () => {
  const state = (focus: readonly string[]) => [
    "  FocusedDisplayId: 0",
    "  FocusedApplications:",
    "    displayId=0, name='ActivityRecord{1 u0 com.shop.app/.Main t7}', dispatchingTimeout=5000ms",
    ...focus,
  ];
  const facts = parseInput(
    dump(
      "Input Dispatcher State:",
      ...state(["  FocusedWindows: <none>"]),
      "Input Dispatcher State at time of last ANR:",
      ...state(["  FocusedWindows:", "    displayId=0, name='2b1c4d com.old.app/com.old.app.Main'"]),
    ),
  );
  assert.equal(facts?.activeWindow?.package, "com.shop.app");
  assert.equal(facts.activeWindow.basis, "focusedApp");
});

test("the system's line for the resumed activity overrides the line of the display printed first", () => {
  const record = (name: string, task: number) => `ActivityRecord{1 u0 ${name} t${task}}`;
  const facts = parseActivities(
    dump(
      "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
      "Display #2 (activities from top to bottom):",
      `  topResumedActivity=${record("com.second.home/.Home", 3)}`,
      "Display #0 (activities from top to bottom):",
      `    mResumedActivity: ${record("com.shop.app/.Main", 7)}`,
      `  topResumedActivity=${record("com.shop.app/.Main", 7)}`,
      `  ResumedActivity: ${record("com.shop.app/.Main", 7)}`,
    ),
  );
  assert.equal(facts?.activeWindow?.component, "com.shop.app/.Main");
  assert.equal(facts.activeWindow.displayId, 0);
});

test("a single line is read with and without its newline", () => {
  const line = "    mShowRequested=true mShowExplicitlyRequested=false mShowForced=false mInputShown=true";
  assert.equal(parseInputMethod(line)?.ime.visible, true);
  assert.equal(parseInputMethod(line.slice(0, -1)), undefined);
  for (const word of ["mWakefulness=Dozing", "  getWakefulnessLocked()=Awake"]) {
    assert.equal(parsePower(word)?.power.wakefulness, word.slice(word.indexOf("=") + 1));
    assert.equal(parsePower(word.slice(0, -1)), undefined);
  }
});

test("a title with an apostrophe is read to its end", () => {
  const facts = parseInput(
    dump(
      "Input Dispatcher State:",
      "  FocusedDisplayId: 0",
      "  FocusedWindows:",
      "    displayId=4, name='1a2b3c StatusBar'",
      "    displayId=0, name='2b1c4d Bob's notes'",
    ),
  );
  assert.equal(facts?.activeWindow?.title, "Bob's notes");
});

test("two gfxinfo dumps of one process in one text give the first one's numbers", () => {
  const one = (frames: number) => [
    "** Graphics info for pid 42 [com.shop.app] **",
    `Total frames rendered: ${frames}`,
    "Janky frames: 3 (5.00%)",
  ];
  assert.equal(parseGfxinfo(dump(...one(60), "", ...one(90)))?.frameStats.totalFrames, 60);
});

test("the default display is read where several internal screens are active, in display and input dumps alike", () => {
  const viewport = (id: number, width: number) =>
    `DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=${id}, uniqueId='local:${id}', physicalPort=${id}, orientation=0, logicalFrame=Rect(0, 0 - ${width}, 2400), physicalFrame=Rect(0, 0 - ${width}, 2400), deviceWidth=${width}, deviceHeight=2400}`;
  assert.deepEqual(parseDisplay(dump(`  mViewports=[${viewport(2, 126)}, ${viewport(0, 1440)}]`))?.screenSize, {
    width: 1440,
    height: 2400,
  });
  const line = (id: number, width: number) =>
    `      Viewport INTERNAL: displayId=${id}, uniqueId=local:${id}, port=${id}, orientation=0, logicalFrame=[0, 0, ${width}, 2400], physicalFrame=[0, 0, ${width}, 2400], deviceSize=[${width}, 2400], isActive=[1]`;
  assert.deepEqual(parseInput(dump(line(2, 126), line(0, 1440)))?.screenSize, { width: 1440, height: 2400 });
});

test("gfxinfo of an app that has just ended is read without numbers, and its refusal is not this format", () => {
  const info = dump("Applications Graphics Acceleration Info:", "Uptime: 1000 Realtime: 2000");
  const frames = parseGfxinfo(info)?.frameStats;
  assert.deepEqual([frames?.totalFrames, frames?.uptimeMs, frames?.realtimeMs], [null, 1000, 2000]);
  assert.equal(parseGfxinfo("No process found for: com.shop.app\n"), undefined);
});

test("the keyguard is read from its display's line where the summary is missing", () => {
  const line =
    "   KeyguardShowing=true AodShowing=false KeyguardGoingAway=false Occluded=true TurnScreenOn=null at display=";
  const facts = parseActivities(
    dump("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)", "  KeyguardController:", `${line}0`),
  );
  assert.deepEqual(facts?.keyguard, { showing: true, secure: null, occluded: true });
});

test("single lines name the resumed activity, unless they contradict each other", () => {
  const line = (prefix: string, name: string) => `${prefix}ActivityRecord{1f u0 ${name} t7}`;
  for (const prefix of [
    "    mResumedActivity: ",
    "  ResumedActivity: ",
    "topResumedActivity=",
    "  mFocusedActivity: ",
  ]) {
    assert.equal(
      parseActivities(dump(line(prefix, "com.shop.app/.Main")))?.activeWindow?.package,
      "com.shop.app",
      prefix,
    );
  }
  const two = dump(
    line("    mResumedActivity: ", "com.shop.app/.Main"),
    line("    mResumedActivity: ", "com.home/.Home"),
  );
  assert.equal(parseActivities(two)?.activeWindow, null);
  assert.equal(parseActivities("mLastResumed: com.shop.app\n"), undefined);
});

test("the state of a display is its own, not that of the display printed first", () => {
  const states = [
    "Display States: size=2",
    "  Display Id=2",
    "  Display State=ON",
    "  Display Id=0",
    "  Display State=OFF",
  ];
  assert.equal(parseDisplay(dump("DISPLAY MANAGER (dumpsys display)", ...states))?.power?.displayState, "OFF");
});

test("size and rotation of an input dump are those of the focused display", () => {
  const line = (type: string, id: number, width: number) =>
    `      Viewport ${type}: displayId=${id}, uniqueId=x:${id}, port=<none>, orientation=0, logicalFrame=[0, 0, ${width}, 720], physicalFrame=[0, 0, ${width}, 720], deviceSize=[${width}, 720], isActive=[1]`;
  const both = [line("INTERNAL", 0, 1080), line("VIRTUAL", 7, 1280)];
  const focused = (id: number) => parseInput(dump(...both, `  FocusedDisplayId: ${id}`));
  assert.deepEqual([focused(7)?.displayId, focused(7)?.screenSize?.width], [7, 1280]);
  assert.deepEqual([focused(0)?.displayId, focused(0)?.screenSize?.width], [0, 1080]);
  assert.deepEqual([focused(-1)?.displayId, focused(-1)?.screenSize?.width], [0, 1080]);
});

test("the older name of the counter of slow draw commands is read as well", () => {
  const figures = dump("Total frames rendered: 90", "Janky frames: 3 (3.33%)", "Number Slow draw: 7");
  assert.equal(parseGfxinfo(figures)?.frameStats.slowIssueDrawCommands, 7);
});

test("user and display of `activity top` are read from the task's line, and a vendor's from the activity's line", () => {
  const top = (task: string, activity: string) =>
    parseActivities(
      dump(
        task,
        `  ACTIVITY com.shop.app/.Main 2b1c4d pid=77${activity}`,
        "    Local Activity 1 State:",
        "      mResumed=true",
      ),
    )?.activeWindow;
  const work = top("TASK com.shop.app id=7 userId=10", "");
  assert.deepEqual([work?.userId, work?.displayId], [10, null]);
  const other = top("TASK null id=7 userId=10 displayId=2(type=EXTERNAL)", "");
  assert.deepEqual([other?.userId, other?.displayId], [10, 2]);
  const cloned = top("TASK null id=7 userId=0 displayId=0(type=INTERNAL)", " userId=999 uid=99910264 displayId=0");
  assert.equal(cloned?.userId, 999);
  assert.equal(top("TASK com.shop.app id=7", "")?.userId, null);
});

test("a dump that lists no activities does not mean that the back stack is empty", () => {
  const record = "ActivityRecord{1 u0 com.shop.app/.Main t7}";
  assert.equal(parseActivities(dump(`  mResumedActivity: ${record}`))?.backStack, null);
  const header = "Display #0 (activities from top to bottom):";
  assert.equal(parseActivities(dump(header, `  topResumedActivity=${record}`))?.backStack, null);
  assert.equal(parseActivities(dump(header, `    * Hist  #0: ${record}`))?.backStack?.length, 1);
  assert.equal(parseActivities(dump("TASK com.shop.app id=7"))?.backStack, null);
});

test("an input dump that names the focused app's token is not a window dump", () => {
  const token = "AppWindowToken{a7b token=Token{7c2 ActivityRecord{654 u0 com.shop.app/.Main t6}}}";
  const input = dump("Input Dispatcher State:", `  FocusedApplication: name='${token}', dispatchingTimeout=5000.000ms`);
  assert.equal(parseWindow(input), undefined);
  assert.equal(parseInput(input)?.activeWindow?.component, "com.shop.app/.Main");
  for (const line of [`  ${token}`, `    mAppToken=${token}`, `  mFocusedApp=${token}`])
    assert.ok(parseWindow(dump(line)), line);
});

test("a dump of another service is not a window dump, even with lines like the window manager's", () => {
  const lines = ["  mCurrentFocus=Window{1f u0 com.x/com.x.Main}", "  InsetsState", "    mAwake=true", ""].join("\n");
  assert.notEqual(parseWindow(lines), undefined);
  for (const header of [
    "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
    "TASK com.x id=12 userId=0",
    "INPUT MANAGER (dumpsys input)",
    "POWER MANAGER (dumpsys power)",
    "DISPLAY MANAGER (dumpsys display)",
    "ACCESSIBILITY MANAGER (dumpsys accessibility)",
    "Current Input Method Manager state:",
    "Applications Graphics Acceleration Info:",
  ])
    assert.equal(parseWindow(`\n${header}\n${lines}`), undefined, header);
});
