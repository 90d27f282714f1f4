import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { serviceNamed } from "../../../packages/virtual-android/src/dumps/services.js";
import { openPhone } from "../../support/virtual-phone.js";
import { phoneState } from "../fixtures/phone-states.js";
import { dumpText } from "../support/dump-text.js";

const LEVELS = [24, 28, 30, 33, 36];

function blocks(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}Window #\d+ Window\{(\w+) /gm)].map((match) => match[1] ?? "");
}

describe("the parts of dumpsys window", () => {
  it("are found by their long and short names", () => {
    for (const api of LEVELS) {
      const state = phoneState({ api });
      for (const [long, short, title] of [
        ["displays", "d", "DISPLAY CONTENTS"],
        ["policy", "p", "POLICY STATE"],
        ["sessions", "s", "SESSIONS"],
        ["tokens", "t", "TOKENS"],
        ["windows", "w", "WINDOWS"],
      ] as const) {
        const text = dumpText(state, "window", long);
        assert.match(text, new RegExp(`^WINDOW MANAGER ${title} `), `${long} on API ${api}`);
        assert.equal(dumpText(state, "window", short), text);
      }
    }
  });

  it("can be one window, by its hash or by a part of its title", () => {
    for (const api of LEVELS) {
      const state = phoneState({ api });
      assert.deepEqual(blocks(dumpText(state, "window", "4c0ffee")), ["4c0ffee"]);
      assert.deepEqual(blocks(dumpText(state, "window", "com.android.settings")), ["4c0ffee"]);
      assert.ok(
        blocks(dumpText(state, "window", "visible")).length < blocks(dumpText(state, "window", "windows")).length,
      );
      assert.equal(
        dumpText(state, "window", "nothing"),
        "Bad window command, or no windows match: nothing\nUse -h for help.\n",
      );
    }
  });

  it("follow one another in the dump without arguments", () => {
    for (const api of LEVELS) {
      const titles = [...dumpText(phoneState({ api }), "window").matchAll(/^WINDOW MANAGER ([A-Z ]+?) \(/gm)];
      const names = titles.map((match) => match[1]);
      const wanted = [
        "LAST ANR",
        "POLICY STATE",
        "ANIMATOR STATE",
        "SESSIONS",
        "DISPLAY CONTENTS",
        "TOKENS",
        "WINDOWS",
      ];
      assert.deepEqual(
        names.filter((name) => wanted.includes(name ?? "")),
        wanted,
        `API ${api}`,
      );
    }
  });
});

describe("the parts of dumpsys activity", () => {
  it("can be the activities of one package", () => {
    for (const api of LEVELS) {
      const text = dumpText(phoneState({ api }), "activity", "-p", "com.fovea.launcher", "activities");
      assert.match(text, /com\.fovea\.launcher\/\.Home/, `API ${api}`);
      assert.doesNotMatch(text, /\* Hist.*com\.android\.settings/, `API ${api}`);
    }
  });

  it("wait for the app in front, which is asked itself", () => {
    const state = phoneState({ api: 33 });
    const hung = { ...state, processes: state.processes.map((process) => ({ ...process, isNotResponding: true })) };
    const parts = serviceNamed(hung, "activity")?.dump(hung, ["top"]) ?? [];
    assert.deepEqual(
      parts.find((part) => typeof part !== "string"),
      { waitMs: 5000 },
    );
    const text = dumpText(state, "activity", "top");
    assert.match(text.slice(text.lastIndexOf("TASK ")), /^TASK 1000:com\.android\.settings id=12 [\s\S]*mResumed=true/);
    assert.equal(
      serviceNamed(state, "activity")
        ?.dump(state, ["top"])
        .every((part) => typeof part === "string"),
      true,
    );
  });

  it("of the top activity have every task from Android 8 on, and only the one in front before", () => {
    const tasksOf = (api: number) => {
      using device = openPhone({ apiLevel: api, app: "com.android.settings" });
      return dumpText(device.phone.state(), "activity", "top").match(/^ {2}ACTIVITY com\.\S+(?=\/)/gm);
    };
    assert.deepEqual(tasksOf(24), ["  ACTIVITY com.android.settings"]);
    assert.deepEqual(tasksOf(33), ["  ACTIVITY com.android.launcher3", "  ACTIVITY com.android.settings"]);
  });

  it("report that nothing matches", () => {
    const text = dumpText(phoneState({ api: 33 }), "activity", "nothing");
    assert.equal(text, "Bad activity command, or no activities match: nothing\nUse -h for help.\n");
  });
});
