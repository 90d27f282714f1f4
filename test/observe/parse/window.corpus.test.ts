import assert from "node:assert/strict";
import { parseWindow } from "../../../src/observe/parse/window/window-facts.js";
import { corpusTest, indexedFiles, readCorpus } from "../../support/corpus.js";
import { assertFacts } from "../../support/facts.js";
import { assertNothingInvented, cutPlaces } from "../../support/nothing-invented.js";

const size = (width: number, height: number) => ({ width, height });
const focus = (component: string) => ({ component, basis: "focus" });
const inFront = (component: string) => ({ component, basis: "topWindow" });
const bars = (top: number, bottom: number) => ({ statusBars: { top }, navigationBars: { bottom } });

/** The facts that a careful reader finds in each capture; `dumpsys-window/` precedes the name. */
const FACTS: Readonly<Record<string, object>> = {
  "car-android4.4-tail.txt": {
    screenSize: size(1920, 720),
    rotation: 0,
    activeWindow: { ...focus("com.incall.apps.launcher/.Launcher"), app: { package: "com.example" } },
  },
  "androidtv11-kodi-window.txt": {
    windows: [{ package: "org.xbmc.kodi", owner: { component: "org.xbmc.kodi/.Main" } }],
  },
  "emu-chrome-displays-tail.txt": { activeWindow: focus("com.android.chrome/com.google.android.apps.chrome.Main") },
  "emu-popup-window-windows.txt": {
    screenSize: size(1080, 2400),
    activeWindow: {
      title: "Pop-Up Window",
      type: "popup",
      basis: "topWindow",
      package: "dev.jasonpearson.automobile.playground",
    },
  },
  "emu26-settings-window-windows.txt": {
    screenSize: size(1080, 1920),
    density: 420,
    activeWindow: focus("com.android.settings/.Settings"),
  },
  "emu28-settings-window-windows.txt": {
    screenSize: size(2400, 1080),
    rotation: 3,
    density: 420,
    activeWindow: focus("com.android.settings/.Settings"),
  },
  "emu29-settings-window-windows.txt": {
    screenSize: size(1080, 2400),
    density: 420,
    displayId: 0,
    activeWindow: inFront("com.android.settings/.Settings"),
    errors: [{ code: "FOCUS_UNKNOWN" }],
  },
  "emu31-settings-window-windows.txt": {
    activeWindow: inFront("com.android.settings/.Settings"),
    density: 420,
    systemInsets: bars(63, 126),
  },
  "emu33-settings-window-windows.txt": {
    activeWindow: inFront("com.android.settings/.Settings"),
    systemInsets: bars(63, 63),
    ime: { visible: false },
  },
  "emu35-settings-window-windows.txt": {
    activeWindow: inFront("com.android.settings/.Settings"),
    displayId: 0,
    systemInsets: bars(63, 63),
  },
  "emu29-displays-excerpt.txt": {
    screenSize: size(1080, 2280),
    density: 440,
    rotation: 0,
    systemInsets: { statusBars: { top: 83, visible: false }, navigationBars: { bottom: 44, visible: true } },
  },
  "emu29-ime-window.txt": { ime: { visible: false } },
  "emu29-launcher-window.txt": { activeWindow: null },
  "emu29-seascape-displays-excerpt.txt": {
    screenSize: size(2280, 1080),
    rotation: 3,
    systemInsets: { navigationBars: { left: 132 }, displayCutout: { right: 132 }, statusBars: { top: 77 } },
  },
  "emu29-statusbar-window.txt": { systemInsets: { statusBars: { top: 84 } }, screenSize: size(1440, 2560) },
  "emu30-landscape-displays-excerpt.txt": {
    screenSize: size(2280, 1080),
    rotation: 1,
    systemInsets: { statusBars: { top: 77 }, navigationBars: { right: 132 }, displayCutout: { left: 132, right: 0 } },
  },
  "emu30-navbar-appium-fixture.txt": {
    screenSize: size(1080, 1920),
    systemInsets: { navigationBars: { bottom: 126 } },
  },
  "emu30-navbar-insets.txt": {
    windows: [{ title: "NavigationBar0", requestedWidth: 1440, requestedHeight: 168 }],
    systemInsets: { statusBars: null, navigationBars: { bottom: 168, frame: null } },
  },
  "emu30-statusbar-insets.txt": { systemInsets: { statusBars: { top: 84 } } },
  "emu33-displays-excerpt.txt": {
    screenSize: size(1080, 2280),
    density: 440,
    rotation: 0,
    systemInsets: bars(132, 132),
  },
  "emu33-ime-hidden-lines.txt": { ime: { visible: false, frame: null }, systemInsets: { statusBars: { top: 66 } } },
  "emu33-ime-shown-lines.txt": { ime: { visible: true, frame: { left: 0, top: 1398, right: 1080, bottom: 2220 } } },
  "emu36-displays-launcher.txt": {
    displayId: 0,
    screenSize: size(1080, 2424),
    density: 420,
    rotation: 0,
    activeWindow: { ...focus("com.google.android.apps.nexuslauncher/.NexusLauncherActivity"), type: "application" },
    systemInsets: {
      statusBars: { top: 142, visible: true, frame: { left: 0, top: 0, right: 1080, bottom: 142 } },
      navigationBars: { bottom: 63, frame: { top: 2361, bottom: 2424 } },
      displayCutout: { top: 142 },
      systemGestures: { left: 78, right: 78 },
      ime: { visible: false },
      edges: { left: 0, top: 142, right: 0, bottom: 63 },
    },
    ime: { visible: false },
    power: { interactive: true },
    keyguard: { showing: false },
  },
  "emu36-fold-2displays-focus-inner.txt": {
    displayId: 0,
    activeWindow: { package: "com.google.android.settings.intelligence", displayId: 0 },
  },
  "emu36-fold-2displays-focus-overlay.txt": {
    displayId: 7,
    activeWindow: { package: "com.google.android.settings.intelligence", displayId: 7 },
  },
  "emu36-fold-closed-focus.txt": { activeWindow: { package: "com.google.android.settings.intelligence" } },
  "emu36-fold-open-focus.txt": { activeWindow: { package: "com.google.android.settings.intelligence" } },
  "emu36-policy-asleep.txt": {
    power: { interactive: false, displayState: "OFF" },
    keyguard: { showing: false, secure: false, occluded: false },
  },
  "emu36-policy-keyguard-showing.txt": {
    power: { interactive: true, displayState: "ON" },
    keyguard: { showing: true, secure: false },
  },
  "emu36-policy-unlocked.txt": { power: { interactive: true }, keyguard: { showing: false } },
  "emu36-windows-head.txt": { screenSize: size(1080, 2424), rotation: 0 },
  "emu36-windows-tail.txt": { displayId: 0, screenSize: size(1080, 2424), rotation: 0, activeWindow: null },
  "galaxy-a70-a10-navbar-window.txt": { windows: [{ frame: { left: 0, top: 2274, right: 1080, bottom: 2400 } }] },
  "galaxy-a70-a10-search-window.txt": { activeWindow: null, systemInsets: bars(76, 126) },
  "galaxy-flip4-a12-multidisplay-focus.txt": {
    activeWindow: focus("jp.naver.line.android/.activity.main.MainActivity"),
  },
  "game-landscape-a13-14.txt": {
    screenSize: size(2400, 1080),
    rotation: 1,
    activeWindow: { package: "com.tioeroge.BulmasBallsTheGame" },
    systemInsets: {
      statusBars: { visible: false, top: 63 },
      navigationBars: { visible: true, bottom: 63 },
      displayCutout: { left: 128 },
    },
  },
  "huawei-a7-wallpaper-window.txt": { screenSize: size(1080, 1920), density: 480, systemInsets: bars(72, 112) },
  "lg-v10-a6-displays-tokens.txt": { activeWindow: null },
  "logcat-insetsstate-a13.txt": { systemInsets: { tappableElement: { top: 58, bottom: 90 } }, ime: { visible: false } },
  "logcat-insetsstate-a15-samsung.txt": { systemInsets: { ...bars(75, 135), displayCutout: { top: 75 } } },
  "nexus-a7-displays-short.txt": {
    screenSize: size(1080, 1920),
    density: 420,
    systemInsets: { statusBars: null, navigationBars: { visible: null, bottom: 126 } },
  },
  "phone-a13-bilibili-window.txt": {
    activeWindow: null,
    windows: [{ visible: false, owner: { component: "tv.danmaku.bili/.MainActivityV2" } }],
  },
  "phone31-displays-excerpt.txt": {
    screenSize: size(720, 1612),
    density: 320,
    rotation: 0,
    systemInsets: bars(72, 80),
    ime: { visible: false },
  },
  "pixel9pro-a15-app-focused.txt": {
    screenSize: size(960, 2142),
    density: 360,
    activeWindow: focus("com.waterui.animation_example/.MainActivity"),
  },
  "pixel9pro-a15-crash-dialog.txt": {
    activeWindow: {
      title: "Application Error: com.android.systemui",
      type: "crashDialog",
      app: { package: "com.waterui.shape_example" },
    },
  },
  "pixel9pro-a15-notification-shade.txt": {
    activeWindow: { type: null, app: { package: "com.waterui.animation_example" } },
  },
  "samsung-lineage9-window-excerpt.txt": {
    screenSize: size(1080, 1920),
    density: 420,
    rotation: 0,
    activeWindow: focus("com.facebook.katana/.LoginActivity"),
    systemInsets: { statusBars: { top: 63 }, navigationBars: { left: 0, top: 0, right: 0, bottom: 0 } },
    keyguard: { showing: false },
  },
  "smartron-window-displays.txt": { screenSize: size(1080, 2160), density: 480, activeWindow: null },
  "smartron-window-full.txt": {
    displayId: 0,
    screenSize: size(1080, 2160),
    density: 480,
    rotation: 0,
    activeWindow: focus("com.google.android.gms/.auth.uiflows.addaccount.ErrorActivity"),
    systemInsets: bars(72, 144),
    power: { interactive: true, displayState: "ON" },
    keyguard: { showing: false },
    ime: { visible: false },
  },
  "smartron-window-policy.txt": {
    activeWindow: focus("com.google.android.gms/.auth.uiflows.addaccount.ErrorActivity"),
    systemInsets: bars(72, 144),
    keyguard: { showing: false },
    power: { interactive: true, displayState: "ON" },
  },
  "smartron-window-windows.txt": {
    activeWindow: focus("com.google.android.gms/.auth.uiflows.addaccount.ErrorActivity"),
  },
  "sunmi-window-displays.txt": {
    displayId: 0,
    screenSize: size(1920, 1080),
    density: 230,
    rotation: 0,
    systemInsets: { statusBars: { top: 0, right: 0 }, navigationBars: { bottom: 69 } },
  },
  "sunmi-window-full.txt": {
    displayId: 0,
    screenSize: size(1920, 1080),
    density: 230,
    rotation: 0,
    activeWindow: focus("com.woyou.launcher/com.android.launcher3.Launcher"),
    systemInsets: { statusBars: { top: 0, right: 0 }, navigationBars: { bottom: 69 } },
    power: { interactive: true },
    keyguard: { showing: false },
    ime: { visible: false },
  },
  "sunmi-window-policy.txt": {
    power: { interactive: true, displayState: "ON" },
    keyguard: { showing: false },
  },
  "sunmi-window-windows.txt": {
    rotation: 0,
    activeWindow: focus("com.woyou.launcher/com.android.launcher3.Launcher"),
    systemInsets: { navigationBars: { bottom: 69 } },
  },
  "synthetic-adware-windows.txt": { activeWindow: { package: "com.android.chrome", basis: "focus" } },
  "synthetic-android14-displays.txt": {
    screenSize: size(1080, 2316),
    density: 450,
    rotation: 0,
    systemInsets: bars(75, 135),
  },
  "vivo15-window-windows.txt": {
    screenSize: size(720, 1612),
    density: 270,
    rotation: 0,
    activeWindow: inFront("com.kryptoloot.app/com.example.MainActivity"),
    systemInsets: bars(54, 33),
    ime: { visible: false },
  },
  "vivo15-window-windows.utf16le.txt": {
    screenSize: size(720, 1612),
    activeWindow: inFront("com.kryptoloot.app/com.example.MainActivity"),
  },
  "xiaomi9-window-windows.txt": {
    screenSize: size(1080, 2160),
    density: 440,
    rotation: 0,
    activeWindow: focus("com.xiaomi.account/.ui.LoginActivity"),
    systemInsets: bars(66, 130),
  },
};

