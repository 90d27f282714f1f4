import assert from "node:assert/strict";
import { test } from "node:test";
import { isFoveaError } from "../../src/base/errors.js";
import { parseDeviceRows } from "../../src/devices/adb/device-row.js";
import { parseBootReport } from "../../src/devices/boot-report.js";
import { parseAccessibilityDump } from "../../src/devices/companion/accessibility-dump.js";
import { parseAccessibility } from "../../src/observe/parse/accessibility.js";
import { parseDisplay } from "../../src/observe/parse/display.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { parseInput } from "../../src/observe/parse/input.js";
import { decodeText } from "../../src/observe/parse/text.js";
import { parseWindow } from "../../src/observe/parse/window/window-facts.js";
import { cpuMsOf } from "../support/cpu-time.js";

/** Far more than one pass takes beside other tests, far less than reading each place again. */
const MOST_MS = 3_000;

const VIEWPORT = "Viewport INTERNAL: displayId=0, uniqueId=local:0, ";
const SOURCE = "InsetsSource id=1 type=statusBars frame=[0,0][1080,63] visible=true";
const DISPLAYS = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n";

const text = (parse: (text: string) => unknown) => (words: string) => parse(decodeText(Buffer.from(words)));

const CASES: readonly (readonly [what: string, words: () => string, read: (words: string) => unknown])[] = [
  ["carriage returns", () => "\r".repeat(1_000_000), text((all) => all)],
  ["carriage returns in a title", () => `  mCurrentFocus=Window{1 u0 ${"\r".repeat(1_000_000)}}`, text(parseWindow)],
  ["line ends in a title", () => `  Window #0 Window{1 u0 x}:\n    mAttrs=${"\n".repeat(59_000)}}:`, text(parseWindow)],
  ["spaces in a title", () => `  Window #0 Window{1 u0 ${" \n\t".repeat(59_000)}x}:`, text(parseWindow)],
  ["titles that never end", () => "  mCurrentFocus=Window{1 u0 x\n".repeat(40_000), text(parseWindow)],
  ["repeated mAttrs", () => `    ${"mAttrs=".repeat(150_000)}\n`, text(parseWindow)],
  [
    "configurations",
    () => `    ${"mFullConfiguration={winConfig={mWindowingMode=fullscreen ".repeat(30_000)}\n`,
    text(parseWindow),
  ],
  ["animators", () => `    ${"WindowStateAnimator{a ".repeat(50_000)}\n`, text(parseWindow)],
  ["activity records", () => `    mToken=${"mToken=ActivityRecord{a ".repeat(50_000)}\n`, text(parseWindow)],
  ["insets sources in one line", () => `InsetsSource ${" visible=true".repeat(100_000)}`, text(parseWindow)],
  [
    "insets sources",
    () => `${DISPLAYS}  InsetsState\n${`    ${SOURCE}\n`.repeat(59_000)}  Control map:\n`,
    text(parseWindow),
  ],
  [
    "logged insets sources",
    () => `${"InsetsSource: {mType=ime mFrame=[0,0][1,1] mVisible=true ".repeat(20_000)}\n`,
    text(parseWindow),
  ],
  [
    "displays",
    () => `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n${"  Display: mDisplayId=0\n".repeat(59_000)}`,
    text(parseWindow),
  ],
  ["viewports in one line", () => `${VIEWPORT}${"orientation=0, ".repeat(80_000)}\n`, text(parseInput)],
  ["viewports", () => `${VIEWPORT}orientation=0, logicalFrame=[0, 0, 9, 9]\n`.repeat(15_000), text(parseInput)],
  [
    "focused windows",
    () => `FocusedWindows:\n${"  displayId=0, name='x', dispatchingTimeout=".repeat(30_000)}\n`,
    text(parseInput),
  ],
  [
    "display viewports",
    () => `${"DisplayViewport{valid=true, displayId=0, orientation=0 ".repeat(20_000)}\n`,
    text(parseDisplay),
  ],
  [
    "accessibility services",
    () => `User state[\n  Bound services:{${"Service[label=".repeat(70_000)}`,
    text(parseAccessibility),
  ],
  ["components", () => `User state[\n  Enabled services:{${"a.".repeat(500_000)}}`, text(parseAccessibilityDump)],
  ["lists of services", () => `User state[\n${"Enabled services:{".repeat(50_000)}`, text(parseAccessibilityDump)],
  ["details of a device", () => `X device${" ".repeat(500_000)}a:b${"\t".repeat(500_000)}_\n`, text(parseDeviceRows)],
  ["rows of devices", () => "adb-x (".repeat(100_000), text(parseDeviceRows)],
  ["properties", () => `${"[a]: [".repeat(150_000)}\n`, text((all) => parseBootReport(all, new Set()))],
  ["open properties", () => "[a]: [\n".repeat(150_000), text((all) => parseBootReport(all, new Set()))],
  [
    "levels of a hierarchy",
    () => `<hierarchy>${"<a.B>".repeat(100_000)}${"</a.B>".repeat(100_000)}</hierarchy>`,
    text(parseHierarchy),
  ],
  ["attributes of a node", () => `<hierarchy><node ${'a="b" '.repeat(300_000)}/></hierarchy>`, text(parseHierarchy)],
];

for (const [what, words, read] of CASES) {
  test(`an answer of only ${what} is read in one pass, or refused`, () => {
    const all = words();
    const ms = cpuMsOf(() => {
      try {
        read(all);
      } catch (error) {
        const words = error instanceof Error ? error.stack : String(error);
        assert.ok(isFoveaError(error) && error.code !== "INTERNAL", words);
      }
    });
    assert.ok(ms < MOST_MS, `${Math.round(ms)} ms for ${all.length} characters`);
  });
}

test("a dump with more lines or characters than any phone prints is refused", () => {
  for (const words of ["\n".repeat(130_000), "x".repeat(9_000_000)]) {
    assert.throws(
      () => parseWindow(words),
      (error) => isFoveaError(error, "OUTPUT_TOO_LARGE"),
    );
  }
  assert.throws(
    () => parseHierarchy(`<hierarchy>${"<node/>".repeat(250_001)}</hierarchy>`),
    (error) => isFoveaError(error, "OUTPUT_TOO_LARGE") && /250000 elements/.test(error.message),
  );
});
