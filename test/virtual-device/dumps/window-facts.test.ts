import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import { anyOptions } from "../fixtures/arbitrary-states.js";
import { phoneState } from "../fixtures/phone-states.js";
import { dumpText, find } from "../support/dump-text.js";

/** Reads one fact back out of the text of any state and compares it with the state. */
function reads(check: (state: PhoneState) => void): void {
  fc.assert(
    fc.property(anyOptions(), (options) => check(phoneState({ ...options, isAnrRemembered: false }))),
    { numRuns: 60 },
  );
}

function blockOf(text: string, displayId: number): string {
  const blocks = text.split(/^(?= {2}Display: mDisplayId=)/m);
  return blocks.find((block) => block.startsWith(`  Display: mDisplayId=${displayId}`)) ?? "";
}

function rectWords({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): string {
  return `[${left},${top}][${right},${bottom}]`;
}

describe("dumpsys window", () => {
  it("contains the size and density of the display, and the panel's where they were changed", () => {
    reads((state) => {
      const block = blockOf(dumpText(state, "window", "displays"), 0);
      const { size, physicalSize, overrideSize, overrideDensity } = state.display;
      assert.equal(find(block, /\bcur=(\d+x\d+)/), `${size.width}x${size.height}`);
      assert.equal(find(block, /\binit=(\d+x\d+)/), `${physicalSize.width}x${physicalSize.height}`);
      assert.equal(/\bbase=/.test(block), overrideSize !== null || overrideDensity !== null);
    });
  });

  it("contains the rotation, from Android 9 on with the frames of the display", () => {
    reads((state) => {
      if (state.build.apiLevel < 28) return;
      const block = blockOf(dumpText(state, "window", "displays"), 0);
      assert.equal(find(block, /DisplayFrames w=\d+ h=\d+ r=(\d)/), String(state.display.rotation));
    });
  });

  it("contains the focused window: in the displays from 10 on, in the policy before", () => {
    reads((state) => {
      const expected = state.focusedWindow
        ? `Window{${state.focusedWindow.hash} u0 ${state.focusedWindow.title}}`
        : "null";
      if (state.build.apiLevel >= 29) {
        const block = blockOf(dumpText(state, "window", "displays"), 0);
        assert.equal(find(block, /^ {2}mCurrentFocus=(.*)$/m), expected);
      } else {
        assert.doesNotMatch(dumpText(state, "window", "displays"), /mCurrentFocus=/);
        assert.equal(find(dumpText(state, "window", "visible"), /^ {2}mCurrentFocus=(.*)$/m), expected);
      }
    });
  });

  it("contains where the system bars are and whether they are visible, from 11 on", () => {
    reads((state) => {
      if (state.build.apiLevel < 30) return;
      const block = blockOf(dumpText(state, "window", "displays"), 0);
      for (const kind of ["statusBars", "navigationBars"] as const) {
        const source = state.insets.find((one) => one.kind === kind);
        if (!source) throw new Error("the fixtures have both bars");
        const type =
          state.build.apiLevel >= 34 ? kind : kind === "statusBars" ? "ITYPE_STATUS_BAR" : "ITYPE_NAVIGATION_BAR";
        const line = find(block, new RegExp(`^\\s+(InsetsSource (?:id=\\S+ )?type=${type} .*)$`, "m")) ?? "";
        assert.equal(find(line, / frame=(\S+)/), rectWords(source.frame));
        assert.equal(find(line, / visible=(\w+)/), String(source.visible));
      }
    });
  });

  it("contains whether the input method is visible from 8 on, and how high it is from 9 on", () => {
    reads((state) => {
      if (state.build.apiLevel < 26) return;
      const block = blockOf(dumpText(state, "window", "displays"), 0);
      assert.equal(find(block, /^ +mIsImeShowing=(\w+)$/m), String(state.ime.isVisible));
      const height = find(block, /^ +mImeHeight=(\d+)$/m);
      if (state.build.apiLevel >= 28) assert.equal(Number(height) > 0, state.ime.isVisible);
    });
  });

  it("contains whether the phone is awake", () => {
    reads((state) => {
      const text = dumpText(state, "window", "policy") + dumpText(state, "window", "displays");
      assert.equal(find(text, /\bmAwake=(true|false)/), String(state.power.wakefulness === "Awake"));
    });
  });

  it("contains whether the keyguard is shown, from 9 on", () => {
    reads((state) => {
      if (state.build.apiLevel < 28) return;
      assert.equal(find(dumpText(state, "window", "policy"), /^ +showing=(\w+)$/m), String(state.keyguard.isShowing));
    });
  });

  it("contains every window with its owner and its frame", () => {
    reads((state) => {
      const text = dumpText(state, "window", "-a", "windows");
      for (const window of state.windows) {
        const start = text.indexOf(`Window{${window.hash} u0 ${window.title}}:`);
        assert.ok(start >= 0, window.title);
        const block = text.slice(start, text.indexOf("  Window #", start + 1));
        assert.match(block, new RegExp(`^ {4}mOwnerUid=${window.ownerUid} .*package=${window.ownerPackage} `, "m"));
        assert.ok(block.includes(rectWords(window.frame)), `${window.title} has its frame`);
      }
    });
  });
});

describe("the known oddities of dumpsys window", () => {
  it("are a start with the screen of the last ANR, in the dump without arguments", () => {
    for (const api of [24, 28, 30, 33, 36]) {
      const text = dumpText(phoneState({ api, scene: "app", isAnrRemembered: true }), "window");
      assert.match(text, /^WINDOW MANAGER LAST ANR \(dumpsys window lastanr\)\n/);
      const [stale = "", current = ""] = [...text.matchAll(/^ {2}mCurrentFocus=(.*)$/gm)].map((match) => match[1]);
      assert.match(stale, /com\.fovea\.launcher/);
      assert.match(current, /com\.android\.settings/);
    }
  });

  it("are the focused display printed last, so that another one may precede display 0", () => {
    const state = phoneState({ api: 36, scene: "app", isTwoDisplays: true });
    const ids = (text: string): readonly string[] =>
      [...text.matchAll(/^ {2}Display: mDisplayId=(\d+)/gm)].map((match) => match[1] ?? "");
    assert.deepEqual(ids(dumpText(state, "window", "displays")), ["7", "0"]);
    assert.deepEqual(ids(dumpText({ ...state, topFocusedDisplayId: 7 }, "window", "displays")), ["0", "7"]);
    const text = dumpText(state, "window", "displays");
    assert.equal(find(blockOf(text, 7), /^ {2}mCurrentFocus=(.*)$/m), "null");
    assert.match(find(blockOf(text, 0), /^ {2}mCurrentFocus=(.*)$/m) ?? "", /com\.android\.settings/);
  });

  it("are mAwake without a space before the next word on Android 9", () => {
    assert.match(dumpText(phoneState({ api: 28 }), "window", "policy"), /mAwake=truemScreenOnEarly=true/);
  });

  it("are repeated insets below mSource= and mControl=", () => {
    const text = dumpText(phoneState({ api: 33, scene: "ime" }), "window", "displays");
    assert.equal([...text.matchAll(/InsetsSource type=ITYPE_IME /g)].length, 2);
    assert.match(text, /mSource=InsetsSource type=ITYPE_IME /);
    assert.match(text, /mControl=InsetsSourceControl type=ITYPE_IME /);
  });

  it("are no source of the input method on Android 16 before it was shown once", () => {
    const before = phoneState({ api: 36, scene: "app" });
    const after = { ...before, ime: { ...before.ime, wasShown: true } };
    assert.doesNotMatch(dumpText(before, "window", "displays"), /^ +InsetsSource id=\S+ type=ime /m);
    assert.match(dumpText(after, "window", "displays"), /^ +InsetsSource id=\S+ type=ime .*visible=false/m);
  });

  it("are a second closing brace of an activity on Android 13, and its decimal hash on 16", () => {
    const focus = (api: number) => find(dumpText(phoneState({ api }), "window", "displays"), /mFocusedApp=(.*)/);
    assert.equal(focus(33), "ActivityRecord{c866d3c u0 com.android.settings/.Settings} t12}");
    assert.equal(focus(36), `ActivityRecord{${0xc866d3c} u0 com.android.settings/.Settings t12}`);
  });
});