corpusTest("every window dump of the corpus gives the facts that a careful reader finds in it", (folder) => {
  for (const [name, expected] of Object.entries(FACTS)) {
    assertFacts(parseWindow(readCorpus(folder, `dumpsys-window/${name}`)), expected, name);
  }
});

/** The list of windows is read window by window; a window that is cut off has its own errors. */
const BY_THEMSELVES = new Set(["windows", "errors"]);

corpusTest("a window dump cut off at any place gives no fact that the whole dump does not give", (folder) => {
  for (const name of Object.keys(FACTS)) {
    const text = readCorpus(folder, `dumpsys-window/${name}`);
    const whole = parseWindow(text);
    assert.ok(whole, name);
    for (const end of cutPlaces(text.length, 60)) {
      const cut = parseWindow(text.slice(0, end));
      if (!cut) continue;
      // Where the line with the focus is cut off another source is read, and `basis` reports it.
      const isSameSource = cut.activeWindow?.basis === whole.activeWindow?.basis;
      const facts = isSameSource ? cut : { ...cut, activeWindow: null };
      assertNothingInvented(facts, whole, `${name} cut at ${end}`, BY_THEMSELVES);
    }
  }
});

corpusTest("every window dump of the corpus is in the table", (folder) => {
  const known = Object.keys(FACTS).map((name) => `dumpsys-window/${name}`);
  assert.deepEqual(known.toSorted(), indexedFiles(folder, /^dumpsys-window\//).toSorted());
});
