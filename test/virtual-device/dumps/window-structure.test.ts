import { describe } from "node:test";
import { dumpDisplays } from "../../../packages/virtual-android/src/dumps/window/displays/display-contents.js";
import { dumpWindow } from "../../../packages/virtual-android/src/dumps/window/window.js";
import { dumpWindows } from "../../../packages/virtual-android/src/dumps/window/windows.js";
import { phoneState, type Scene } from "../fixtures/phone-states.js";
import { blocksBy, type Comparison, compareWithCorpus } from "../support/compare.js";

const SCENES: readonly Scene[] = ["app", "ime", "dialog", "popup", "launcher"];

/** Lines of windows that no captured phone had just then; WindowState.dump and the trailer of AOSP print them. */
const OTHER_WINDOWS = [
  /mParentWindow=_ mLayoutAttached=/,
  /^2\|mInputMethodTarget/,
  /^2\|mInputMethodWindow=/,
] as const;

function windows(api: number, names: readonly string[], minCoverage: number): Comparison {
  return {
    title: `dumpsys window windows of API ${api}`,
    mine: SCENES.map((scene) => dumpWindows(phoneState({ api, scene }), true)),
    captures: names.map((name) => `dumpsys-window/${name}.txt`),
    blocks: blocksBy(/^ {2}(?:Window )?#\d+ Window/),
    alsoReal: OTHER_WINDOWS,
    minCoverage,
  };
}

function displays(api: number, name: string, minCoverage: number, extra: Partial<Comparison> = {}): Comparison {
  return {
    title: `dumpsys window displays of API ${api}`,
    mine: [dumpDisplays(phoneState({ api, scene: "app", hasCutout: api >= 36 }))],
    captures: [`dumpsys-window/${name}.txt`],
    minCoverage,
    ...extra,
  };
}

function policy(api: number, names: readonly string[], minCoverage: number): Comparison {
  const mine = (["app", "keyguard", "screenOff"] as const).map((scene) =>
    dumpWindow(phoneState({ api, scene }), ["p"]),
  );
  const captures = names.map((name) => `dumpsys-window/${name}.txt`);
  return { title: `dumpsys window policy of API ${api}`, mine, captures, minCoverage };
}

/** What Android 13 prints of its displays is in `activity activities` of the capture as well. */
function displaysOf13(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.startsWith("  mLastOrientationSource"));
  return lines.slice(
    first,
    lines.findIndex((line) => line.startsWith("  KeyguardController")),
  );
}

describe("the structure of dumpsys window", () => {
  compareWithCorpus([
    windows(26, ["emu26-settings-window-windows"], 0.95),
    windows(27, ["smartron-window-windows", "emu26-settings-window-windows"], 0.8),
    windows(28, ["emu28-settings-window-windows", "sunmi-window-windows", "xiaomi9-window-windows"], 0.85),
    windows(29, ["emu29-settings-window-windows"], 0.95),
    windows(31, ["emu31-settings-window-windows"], 0.95),
    windows(33, ["emu33-settings-window-windows"], 0.95),
    windows(35, ["emu35-settings-window-windows", "emu-popup-window-windows"], 0.85),
    windows(36, ["emu36-windows-head", "emu36-windows-tail", "emu35-settings-window-windows"], 0.8),
    displays(27, "smartron-window-displays", 1),
    displays(28, "sunmi-window-displays", 1, { blocks: blocksBy(/^ {2}Display:/) }),
    displays(33, "", 0.95, {
      captures: ["dumpsys-other/mtk480-activity-activities-sleeping.txt"],
      mine: [dumpDisplays(phoneState({ api: 33, scene: "launcher" }))],
      cut: displaysOf13,
      // The title, and what only a display that is awake has.
      alsoReal: [/^0\|WINDOW MANAGER DISPLAY CONTENTS/, /mTopFullscreenOpaqueWindowState=/],
    }),
    displays(36, "emu36-displays-launcher", 0.95, {
      mine: [dumpDisplays(phoneState({ api: 36, scene: "launcher", hasCutout: true }))],
      // The capture ends before the policy of the insets; a complete one of this release has them.
      alsoReal: [/^8\|mAdapter=/, /^8\|mControlTarget=/, /^2\|InsetsPolicy$/, /^4\|(?:status|nav): WINDOW_STATE/],
    }),
    policy(27, ["smartron-window-policy"], 1),
    {
      ...policy(28, ["sunmi-window-policy"], 1),
      // The captured tablet has no motion sensor; the phone of 8.1 shows what its judge prints.
      alsoReal: [/^6\|AccelSensorJudge$/, /^8\|/],
    },
    policy(36, ["emu36-policy-keyguard-showing", "emu36-policy-unlocked", "emu36-policy-asleep"], 0.75),
  ]);
});
