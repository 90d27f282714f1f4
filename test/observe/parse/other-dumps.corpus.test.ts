import assert from "node:assert/strict";
import { parseAccessibility } from "../../../src/observe/parse/accessibility.js";
import { parseActivities } from "../../../src/observe/parse/activities.js";
import { parseDisplay } from "../../../src/observe/parse/display.js";
import { parseGfxinfo } from "../../../src/observe/parse/gfxinfo.js";
import { parseInput } from "../../../src/observe/parse/input.js";
import { parseInputMethod } from "../../../src/observe/parse/input-method.js";
import { parsePower } from "../../../src/observe/parse/power.js";
import { parseWindow } from "../../../src/observe/parse/window/window-facts.js";
import { parseDensity, parseSize } from "../../../src/observe/parse/wm.js";
import { corpusTest, indexedFiles, readCorpus } from "../../support/corpus.js";
import { assertFacts } from "../../support/facts.js";
import { assertNothingInvented, cutPlaces } from "../../support/nothing-invented.js";

type Parser = (text: string) => object | undefined;

const size = (width: number, height: number) => ({ screenSize: { width, height } });
const frames = (facts: object) => ({ frameStats: facts });
const percentiles = (p50: number | null, p90: number, p95: number, p99: number) => ({ p50, p90, p95, p99 });
const resumed = (component: string) => ({ activeWindow: { component, basis: "resumedActivity" } });
const NO_FRAMES = {
  totalFrames: null,
  jankyFrames: null,
  percentilesMs: { p50: null, p90: null, p95: null, p99: null },
};

