import assert from "node:assert/strict";
import { test } from "node:test";
import type { PhoneState } from "../../packages/virtual-android/src/phone-state.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../src/observe/observe-request.js";
import { observationOf, quickCheck } from "../../src/observe/quick-check/quick-check.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { observeProduct } from "../support/observe-product.js";
import { type Product, type ProductOptions, type Route, startProduct } from "../support/product.js";
import { untilStable } from "../support/until-stable.js";

const FORM: ProductOptions = { app: "com.fovea.form", size: { width: 360, height: 640 }, density: 160 };

/** Calls of programs that only read; `rm` and `uiautomator` may only use the file of the same observation. */
const LOOKING: readonly RegExp[] = [
  /^\/system\/bin\/sh -c /, // what it runs itself comes as processes of its own
  /^dumpsys -t \d+ window (?:displays|policy)$/,
  /^dumpsys -t \d+ \w+$/, // without words for the service, which may change it, a dump only looks
  /^dumpsys -t \d+ gfxinfo \S+$/,
  /^grep -/,
  /^date \+%s%N$/,
  /^screencap( -p)?$/,
  /^gzip -1$/,
  /^(?:cat|rm -f) \/data\/local\/tmp\/FOVEA-[0-9a-f-]{36}\.xml$/,
  /^uiautomator dump (?:--compressed )?\/data\/local\/tmp\/FOVEA-[0-9a-f-]{36}\.xml$/,
];

/** The state of the phone that an observation could change. */
function traceOf({ phone }: Product) {
  const { settings, display, tasks, packages, properties, accessibility, power, keyguard }: PhoneState = phone.state();
  const files = ["/data/local/tmp", "/sdcard"].map((folder) => phone.files.list(folder));
  return { settings, display, tasks, packages, properties, accessibility, power, keyguard, files };
}

function framesOf({ phone }: Product): number | undefined {
  return phone.state().processes.find((process) => process.packageName === "com.fovea.form")?.frames?.totalFrames;
}

/** Everything that ran on the device since the log was cleared, one line each. */
function programsOf({ device }: Product): readonly string[] {
  return device.log.processes.flatMap(({ programs }) => programs.map((argv) => argv.join(" ")));
}

for (const apiLevel of [24, 28, 30, 33, 36]) {
  test(`an observation runs only programs that read, and leaves nothing behind (API ${apiLevel})`, async () => {
    await using product = await startProduct({ ...FORM, apiLevel });
    await untilStable(product);
    await product.session();
    const before = traceOf(product);
    const frames = framesOf(product);
    product.device.log.clear();
    await observeProduct(product);
    await observeProduct(product);
    const strange = programsOf(product).filter((line) => !LOOKING.some((pattern) => pattern.test(line)));
    assert.deepEqual(strange, []);
    assert.deepEqual(traceOf(product), before);
    assert.equal(framesOf(product), frames);
    assert.deepEqual(product.device.log.defects, []);
  });
}

test("the frame counters are reset only where requested, and the observation reports it", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  assert.notEqual(framesOf(product), 0);
  const seen = await observeProduct(product, { frameStats: "reset" });
  assert.equal(framesOf(product), 0);
  assert.equal(seen.parts.frameStats?.sideEffect, "the frame counters were reset");
  assert.notEqual(seen.frameStats?.totalFrames, 0);
});

test("an observation reports that accessibility services were suspended, and not where no hierarchy was read", async () => {
  await using product = await startProduct(FORM);
  const whole = await observeProduct(product);
  assert.match(whole.parts.hierarchy?.sideEffect ?? "", /accessibility services were suspended/);
  const { parts } = await observeProduct(product, { hierarchy: false });
  assert.deepEqual(
    Object.values(parts).flatMap(({ sideEffect }) => sideEffect ?? []),
    [],
  );
});

const REQUESTS = [
  { hierarchy: true, screenshot: true, frameStats: "read" },
  { hierarchy: true, screenshot: false, frameStats: "off" },
  { hierarchy: false, screenshot: true, frameStats: "off" },
] as const;

async function assertCostTrue(route: Route): Promise<void> {
  await using product = await startProduct({ ...FORM, route });
  await untilStable(product);
  await product.session();
  for (const request of [...REQUESTS, OBSERVE_ALL]) {
    const before = product.device.log.counts;
    const seen = await observeProduct(product, request);
    const { servicesOpened, processesStarted, openServices } = product.device.log.counts;
    assert.equal(seen.cost.adbStreams, servicesOpened - before.servicesOpened);
    assert.equal(seen.cost.deviceProcesses, processesStarted - before.processesStarted);
    assert.equal(openServices, 0);
    assert.ok(seen.cost.wallMs >= seen.cost.longestStreamMs);
  }
  assert.equal(product.devices.hostSpawns, 0);
}

test("the streams and processes that an observation reports are the real ones", async () => {
  await assertCostTrue("in process");
});

test("the costs are also the real ones where an observation reuses one without a hierarchy", async () => {
  await using product = await startProduct(FORM);
  await untilStable(product);
  const session = await product.session();
  await observeProduct(product, REQUESTS[2]);
  for (let round = 0; round < 2; round += 1) {
    const before = product.device.log.counts;
    const seen = observationOf(session, await quickCheck(session, AbortSignal.timeout(60_000)));
    assert.ok(seen);
    const { servicesOpened, processesStarted } = product.device.log.counts;
    assert.equal(seen.cost.adbStreams, servicesOpened - before.servicesOpened);
    assert.equal(seen.cost.deviceProcesses, processesStarted - before.processesStarted);
    assert.ok(seen.cost.adbStreams >= 2, "window and picture");
    assert.ok(seen.cost.wallMs >= seen.cost.longestStreamMs);
  }
});

const { test: testWithAdb } = needsPrograms("adb");
testWithAdb(
  "the costs are also the real ones through a real adb server, and no process is started on the host",
  async () => {
    await assertCostTrue("real adb");
  },
);

test("every part has its source, its duration and its age, and none is older than the call", async () => {
  await using product = await startProduct(FORM);
  await product.session();
  await observeProduct(product);
  const startedAt = performance.now();
  const { observation } = await observe(await product.session(), OBSERVE_ALL, never());
  const tookMs = performance.now() - startedAt;
  const { device, ...parts } = observation.parts;
  assert.equal(device?.source, "getprop");
  for (const [name, part] of Object.entries(parts)) {
    assert.notEqual(part.source, "none", name);
    assert.ok(part.ageMs !== null && part.ageMs <= tookMs + 1, `${name} is ${part.ageMs} ms old after ${tookMs} ms`);
    assert.ok(part.durationMs <= tookMs + 1, name);
  }
});
