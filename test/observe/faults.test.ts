import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Fault, FaultRule } from "../../packages/virtual-android/src/fault-script.js";
import { isFoveaError } from "../../src/base/errors.js";
import { pollUntil } from "../../src/base/signals.js";
import type { UiElement } from "../../src/screen/element.js";
import { type Observation, PARTS, type PartName } from "../../src/screen/observation.js";
import { assertNothingInvented } from "../support/nothing-invented.js";
import { codesOf, observeProduct } from "../support/observe-product.js";
import { orDispose } from "../support/or-dispose.js";
import { type Product, startProduct } from "../support/product.js";
import { ScreenHistory, type ScreenMoment } from "../support/screen-history.js";
import { untilStable } from "../support/until-stable.js";

/** The kinds of the fault script that strike what a program prints, with figures that hit an answer in the middle. */
const ANSWERS: Readonly<Record<string, Fault>> = {
  fails: { kind: "fail", status: 1, stderr: "not today\n" },
  "prints nothing": { kind: "truncate", bytes: 0 },
  "is cut": { kind: "truncate", bytes: 300 },
  "prints garbage": { kind: "garbage" },
  "warns first": { kind: "prefix", stdout: "[Warning] something else\n", stderr: "and more\n" },
  "prints far too much": { kind: "flood", bytes: 3_000_000 },
  "is killed": { kind: "kill", afterMs: 0 },
};

/** Faults of streams, in addition. */
const STREAMS: Readonly<Record<string, Fault>> = {
  ...ANSWERS,
  "hangs for a while": { kind: "hang", forMs: 2000 },
  "is slow": { kind: "slow", bytesPerSecond: 400_000 },
  "comes late": { kind: "delay", ms: 2000 },
  "loses the connection": { kind: "disconnect", afterBytes: 100 },
  "goes offline": { kind: "offline", forMs: 1000 },
};

/** Faults after which the phone or its time has changed. */
const HANG: Readonly<Record<string, Fault>> = { hangs: { kind: "hang" } };
const REBOOT: Readonly<Record<string, Fault>> = { "reboots the phone": { kind: "reboot" } };

const CUTS: Readonly<Record<string, Fault>> = Object.fromEntries(
  Object.entries(ANSWERS).filter(([name]) => !/killed|far too much/.test(name)),
);

interface Target {
  readonly name: string;
  readonly rule: Pick<FaultRule, "service" | "command">;
  /** The parts that may be missing then. */
  readonly parts: readonly PartName[];
}

const WINDOW_PARTS = ["window", "keyguard", "power", "frameStats", "inputMethod"] as const;

const PROBES: readonly Target[] = [
  { name: "the window probe", rule: { service: "raw:dumpsys.* window " }, parts: WINDOW_PARTS },
  { name: "the hierarchy probe", rule: { service: "uiautomator" }, parts: ["hierarchy"] },
  { name: "the screenshot probe", rule: { service: "screencap" }, parts: ["screenshot"] },
  { name: "the frame statistics probe", rule: { service: "gfxinfo" }, parts: ["frameStats"] },
];

const PROGRAMS: readonly Target[] = [
  { name: "the window manager", rule: { command: "^dumpsys .* window " }, parts: WINDOW_PARTS },
  { name: "the power manager", rule: { command: "^dumpsys .* power" }, parts: ["power"] },
  { name: "the clock", rule: { command: "^date" }, parts: [] },
  { name: "uiautomator", rule: { command: "^uiautomator" }, parts: ["hierarchy"] },
  { name: "reading the dump", rule: { command: "^cat /data/local" }, parts: ["hierarchy"] },
  { name: "screencap", rule: { command: "^screencap" }, parts: ["screenshot"] },
  { name: "gfxinfo", rule: { command: "^dumpsys .* gfxinfo" }, parts: ["frameStats"] },
];

const EVERYTHING: Target = { name: "everything", rule: { service: "^shell" }, parts: [...PARTS] };

/** Faults that affect all probes, because the connection is lost. */
const CUTS_OTHERS = /connection|offline|reboots/;
/** The time of the longest probe, and of a second observation at most. */
const LONGEST_MS = 35_000;

async function startForm(): Promise<Product> {
  const product = await startProduct({ app: "com.fovea.form", size: { width: 360, height: 640 }, density: 160 });
  return await orDispose(product, async () => {
    await untilStable(product);
    return product;
  });
}

/** An observation with this fault in force, compared with one without it. */
async function assertNamesGaps(
  product: Product,
  whole: Observation,
  { rule, parts }: Target,
  [name, fault]: [string, Fault],
) {
  using history = new ScreenHistory(product.phone, { pictures: true });
  const since = product.phone.clock.nowMs();
  product.device.faults.set([{ ...rule, fault }]);
  const startedAt = performance.now();
  const seen = await observeProduct(product);
  assert.ok(performance.now() - startedAt < LONGEST_MS);
  product.device.faults.clear();
  assertGapsNamed(seen);
  if (name !== "reboots the phone") assertTrue({ whole, seen, moments: history.since(since) });
  const missing = Object.entries(seen.parts).flatMap(([part, { source }]) => (source === "none" ? [part] : []));
  const lacking = missing.filter((part) => !CUTS_OTHERS.test(name) && !parts.some((mayMiss) => mayMiss === part));
  assert.deepEqual(lacking, [], `${lacking.join(", ")}: ${JSON.stringify(seen.errors)}`);
  await assertRecovers(product);
  return seen;
}