/** The facts that a careful reader finds in each capture, and the parser that has to find them. */
const FACTS: readonly (readonly [string, Parser, object])[] = [
  ["dumpsys-gfxinfo/android5-0584.txt", parseGfxinfo, frames({ package: "org.peace.allinone", ...NO_FRAMES })],
  ["dumpsys-gfxinfo/android5-3919.txt", parseGfxinfo, frames({ package: "org.peace.allinone", ...NO_FRAMES })],
  [
    "dumpsys-gfxinfo/androidtv-nuvio.txt",
    parseGfxinfo,
    frames({
      package: "com.nuvio.tv",
      pid: 2062,
      totalFrames: 2903,
      jankyFrames: 772,
      jankyPercent: 26.59,
      percentilesMs: percentiles(9, 73, 109, 150),
      viewCount: 8,
    }),
  ],
  [
    "dumpsys-gfxinfo/chrome-a6-excerpt.txt",
    parseGfxinfo,
    frames({ totalFrames: 3, jankyFrames: 2, jankyPercent: 66.67, percentilesMs: { p50: null, p90: 101 } }),
  ],
  [
    "dumpsys-gfxinfo/emu-a12-legacy-lines.txt",
    parseGfxinfo,
    frames({ jankyPercent: 0, legacyJankyPercent: 99.24, percentilesMs: { p50: 40 } }),
  ],
  [
    "dumpsys-gfxinfo/emu-a14plus-compose-frontend.txt",
    parseGfxinfo,
    frames({
      package: "com.tungdzai123.Frontend",
      pid: 7871,
      totalFrames: 139,
      jankyFrames: 9,
      legacyJankyFrames: 91,
      legacyJankyPercent: 65.47,
      percentilesMs: percentiles(25, 34, 34, 65),
      gpuPercentilesMs: { p99: null },
      viewCount: 72,
    }),
  ],
  [
    "dumpsys-gfxinfo/phone-a13-redfin-excerpt.txt",
    parseGfxinfo,
    frames({ totalFrames: 84, jankyFrames: 4, jankyPercent: 4.76, legacyJankyFrames: 6, legacyJankyPercent: 7.14 }),
  ],
  [
    "dumpsys-gfxinfo/phone-a14plus-2processes-framestats.txt",
    (text) => parseGfxinfo(text, "de.codevoid.andronavibar"),
    frames({
      package: "de.codevoid.andronavibar",
      totalFrames: 3370,
      jankyFrames: 363,
      jankyPercent: 10.77,
      processes: [{ package: "de.codevoid.aNavMode", totalFrames: null }, { totalFrames: 3370 }],
      frames: Array.from({ length: 8 }, () => ({})),
    }),
  ],
  [
    "dumpsys-gfxinfo/phone-a14plus-framestats-120hz.txt",
    parseGfxinfo,
    frames({
      package: "com.soundvisualization.accessibility",
      totalFrames: 516,
      jankyFrames: 113,
      legacyJankyFrames: 356,
      frames: Array.from({ length: 9 }, (_, at) => (at === 7 ? { InputEventId: "-14178749" } : {})),
      uptimeMs: 314859701,
      realtimeMs: 1420190210,
    }),
  ],
  [
    "dumpsys-gfxinfo/smartron-all-processes.txt",
    (text) => parseGfxinfo(text, "com.android.settings"),
    frames({ package: "com.android.settings", totalFrames: 174, processes: Array.from({ length: 42 }, () => ({})) }),
  ],
  [
    "dumpsys-gfxinfo/smartron-com.android.systemui.txt",
    parseGfxinfo,
    frames({ totalFrames: 1790, jankyFrames: 215, jankyPercent: 12.01, percentilesMs: { p50: 7 }, viewCount: 607 }),
  ],
  ["dumpsys-gfxinfo/smartron-com.android.vending.txt", parseGfxinfo, frames({ ...NO_FRAMES, viewCount: 0 })],
  [
    "dumpsys-gfxinfo/smartron-com.google.android.gms.ui.txt",
    parseGfxinfo,
    frames({ totalFrames: 515, jankyFrames: 34, jankyPercent: 6.6, percentilesMs: { p50: 7 }, viewCount: 18 }),
  ],
  [
    "dumpsys-gfxinfo/smartron-com.smartron.tronxlauncher.txt",
    parseGfxinfo,
    frames({ totalFrames: 52, jankyFrames: 12, jankyPercent: 23.08, percentilesMs: { p50: 10 }, viewCount: 237 }),
  ],
  [
    "dumpsys-gfxinfo/sunmi-com.android.inputmethod.latin.txt",
    parseGfxinfo,
    frames({
      totalFrames: 100,
      jankyFrames: 34,
      percentilesMs: { p50: 7 },
      viewCount: 49,
      gpuPercentilesMs: { p50: null },
    }),
  ],
  [
    "dumpsys-gfxinfo/sunmi-com.android.systemui.txt",
    parseGfxinfo,
    frames({ totalFrames: 4201, jankyFrames: 321, jankyPercent: 7.64, viewCount: 7087 }),
  ],
  [
    "dumpsys-gfxinfo/sunmi-com.google.android.gm.txt",
    parseGfxinfo,
    frames({ totalFrames: 0, jankyFrames: 0, percentilesMs: { p50: null, p99: null }, viewCount: 0 }),
  ],
  [
    "dumpsys-gfxinfo/sunmi-com.woyou.launcher.txt",
    parseGfxinfo,
    frames({ totalFrames: 190, jankyFrames: 8, jankyPercent: 4.21, viewCount: 91 }),
  ],
  ["dumpsys-gfxinfo/synthetic-androidperf.txt", parseGfxinfo, frames({ totalFrames: 120, jankyFrames: 6 })],
  [
    "dumpsys-gfxinfo/wanandroid-a8-9-excerpt.txt",
    parseGfxinfo,
    frames({ package: "json.chao.com.wanandroid", totalFrames: 5210, jankyFrames: 193, jankyPercent: 3.7 }),
  ],
  [
    "dumpsys-other/activity-top-insets-a12.txt",
    parseWindow,
    {
      ...size(1080, 2400),
      systemInsets: { statusBars: { top: 84, visible: true }, navigationBars: { visible: false } },
    },
  ],
  ["dumpsys-other/activity-top-insets-a12.txt", parseWindow, { ime: { visible: false } }],
  ["dumpsys-other/android5-activity-top-068e.txt", parseActivities, resumed("org.peace.allinone/.ui.MainActivity")],
  ["dumpsys-other/android5-activity-top-074f.txt", parseActivities, resumed("org.peace.allinone/.ui.MainActivity")],
  ["dumpsys-other/car-omoda5-input_method-hidden.txt", parseInputMethod, { ime: { visible: false } }],
  ["dumpsys-other/car-omoda5-input_method-shown.txt", parseInputMethod, { ime: { visible: true } }],
  ["dumpsys-other/emu33-input_method-hidden.txt", parseInputMethod, { ime: { visible: false } }],
  ["dumpsys-other/emu33-input_method-shown.txt", parseInputMethod, { ime: { visible: true } }],
  [
    "dumpsys-other/emu24-activity-activities.txt",
    parseActivities,
    {
      ...resumed("com.android.contacts/.activities.PeopleActivity"),
      backStack: [
        { package: "com.android.contacts", taskId: 5 },
        { package: "com.android.settings", taskId: 4 },
        { package: "com.android.launcher3", taskId: 3 },
      ],
    },
  ],
  [
    "dumpsys-other/emu36-accessibility-bound.txt",
    parseAccessibility,
    {
      accessibility: {
        enabled: ["dev.jasonpearson.automobile.ctrlproxy/dev.jasonpearson.automobile.ctrlproxy.CtrlProxy"],
        bound: ["AutoMobile CtrlProxy"],
        crashed: [],
        uiAutomation: false,
      },
    },
  ],
  ["dumpsys-other/emu36-fold-closed-input-excerpt.txt", parseInput, { ...size(1080, 2364), rotation: 0, displayId: 0 }],
  [
    "dumpsys-other/emu36-fold-cmd-display-get-displays.txt",
    parseDisplay,
    { ...size(2076, 2152), density: 390, displayId: 0, power: { displayState: "ON" } },
  ],
  [
    "dumpsys-other/emu36-power.txt",
    parsePower,
    { power: { wakefulness: "Awake", interactive: true, displayState: null } },
  ],
  ["dumpsys-other/flip-2viewports-display-line.txt", parseDisplay, { ...size(1224, 2992), rotation: 0, displayId: 0 }],
  ["dumpsys-other/haval-car-accessibility.txt", parseAccessibility, { accessibility: { bound: [] } }],
  [
    "dumpsys-other/haval-car-activity-activities.txt",
    parseActivities,
    {
      activeWindow: { component: "com.beantechs.vehiclecenter/.activity.MainActivity", displayId: 0 },
      sleeping: false,
    },
  ],
  [
    "dumpsys-other/motorola-a81-input_method-excerpt.txt",
    parseInputMethod,
    { ime: { visible: false }, power: { interactive: true } },
  ],
  [
    "dumpsys-other/mtk480-activity-activities-sleeping.txt",
    parseActivities,
    {
      sleeping: true,
      activeWindow: { component: "com.mediatek.camera/.CameraLauncher", basis: "focusedApp", displayId: 0 },
    },
  ],
  [
    "dumpsys-other/mtk480-display-screen-off.txt",
    parseDisplay,
    { ...size(480, 800), rotation: 0, power: { displayState: "OFF" } },
  ],
  ["dumpsys-other/mtk480-power-asleep.txt", parsePower, { power: { wakefulness: "Asleep", interactive: false } }],
  ["dumpsys-other/smartron-accessibility.txt", parseAccessibility, { accessibility: { bound: [] } }],
  [
    "dumpsys-other/smartron-activity-activities.txt",
    parseActivities,
    resumed("com.google.android.gms/.auth.uiflows.addaccount.ErrorActivity"),
  ],
  [
    "dumpsys-other/smartron-display.txt",
    parseDisplay,
    { ...size(1080, 2160), rotation: 0, power: { displayState: "ON" } },
  ],
  [
    "dumpsys-other/smartron-input.txt",
    parseInput,
    {
      ...size(1080, 2160),
      rotation: 0,
      activeWindow: { component: "com.google.android.gms/.auth.uiflows.addaccount.ErrorActivity" },
    },
  ],
  [
    "dumpsys-other/smartron-input_method.txt",
    parseInputMethod,
    { ime: { visible: false }, power: { interactive: true } },
  ],
  ["dumpsys-other/smartron-power.txt", parsePower, { power: { wakefulness: "Awake", displayState: "ON" } }],
  ["dumpsys-other/sunmi-accessibility.txt", parseAccessibility, { accessibility: { bound: [] } }],
  [
    "dumpsys-other/sunmi-activity-activities.txt",
    parseActivities,
    { activeWindow: { component: "com.woyou.launcher/com.android.launcher3.Launcher", displayId: 0 } },
  ],
  [
    "dumpsys-other/sunmi-display.txt",
    parseDisplay,
    { ...size(1920, 1080), displayId: 0, density: 230, power: { displayState: "ON" } },
  ],
  [
    "dumpsys-other/sunmi-input.txt",
    parseInput,
    {
      ...size(1920, 1080),
      rotation: 0,
      activeWindow: { component: "com.woyou.launcher/com.android.launcher3.Launcher" },
    },
  ],
  ["dumpsys-other/sunmi-input_method.txt", parseInputMethod, { ime: { visible: false } }],
  ["dumpsys-other/sunmi-power.txt", parsePower, { power: { wakefulness: "Awake", displayState: "ON" } }],
  [
    "dumpsys-other/vivo15-activity-top.txt",
    parseActivities,
    { ...resumed("com.kryptoloot.app/com.example.MainActivity"), backStack: Array.from({ length: 4 }, () => ({})) },
  ],
  [
    "dumpsys-other/vivo15-input.txt",
    parseInput,
    { ...size(720, 1612), rotation: 0, activeWindow: { component: "com.kryptoloot.app/com.example.MainActivity" } },
  ],
  ["dumpsys-other/vivo15-power.txt", parsePower, { power: { wakefulness: "Awake", interactive: true } }],
  [
    "dumpsys-other/wear-round-384-display-excerpt.txt",
    parseDisplay,
    { ...size(384, 384), rotation: 0, power: { displayState: "ON" } },
  ],
  [
    "dumpsys-other/xiaomi-dipper-display-excerpt.txt",
    parseDisplay,
    { ...size(1080, 2248), rotation: 0, power: { displayState: "ON" } },
  ],
  ["dumpsys-other/xiaomi9-input.txt", parseInput, { ...size(1080, 2160), rotation: 0, power: { interactive: true } }],
  ["wm/density-420-nexus.txt", parseDensity, { density: 420 }],
  ["wm/density-420-override-480.txt", parseDensity, { density: 480, physicalDensity: 420 }],
  ["wm/density-420.txt", parseDensity, { density: 420 }],
  ["wm/density-440.txt", parseDensity, { density: 440 }],
  ["wm/density-override-160.txt", parseDensity, { density: 160, physicalDensity: 480 }],
  ["wm/override-1000x2200.txt", parseSize, size(1000, 2200)],
  ["wm/override-720x1280.txt", parseSize, size(720, 1280)],
  ["wm/override-720x1600.txt", parseSize, size(720, 1600)],
  ["wm/override-only-1080x2400.txt", parseSize, size(1080, 2400)],
  ["wm/physical-1080x2424.txt", parseSize, size(1080, 2424)],
];

