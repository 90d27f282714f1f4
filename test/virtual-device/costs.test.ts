import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Costs } from "../../packages/virtual-android/src/costs.js";
import { bundledProfile, type Profile } from "../../packages/virtual-android/src/profile.js";

const profile: Profile = {
  ...bundledProfile("instant"),
  process: { delayMs: { min: 1, p50: 4, p95: 9 }, cites: "test" },
  commands: [
    { command: ["dumpsys"], delayMs: { fixed: 10 }, cites: "test" },
    { command: ["dumpsys", "window"], delayMs: { fixed: 20 }, inBinder: true, cites: "test" },
    { command: ["input"], maxApi: 30, delayMs: { fixed: 600 }, cites: "test" },
    { command: ["input"], minApi: 31, delayMs: { fixed: 25 }, cites: "test" },
  ],
};

describe("the costs of a profile", () => {
  it("come from the rule with the most matching arguments", () => {
    const costs = new Costs(profile, 1, 33);
    assert.deepEqual(costs.ofProgram(["dumpsys", "power"], false), { delayMs: 10, inBinder: false });
    assert.deepEqual(costs.ofProgram(["/system/bin/dumpsys", "window", "displays"], false), {
      delayMs: 20,
      inBinder: true,
    });
    assert.deepEqual(costs.ofProgram(["dumpsys", "-t", "3", "window"], false), { delayMs: 20, inBinder: true });
  });

  it("depend on the API level where a rule names one", () => {
    assert.equal(new Costs(profile, 1, 30).ofProgram(["input", "tap"], true).delayMs, 600);
    assert.equal(new Costs(profile, 1, 31).ofProgram(["input", "tap"], true).delayMs, 25);
  });

  it("of a script around cmd are those of cmd from the release on where it became one", () => {
    for (const name of ["usb-midrange", "emulator", "wifi"]) {
      const costs = (apiLevel: number) => new Costs(bundledProfile(name), 1, apiLevel);
      for (const [program, since] of [
        ["settings", 26],
        ["am", 31],
        ["pm", 28],
        ["wm", 28],
        ["ime", 28],
      ] as const) {
        assert.ok(costs(since - 1).ofProgram([program], true).delayMs >= 200, `${name} ${program} before`);
        assert.ok(costs(since).ofProgram([program], true).delayMs < 200, `${name} ${program}`);
      }
    }
  });

  it("are the same in every run with the same seed, and different with another seed", () => {
    const draw = (seed: number) => {
      const costs = new Costs(profile, seed, 33);
      return Array.from({ length: 20 }, () => costs.ofProgram(["cat"], false).delayMs);
    };
    assert.deepEqual(draw(5), draw(5));
    assert.notDeepEqual(draw(5), draw(6));
  });

  it("of one program do not depend on other programs in between", () => {
    const alone = new Costs(profile, 5, 33);
    const mixed = new Costs(profile, 5, 33);
    const first = [alone.ofProgram(["cat"], false), alone.ofProgram(["cat"], false)];
    const second = [mixed.ofProgram(["cat"], false)];
    mixed.ofProgram(["ls"], false);
    second.push(mixed.ofProgram(["cat"], false));
    assert.deepEqual(first, second);
  });

  it("follow the given quantiles and never fall below the minimum", () => {
    const costs = new Costs(profile, 11, 33);
    const draws = Array.from({ length: 4000 }, () => costs.ofProgram(["cat"], false).delayMs).sort((a, b) => a - b);
    const [p50 = 0, p95 = 0] = [draws[2000], draws[3800]];
    assert.ok(Math.abs(p50 - 4) < 0.3, `p50 ${p50}`);
    assert.ok(Math.abs(p95 - 9) < 0.9, `p95 ${p95}`);
    assert.ok((draws[0] ?? 0) >= 1);
  });
});