/** Every part that is missing has its own coded error, and the summary names them all. */
function assertGapsNamed({ parts, errors, error, ...seen }: Observation): void {
  const reported = errors.filter(({ code }) => code !== "FACT_UNKNOWN");
  for (const [name, { source }] of Object.entries(parts)) {
    const probe = name === "keyguard" || name === "power" ? "window" : name;
    if (source === "none")
      assert.ok(
        reported.some((one) => one.probe === probe),
        `${name} is missing without an error`,
      );
  }
  assert.equal(seen.hierarchySource === "none", seen.viewHierarchy === null);
  for (const { code, message } of reported)
    assert.ok(error?.includes(`${code}: ${message}`), `the summary lacks ${code}`);
  if (reported.length === 0) assert.equal(error, null);
}

const CHANGING = new Set(["uptimeMs", "realtimeMs", "ref", "parent", "statsSinceNs"]);

interface Witness {
  readonly whole: Observation;
  readonly seen: Observation;
  readonly moments: readonly ScreenMoment[];
}

/** Checks that all reported facts are those without the fault. */
function assertTrue({ whole, seen, moments }: Witness): void {
  const factsOf = ({
    activeWindow,
    screenSize,
    rotation,
    density,
    systemInsets,
    ime,
    power,
    keyguard,
  }: Observation) => {
    return { activeWindow, screenSize, rotation, density, systemInsets, ime, power, keyguard };
  };
  assertNothingInvented(factsOf(seen), factsOf(whole), "facts", new Set(["inputMethod"])); // reported by another service

  assertNothingInvented(seen.frameStats, whole.frameStats, "frameStats", CHANGING);
  const blamed = new Set(seen.errors.map(({ probe }) => probe));
  if (losesFacts(factsOf(seen), factsOf(whole))) assert.ok(blamed.has("window"));
  if (losesFacts(seen.frameStats, whole.frameStats)) assert.ok(blamed.has("frameStats"));
  if (seen.viewHierarchy) assert.deepEqual(seen.viewHierarchy, whole.viewHierarchy);
  if (seen.viewHierarchy) assert.deepEqual(seen.elements.map(withoutRefs), whole.elements.map(withoutRefs));
  if (seen.screenshot) assert.ok(moments.some(({ picture }) => picture === seen.screenshot?.sha256));
}

/** Whether a fact was reported earlier and is not reported now. */
function losesFacts(now: unknown, before: unknown): boolean {
  if (before === null) return false;
  if (now === null || now === undefined) return true;
  if (typeof before !== "object" || typeof now !== "object") return false;
  const found = new Map(Object.entries(now));
  return Object.entries(before).some(([key, value]) => losesFacts(found.get(key) ?? null, value));
}

function withoutRefs(element: UiElement): UiElement {
  return { ...element, ref: "", parent: null };
}

/** Waits until the phone works as before, which may need a boot. */
async function assertRecovers(product: Product): Promise<void> {
  const look = async () => {
    try {
      return codesOf(await observeProduct(product)).length === 0 ? true : undefined;
    } catch (error) {
      if (isFoveaError(error)) return undefined;
      throw error;
    }
  };
  await pollUntil(look, 20, AbortSignal.timeout(60_000));
}

describe("a probe that fails", { concurrency: 5 }, () => {
  const cases = [
    // First the cases that wait for a deadline, so that the others run meanwhile.
    ...[...PROBES, EVERYTHING].map((target) => ({ target, how: "hangs", faults: HANG })),
    { target: EVERYTHING, how: "reboots the phone", faults: REBOOT },
    ...PROBES.map((target) => ({ target, how: "gets every fault of streams", faults: STREAMS })),
    ...PROGRAMS.map((target) => ({ target, how: "gives every wrong answer", faults: CUTS })),
  ];
  for (const { target, how, faults } of cases) {
    test(`is a named gap and affects no other part: ${target.name} ${how}`, async (context) => {
      await using product = await startForm();
      const whole = await observeProduct(product);
      assert.deepEqual(codesOf(whole), []);
      for (const named of Object.entries(faults)) {
        await context.test(named[0], async () => void (await assertNamesGaps(product, whole, target, named)));
      }
    });
  }

  test("does not end the call even where all others fail, too", async () => {
    await using product = await startForm();
    const whole = await observeProduct(product);
    for (const named of Object.entries(STREAMS)) {
      const seen = await assertNamesGaps(product, whole, EVERYTHING, named);
      if (!["fails", "prints nothing", "prints garbage"].includes(named[0])) continue;
      const { activeWindow, viewHierarchy, screenshot, frameStats, elements } = seen;
      assert.deepEqual([activeWindow, viewHierarchy, screenshot, frameStats, elements], [null, null, null, null, []]);
    }
  });
});