corpusTest("every other dump of the corpus gives the facts that a careful reader finds in it", (folder) => {
  for (const [file, parse, expected] of FACTS) assertFacts(parse(readCorpus(folder, file)), expected, file);
});

corpusTest("an error text in place of a size is not this format", (folder) => {
  assert.equal(parseSize(readCorpus(folder, "wm/no-device-error.txt")), undefined);
});

/** Lists grow with the text; their entries are compared by place. */
const GROWING = new Set(["backStack", "processes", "frames", "errors"]);

/** Where the line with the focus is cut off, the focused app is read instead, and `basis` reports it. */
function comparable(cut: object | undefined, whole: object | undefined): object | undefined {
  const basis = (facts: object | undefined) =>
    (facts as { activeWindow?: { basis: string } } | undefined)?.activeWindow?.basis;
  return cut && basis(cut) !== basis(whole) ? { ...cut, activeWindow: null } : cut;
}

corpusTest("a dump cut off at any place gives no fact that the whole dump does not give", (folder) => {
  for (const [file, parse] of FACTS) {
    const text = readCorpus(folder, file);
    const whole = parse(text);
    for (const end of cutPlaces(text.length, 50)) {
      const cut = comparable(parse(text.slice(0, end)), whole);
      // Without its second line an override is unknown, and the rest is a complete answer of its own.
      if (!/^wm.*override/.test(file)) assertNothingInvented(cut, whole, `${file} cut at ${end}`, GROWING);
    }
  }
});

corpusTest("every other dump of the corpus is in the table", (folder) => {
  const known = new Set([...FACTS.map(([file]) => file), "wm/no-device-error.txt"]);
  const indexed = indexedFiles(folder, /^(?:dumpsys-gfxinfo|dumpsys-other|wm)\//);
  assert.deepEqual([...known].toSorted(), indexed.toSorted());
});
