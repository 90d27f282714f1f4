import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bundledProfile, parseProfile, profileNames, readProfile } from "../../packages/virtual-android/src/profile.js";
import { isFoveaError } from "../../src/base/errors.js";

describe("cost profiles", () => {
  it("are included for the usual links, and for tests without any cost", () => {
    assert.deepEqual(profileNames(), ["emulator", "instant", "usb-midrange", "wifi"]);
  });

  for (const name of profileNames()) {
    it(`name the source of each figure of ${name}`, () => {
      const profile = bundledProfile(name);
      assert.equal(profile.name, name);
      const figures = [profile.link, profile.process, profile.script, profile.boot, ...profile.commands];
      for (const { cites } of figures) assert.match(cites, /android\.md|tests are fast/);
    });
  }

  it("are refused with the place of the error", () => {
    const broken = { ...bundledProfile("instant"), process: { delayMs: { min: 5, p50: 1, p95: 9 }, cites: "x" } };
    assert.throws(
      () => parseProfile(broken, "mine.json"),
      (error) => isFoveaError(error, "INVALID_ARGUMENT") && /mine\.json[\s\S]*process\.delayMs/.test(error.message),
    );
    assert.throws(() => parseProfile({ ...bundledProfile("instant"), extra: 1 }, "x"), /extra/);
  });

  it("that do not exist are refused with the names of those that do", () => {
    assert.throws(() => bundledProfile("fast"), /no cost profile "fast"; there are emulator, instant/);
    assert.throws(
      () => readProfile("/nowhere/at/all.json"),
      (error) => isFoveaError(error, "INVALID_ARGUMENT"),
    );
  });
});
