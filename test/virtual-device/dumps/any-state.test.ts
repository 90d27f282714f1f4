import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { DumpPart, DumpService } from "../../../packages/virtual-android/src/dumps/dump-service.js";
import { servicesOf } from "../../../packages/virtual-android/src/dumps/services.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import { anySituation, stateOf } from "../fixtures/arbitrary-states.js";

/** Arguments that lead to every part of a service's dump. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  SurfaceFlinger: [[], ["--display-id"], ["--list"], ["--latency"]],
  activity: [[], ["activities"], ["top"], ["processes"], ["-p", "com.example.form", "activities"]],
  gfxinfo: [[], ["com.example.form", "framestats"], ["com.nowhere"]],
  package: [[], ["com.example.form"]],
  window: [
    [],
    ["-a"],
    ...["displays", "policy", "windows", "visible", "visible-apps", "tokens", "sessions", "lastanr"].map((name) => [
      name,
    ]),
  ],
};

/** Where AOSP itself prints such words: a brightness of "none", and window configurations that say nothing. */
const REAL = [
  /\b\w*(?:Override|Brightness)\w*=NaN/g,
  /\b(?:mAlwaysOnTop|mActivityType|mRotation|mDisplayRotation|mWindowingMode|mDisplayWindowingMode|type|mode)=undefined\b/g,
];

function withoutRealWords(line: string): string {
  return REAL.reduce((text, real) => text.replace(real, ""), line);
}

function textsOf(state: PhoneState, service: DumpService): readonly string[] {
  const parts: readonly DumpPart[] = (ARGUMENTS[service.name] ?? [[]]).flatMap((args) => service.dump(state, args));
  return parts.filter((part) => typeof part === "string");
}

describe("dumps of any state", () => {
  it("contain no placeholder of a missing value, and one line per line", () => {
    const property = fc.property(anySituation(), (situation) => {
      const state = stateOf(situation);
      for (const service of servicesOf(state.build.apiLevel)) {
        for (const line of textsOf(state, service)) {
          assert.doesNotMatch(withoutRealWords(line), /NaN|Infinity|\[object|undefined/, service.name);
          assert.doesNotMatch(line, /[\r\n]/, service.name);
        }
      }
    });
    fc.assert(property, { numRuns: 40 });
  });

  it("depend only on the state", () => {
    const property = fc.property(anySituation(), (situation) => {
      const state = stateOf(situation);
      for (const service of servicesOf(state.build.apiLevel)) {
        assert.deepEqual(textsOf(state, service), textsOf(stateOf(situation), service));
      }
    });
    fc.assert(property, { numRuns: 5 });
  });
});
