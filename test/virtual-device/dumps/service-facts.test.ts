import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import { anyOptions } from "../fixtures/arbitrary-states.js";
import { phoneState } from "../fixtures/phone-states.js";
import { dumpText, find } from "../support/dump-text.js";

function reads(check: (state: PhoneState) => void): void {
  fc.assert(
    fc.property(anyOptions(), (options) => check(phoneState(options))),
    { numRuns: 40 },
  );
}

describe("the dumps of services", () => {
  it("contain the wakefulness in dumpsys power", () => {
    reads((state) => {
      assert.equal(find(dumpText(state, "power"), /^ {2}mWakefulness=(\w+)$/m), state.power.wakefulness);
    });
  });

  it("contain whether the keyboard is shown in dumpsys input_method: one line up to 13, three from 14 on", () => {
    reads((state) => {
      const text = dumpText(state, "input_method");
      const isLate = state.build.apiLevel >= 34;
      const line = isLate ? /^ {2}mInputShown=(\w+)$/m : /^ {2}mShowRequested=.* mInputShown=(\w+)$/m;
      assert.equal(find(text, line), String(state.ime.isVisible));
      assert.equal(find(text, /^ {2}mCurMethodId=(.*)$/m), state.ime.currentMethod);
    });
  });

  it("contain the rotation in dumpsys input, with SurfaceOrientation up to 12", () => {
    reads((state) => {
      const text = dumpText(state, "input");
      const { rotation, displayId } = state.display;
      const surface = find(text, /^ +SurfaceOrientation: (\d)$/m);
      assert.equal(surface, state.build.apiLevel <= 32 ? String(rotation) : null);
      const viewport = new RegExp(`^ +Viewport(?: INTERNAL)?: displayId=${displayId}, .*?orientation=(\\d)`, "m");
      assert.equal(find(text, viewport), String(rotation));
    });
  });

  it("contain the focus in dumpsys input", () => {
    reads((state) => {
      // What follows is the dispatcher as it was at the last ANR.
      const [text = ""] = dumpText({ ...state, extraDisplays: [] }, "input").split("at time of last ANR:");
      const { focusedWindow } = state;
      if (state.build.apiLevel <= 28) {
        const name = find(text, /^ {2}FocusedWindow: name='(.*)'$/m);
        assert.equal(name, focusedWindow ? `Window{${focusedWindow.hash} u0 ${focusedWindow.title}}` : "<null>");
        return;
      }
      const name = find(text, /^ {2}FocusedWindows:\n {4}displayId=0, name='(.*)'$/m);
      assert.equal(name?.includes(focusedWindow?.hash ?? "none") ?? null, focusedWindow ? true : null);
    });
  });

  it("contain the keyguard in dumpsys activity activities and in dumpsys trust", () => {
    reads((state) => {
      const { isShowing, isSecure } = state.keyguard;
      if (state.build.apiLevel >= 26) {
        assert.equal(find(dumpText(state, "activity", "activities"), /^ +mKeyguardShowing=(\w+)$/m), String(isShowing));
      }
      const locked = find(dumpText(state, "trust"), / deviceLocked=(\d)/);
      assert.equal(locked, isShowing && isSecure ? "1" : "0");
    });
  });

  it("contain the activity in front in dumpsys activity activities, by the release's name", () => {
    for (const [api, line] of [
      [24, /^ {2}mFocusedActivity: ActivityRecord\{\S+ u0 (\S+) t12\}$/m],
      [28, /^ {2}ResumedActivity: ActivityRecord\{\S+ u0 (\S+) t12\}$/m],
      [30, /^ +mResumedActivity: ActivityRecord\{\S+ u0 (\S+) t12\}$/m],
      [33, /^ +topResumedActivity=ActivityRecord\{\S+ u0 (\S+)\} t12\}$/m],
      [36, /^ +topResumedActivity=ActivityRecord\{\d+ u0 (\S+) t12\}$/m],
    ] as const) {
      assert.equal(
        find(dumpText(phoneState({ api }), "activity", "activities"), line),
        "com.android.settings/.Settings",
      );
    }
  });

  it("contain the battery and the packages", () => {
    reads((state) => {
      assert.equal(find(dumpText(state, "battery"), /^ {2}level: (\d+)$/m), String(state.power.batteryLevel));
      const text = dumpText(state, "package", "com.example.form");
      assert.equal(find(text, /^ {4}versionName=(.*)$/m), "2.1.0");
      assert.equal(find(text, /^ {4}versionCode=(\d+) minSdk=\d+ targetSdk=\d+$/m), "210");
      assert.match(dumpText(state, "package", "com.nowhere"), /^Unable to find package: com\.nowhere\n$/);
    });
  });
});

