import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { configurationText } from "../../../packages/virtual-android/src/dumps/configuration.js";
import { getDisplays } from "../../../packages/virtual-android/src/dumps/display/display.js";
import { displayInfo } from "../../../packages/virtual-android/src/dumps/display-info.js";
import { defaultView } from "../../../packages/virtual-android/src/dumps/display-views.js";
import { phoneState } from "../fixtures/phone-states.js";
import { captureLines, corpusFolder } from "../support/corpus.js";

const folder = corpusFolder();
const skip = folder === null ? "no ../shared/corpus and no FOVEA_CORPUS" : false;

function capture(path: string): string {
  return captureLines(folder ?? "", path).join("\n");
}

/** From `start` to the brace that closes what it opens. */
function braced(text: string, start: string): string {
  const from = text.indexOf(start);
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (text[at] === "}" && depth === 0) return text.slice(from, at + 1);
  }
  return "";
}

/** The words of a Configuration with everything taken out that belongs to the phone: its keys, screen and network. */
function configurationWords(text: string): string {
  return text
    .replace(/(?:-keyb|qwerty)\/v\/[hv] (?:-nav|dpad|tball)\/[hv]/g, "KEYS")
    .replace(/tball\/v/g, "")
    .replace(/(?:\?|\d+)mcc(?:\?|\d+)mnc/g, "NETWORK")
    .replace(/ (?:long|night|compactNeeded|as\.\d+)(?= )/g, "")
    .replace(/ (?:smll|nrml|lrg|xlrg) /g, " SIZE ")
    .replace(/ (?:port|land) /g, " ORIENTATION ")
    .replace(/mActivityType=\w+/g, "mActivityType=TYPE")
    .replace(/\[\w+\]/g, "[LOCALE]")
    .replace(/\d+(?:\.\d+)?/g, "#");
}

const CONFIGURATIONS: readonly (readonly [api: number, path: string])[] = [
  [27, "dumpsys-other/smartron-activity-activities.txt"],
  [28, "dumpsys-other/sunmi-activity-activities.txt"],
  [29, "dumpsys-window/emu29-settings-window-windows.txt"],
  [31, "dumpsys-window/emu31-settings-window-windows.txt"],
  [33, "dumpsys-window/emu33-settings-window-windows.txt"],
  [35, "dumpsys-window/emu35-settings-window-windows.txt"],
  [36, "dumpsys-window/emu36-displays-launcher.txt"],
];

describe("the text of a configuration", { skip }, () => {
  for (const [api, path] of CONFIGURATIONS) {
    it(`is that of API ${api}`, () => {
      const state = phoneState({ api });
      const mine = configurationText(state, defaultView(state), { activityType: "standard", sequence: 7 });
      const real = braced(capture(path), /\{[1-9]\.\d+ [^\n]*?mcc/.exec(capture(path))?.[0] ?? "none");
      assert.equal(configurationWords(mine), configurationWords(real));
    });
  }
});

/** The words of a DisplayInfo in their order, without values. */
function infoWords(text: string): string {
  return text
    .replace(/"[^"]*"/g, '""')
    .replace(/@[0-9a-f]+/g, "@#")
    .replace(/0x[0-9a-f]+/g, "#")
    .replace(/\d+(?:\.\d+)?/g, "#")
    .replace(/\b(?:true|false)\b/g, "?")
    .replace(/\b(?:ON|OFF)\b/g, "STATE")
    .replace(
      /, deviceProductInfo [^,]*?(?=, removeMode)|, deviceProductInfo DeviceProductInfo\{.*?\}(?=, removeMode)/g,
      ", deviceProductInfo X",
    )
    .replace(/address \{[^}]*\}/g, "address X")
    .replace(/refreshRateOverride \S+/g, "refreshRateOverride #")
    .replace(/[a-zA-Z]*odes \[\{.*?\}\](?=, [a-z])/g, (modes) => modes.replace(/\}, \{.*(?=\}\])/, ""));
}

describe("the text of a DisplayInfo", { skip }, () => {
  it("is that of API 27, 28 and 33 in dumpsys display", () => {
    const captures = [
      [27, "dumpsys-other/smartron-display.txt"],
      [28, "dumpsys-other/sunmi-display.txt"],
      [33, "dumpsys-other/mtk480-display-screen-off.txt"],
    ] as const;
    for (const [api, path] of captures) {
      const state = phoneState({ api });
      const mine = displayInfo(api, defaultView(state), "base");
      const real = braced(capture(path).slice(capture(path).indexOf("mBaseDisplayInfo=")), "DisplayInfo{");
      assert.equal(infoWords(mine), infoWords(real), `API ${api}`);
    }
  });

  it("is that of API 36 in cmd display get-displays", () => {
    const mine = getDisplays(phoneState({ api: 36 }));
    const real = captureLines(folder ?? "", "dumpsys-other/emu36-fold-cmd-display-get-displays.txt");
    assert.equal(infoWords(mine[1] ?? ""), infoWords(real[1] ?? ""));
  });
});
