import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  countByBucket,
  FRAME_BUCKETS,
  percentile,
} from "../../../packages/virtual-android/src/dumps/gfxinfo/histogram.js";
import { serviceNamed } from "../../../packages/virtual-android/src/dumps/services.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import { phoneState } from "../fixtures/phone-states.js";
import { dumpText, find } from "../support/dump-text.js";

const FORM = "com.example.form";

function withHungForm(api: number): PhoneState {
  const state = phoneState({ api });
  const processes = state.processes.map((one) => (one.packageName === FORM ? { ...one, isNotResponding: true } : one));
  return { ...state, processes };
}

describe("dumpsys gfxinfo", () => {
  it("prints the counters of a process", () => {
    const text = dumpText(phoneState({ api: 33 }), "gfxinfo", FORM);
    assert.match(text, /^\*\* Graphics info for pid 4014 \[com\.example\.form\] \*\*$/m);
    assert.equal(find(text, /^Total frames rendered: (\d+)$/m), "20");
    assert.equal(find(text, /^Janky frames: (.*)$/m), "3 (15.00%)");
    assert.equal(find(text, /^50th percentile: (.*)$/m), "7ms");
    assert.equal(find(text, /^90th percentile: (.*)$/m), "20ms");
    assert.equal(find(text, /^99th percentile: (.*)$/m), "150ms");
    assert.match(text, /^HISTOGRAM: 5ms=0 6ms=0 7ms=12 .* 20ms=7 .* 150ms=1 200ms=0 /m);
  });

  it("prints what each release counts", () => {
    const lines: readonly (readonly [RegExp, number])[] = [
      [/^Number Frame deadline missed: /m, 28],
      [/^50th gpu percentile: /m, 30],
      [/^GPU HISTOGRAM: /m, 30],
      [/^Janky frames \(legacy\): /m, 31],
      [/^Number Frame deadline missed \(legacy\): /m, 31],
    ];
    for (const api of [24, 27, 28, 29, 30, 31, 33, 34, 36]) {
      const text = dumpText(phoneState({ api }), "gfxinfo", FORM);
      for (const [line, since] of lines) assert.equal(line.test(text), api >= since, `${line} on API ${api}`);
    }
  });

  it("prints 4950 ms where no frame was counted", () => {
    const text = dumpText(phoneState({ api: 33 }), "gfxinfo", "com.android.settings");
    assert.equal(find(text, /^50th percentile: (.*)$/m), "4950ms");
    assert.equal(find(text, /^50th gpu percentile: (.*)$/m), "4950ms");
  });

  it("prints no counters for a process that never drew", () => {
    const text = dumpText(phoneState({ api: 33 }), "gfxinfo", "com.android.systemui");
    assert.match(text, /\[com\.android\.systemui\] \*\*\nProfile data in ms:\n/);
    assert.doesNotMatch(text, /Total frames rendered/);
  });

  it("reports that there is no such process", () => {
    assert.equal(dumpText(phoneState({ api: 33 }), "gfxinfo", "com.nowhere"), "No process found for: com.nowhere\n");
  });

  it("waits five seconds for an app that hangs, and goes on with the next one", () => {
    const parts = serviceNamed(withHungForm(33), "gfxinfo")?.dump(withHungForm(33), []) ?? [];
    const at = parts.findIndex((part) => typeof part !== "string");
    assert.deepEqual(parts[at], { waitMs: 5000 });
    assert.match(
      String(parts[at + 1]),
      /^Failure while dumping the app: ProcessRecord\{\w+ 4014:com\.example\.form\/u0a90\}$/,
    );
    assert.ok(parts.slice(at).some((part) => typeof part === "string" && part.includes("[com.android.settings]")));
  });
});

describe("dumpsys gfxinfo framestats", () => {
  const table = (api: number): readonly (readonly string[])[] => {
    const text = dumpText(phoneState({ api }), "gfxinfo", FORM, "framestats");
    const rows = /---PROFILEDATA---\n([\s\S]*?)---PROFILEDATA---/.exec(text)?.[1] ?? "";
    return rows
      .trimEnd()
      .split("\n")
      .map((row) => row.split(","));
  };

  it("has one value per column and an empty one after the last comma", () => {
    for (const [api, columns] of [
      [24, 14],
      [26, 16],
      [28, 16],
      [30, 17],
      [31, 22],
      [33, 23],
      [34, 23],
      [36, 24],
    ] as const) {
      const rows = table(api);
      assert.equal(rows.length, 21, `API ${api}`);
      for (const row of rows) assert.equal(row.length, columns + 1, `API ${api}`);
      assert.ok(rows.every((row) => row.at(-1) === ""));
    }
  });

  it("contains when each frame was due, how long it took and which frames to ignore", () => {
    for (const api of [24, 28, 30, 33, 36]) {
      const [header = [], ...rows] = table(api);
      const cell = (row: readonly string[], name: string): bigint => BigInt(row[header.indexOf(name)] ?? "0");
      const state = phoneState({ api }).processes[0]?.frames?.rows ?? [];
      assert.deepEqual(
        rows.map((row) => cell(row, "IntendedVsync")),
        state.map((one) => one.intendedVsyncNs),
      );
      assert.deepEqual(
        rows.map((row) => cell(row, "FrameCompleted") - cell(row, "IntendedVsync")),
        state.map((one) => one.durationNs),
      );
      assert.deepEqual(
        rows.map((row) => Number(cell(row, "Flags"))),
        state.map((one) => one.flags),
      );
    }
  });

  it("exchanges two column titles on Android 12 to 14", () => {
    const value = (api: number, name: string): bigint => {
      const [header = [], first = []] = table(api);
      return BigInt(first[header.indexOf(name)] ?? "0");
    };
    assert.equal(value(33, "FrameStartTime"), 16_666_666n);
    assert.equal(value(36, "FrameInterval"), 16_666_666n);
  });
});

describe("the percentiles of frame times", () => {
  it("are the slowest bucket that enough frames reach, whatever the durations", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 6000, noNaN: true }), { minLength: 1 }),
        fc.constantFrom(50, 90, 95, 99),
        (durations, percent) => {
          const counts = countByBucket(FRAME_BUCKETS, durations);
          assert.equal(
            counts.reduce((sum, count) => sum + count, 0),
            durations.length,
          );
          const answer = percentile(FRAME_BUCKETS, counts, percent);
          const atOrAbove = counts
            .filter((_, index) => (FRAME_BUCKETS[index] ?? 0) >= answer)
            .reduce((sum, count) => sum + count, 0);
          const needed = durations.length - Math.floor((percent * durations.length) / 100);
          assert.ok(atOrAbove >= needed);
        },
      ),
    );
  });
});