describe("dumpsys accessibility", () => {
  const service = "com.example.helper/com.example.helper.Helper";
  const withService = (api: number, isUiAutomationConnected: boolean): PhoneState => {
    const accessibility = { enabled: [service], bound: [service], crashed: [], isUiAutomationConnected };
    return { ...phoneState({ api }), accessibility };
  };

  it("shows a service as enabled and bound", () => {
    for (const api of [30, 33, 36]) {
      const text = dumpText(withService(api, false), "accessibility");
      assert.match(text, /^ {5}Bound services:\{Service\[label=com\.example\.helper, /m);
      assert.match(text, /^ {5}Enabled services:\{\{com\.example\.helper\/com\.example\.helper\.Helper\}\}$/m);
    }
    assert.match(dumpText(withService(28, false), "accessibility"), /^ {11}services:\{Service\[label=/m);
  });

  it("shows no service as bound while a UiAutomation suppresses them", () => {
    for (const api of [30, 33, 36]) {
      const text = dumpText(withService(api, true), "accessibility");
      assert.match(text, /^ {5}Bound services:\{\}$/m);
      assert.match(text, /^ {5}Enabled services:\{\{com\.example\.helper/m);
      assert.match(text, /^Ui Automation\[/m);
    }
  });
});

describe("dumpsys SurfaceFlinger", () => {
  const state = (api: number): PhoneState => phoneState({ api, scene: "ime", isTwoDisplays: true });

  it("lists the physical displays and no overlay", () => {
    const text = dumpText(state(33), "SurfaceFlinger", "--display-id");
    assert.match(text, /^Display 4619827259835644672 \(HWC display 0\): port=0 pnpId=\w+ displayName=".*"\n$/);
  });

  it("wraps the names of layers from 15 on", () => {
    const name = /com\.example\.form\/com\.example\.form\.ui\.FormActivity#\d+/;
    assert.match(dumpText(state(28), "SurfaceFlinger", "--list"), new RegExp(`^${name.source}$`, "m"));
    assert.match(
      dumpText(state(36), "SurfaceFlinger", "--list"),
      new RegExp(`^RequestedLayerState\\{${name.source} parentId=\\d+\\}$`, "m"),
    );
  });

  it("prints the period and 127 records of a layer, the unused ones first", () => {
    const form = {
      ...state(33),
      windows: state(33).windows.map((one) => (one.hash === "4c0ffee" ? { ...one, ownerPid: 4014 } : one)),
    };
    const layer = find(dumpText(form, "SurfaceFlinger", "--list"), /^(com\.example\.form\/.*)$/m) ?? "";
    const lines = dumpText(form, "SurfaceFlinger", "--latency", layer).trimEnd().split("\n");
    assert.equal(lines[0], "16666666");
    assert.equal(lines.length, 128);
    assert.equal(lines[1], "0\t0\t0");
    assert.match(lines.at(-1) ?? "", /^700316666673\t70\d{10}\t700496866673$/);
    assert.equal(dumpText(form, "SurfaceFlinger", "--latency", "nothing#1"), "16666666\n");
  });
});
