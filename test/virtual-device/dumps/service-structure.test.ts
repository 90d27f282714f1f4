import { describe } from "node:test";
import { dumpAccessibility } from "../../../packages/virtual-android/src/dumps/accessibility/accessibility.js";
import { dumpActivities } from "../../../packages/virtual-android/src/dumps/activity/activities.js";
import { dumpDisplay } from "../../../packages/virtual-android/src/dumps/display/display.js";
import type { DumpPart } from "../../../packages/virtual-android/src/dumps/dump-service.js";
import { dumpGfxinfo } from "../../../packages/virtual-android/src/dumps/gfxinfo/gfxinfo.js";
import { dumpInput } from "../../../packages/virtual-android/src/dumps/input/input.js";
import { dumpInputMethod } from "../../../packages/virtual-android/src/dumps/input-method/input-method.js";
import { dumpPower } from "../../../packages/virtual-android/src/dumps/power/power.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import { phoneState, type Scene } from "../fixtures/phone-states.js";
import { blocksBy, type Comparison, compareWithCorpus } from "../support/compare.js";

type Dump = (state: PhoneState) => readonly DumpPart[];

const SCENES: readonly Scene[] = ["app", "ime", "launcher", "keyguard", "screenOff"];

function comparison(
  title: string,
  dump: Dump,
  api: number,
  captures: readonly string[],
  minCoverage: number,
  extra: Partial<Comparison> = {},
): Comparison {
  const mine = SCENES.map((scene) => linesOf(dump(phoneState({ api, scene }))));
  const paths = captures.map((name) => `${name}.txt`);
  return { title: `${title} of API ${api}`, mine, captures: paths, minCoverage, ...extra };
}

function linesOf(parts: readonly DumpPart[]): readonly string[] {
  return parts.filter((part) => typeof part === "string");
}

const activities = (api: number, names: readonly string[], minCoverage: number, extra: Partial<Comparison> = {}) =>
  comparison(
    "dumpsys activity activities",
    (state) => dumpActivities(state, null),
    api,
    names.map((name) => `dumpsys-other/${name}`),
    minCoverage,
    { blocks: blocksBy(/^ {2,8}\* (?:Task|Hist)/), ...extra },
  );

const of =
  (dump: Dump, title: string) =>
  (api: number, name: string, minCoverage: number, extra: Partial<Comparison> = {}) =>
    comparison(title, dump, api, [`dumpsys-other/${name}`], minCoverage, extra);

const power = of(dumpPower, "dumpsys power");
const display = of(dumpDisplay, "dumpsys display");
const inputMethod = of(dumpInputMethod, "dumpsys input_method");
const accessibility = of(dumpAccessibility, "dumpsys accessibility");

/** Amounts of memory come in different units. */
function plainAmount(line: string): string {
  return line.replace(/\b(?:KB|MB|bytes)\b/g, "unit").replace(/\bentries\b/, "entry");
}

const gfxinfo = (
  api: number,
  name: string,
  minCoverage: number,
  args: readonly string[],
  extra: Partial<Comparison> = {},
) =>
  comparison("dumpsys gfxinfo", (state) => dumpGfxinfo(state, args), api, [`dumpsys-gfxinfo/${name}`], minCoverage, {
    plain: plainAmount,
    blocks: blocksBy(/^\*\* Graphics info/),
    ...extra,
  });

describe("the structure of dumpsys activity", () => {
  compareWithCorpus([
    activities(24, ["emu24-activity-activities"], 0.95),
    activities(27, ["smartron-activity-activities"], 0.95),
    activities(28, ["sunmi-activity-activities", "haval-car-activity-activities"], 0.85),
    activities(33, ["mtk480-activity-activities-sleeping"], 0.9, {
      // Our phone is awake and shows the keyboard; the captured one sleeps.
      alsoReal: [/topResumedActivity=/, /startingData=/, /mTopFullscreenOpaqueWindowState=/, / visibleFrame=/],
    }),
  ]);
});

describe("the structure of dumpsys power and display", () => {
  compareWithCorpus([
    power(27, "smartron-power", 0.9),
    power(28, "sunmi-power", 0.9),
    power(33, "mtk480-power-asleep", 0.5),
    power(36, "emu36-power", 0.9),
    display(27, "smartron-display", 0.5),
    display(28, "sunmi-display", 0.4),
    display(33, "mtk480-display-screen-off", 0.3),
  ]);
});

/** Everything up to where the captured keyboards go on with what only they print. */
function ofFramework(lines: readonly string[]): readonly string[] {
  const last = lines.findIndex((line) => line.startsWith(" mSettingsObserver="));
  return lines.slice(0, last + 1);
}

describe("the structure of dumpsys input_method", () => {
  compareWithCorpus([
    inputMethod(27, "smartron-input_method", 0.9, { cut: ofFramework }),
    inputMethod(28, "sunmi-input_method", 0.9, { cut: ofFramework }),
  ]);
});

/** Names of devices, their files and axes differ from phone to phone. */
function plainDevice(line: string): string {
  return line
    .replace(/^( {4})-?\d+: .*$/, "$1N: name")
    .replace(/^( {2}Device )-?\d+: .*$/, "$1N: name")
    .replace(
      /^(\s*(?:Descriptor|Location|UniqueId|KeyLayoutFile|KeyCharacterMapFile|Path|Classes|Sources|SysfsDevicePath|SysfsRootPath|AbsState|Show Touches|InputFilterEnabled|Interactive)): .*$/,
      "$1: value",
    )
    .replace(/^(\s*(?:Pressure|TouchMajor|TouchMinor|ToolMajor)): .*$/, "$1: range");
}

function input(api: number, name: string, minCoverage: number, extra: Partial<Comparison> = {}): Comparison {
  return comparison("dumpsys input", dumpInput, api, [`dumpsys-other/${name}`], minCoverage, {
    plain: plainDevice,
    blocks: blocksBy(/^ {2}Device |^ {4}N: |^\S|Input Mapper|^ {6}\d+: name=/),
    // While no activity has the focus. Android 16 names windows `HASH TITLE`; the captured build adds the type.
    alsoReal: [/^2\|FocusedApplications?: <n/, /^4\|displayId=_ name=_(?: result=_)?$/],
    ...extra,
  });
}

describe("the structure of dumpsys input", () => {
  compareWithCorpus([input(27, "smartron-input", 0.7), input(28, "sunmi-input", 0.85), input(36, "vivo15-input", 0.5)]);
});

describe("the structure of dumpsys accessibility and gfxinfo", () => {
  compareWithCorpus([
    accessibility(27, "smartron-accessibility", 1),
    accessibility(28, "sunmi-accessibility", 1),
    accessibility(36, "emu36-accessibility-bound", 0.9, {
      // The capture begins after its title; its last line has as many brackets as there are listening apps.
      alsoReal: [/^0\|ACCESSIBILITY MANAGER/, /^0\|currentUserId=/, /^0\|(?:‹›)+\}\]$/],
    }),
    gfxinfo(27, "smartron-all-processes", 0.8, []),
    gfxinfo(28, "sunmi-com.woyou.launcher", 0.9, ["com.example.form", "framestats"]),
    gfxinfo(28, "sunmi-com.google.android.gm", 0.8, ["com.android.settings"], {
      // The captured process has no window.
      alsoReal: [/\|P\/P@#/, /views, # kB of display lists$/],
    }),
    gfxinfo(30, "androidtv-nuvio", 0.8, ["com.example.form"]),
    gfxinfo(34, "emu-a14plus-compose-frontend", 0.7, ["com.example.form"]),
    gfxinfo(34, "phone-a14plus-2processes-framestats", 0.6, ["com.example.form", "framestats"]),
  ]);
});
