import assert from "node:assert/strict";
import { test } from "node:test";
import { tap } from "../../../src/actions/verbs/tap.js";
import { pollUntil } from "../../../src/base/signals.js";
import { sha256Hex } from "../../../src/devices/companion/apk/sign-apk.js";
import { isLive } from "../../../src/devices/companion/companion-link.js";
import { PROTOCOL_VERSIONS } from "../../../src/devices/companion/limits.js";
import { shellJarPath } from "../../../src/devices/companion/names.js";
import { readShellJar } from "../../../src/devices/companion/prebuilts.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../../src/observe/observe-request.js";
import type { Observation } from "../../../src/screen/observation.js";
import { parseTarget } from "../../../src/screen/selector.js";
import type { Session } from "../../../src/session/session.js";
import { Sessions } from "../../../src/session/sessions.js";
import { useCompanions } from "../../support/companion-ways.js";
import { type LiveProduct, startLiveProduct } from "../../support/live-product.js";
import { never } from "../../support/never.js";
import { recordStarts } from "../../support/recorded-starts.js";
import { runOnPhone } from "../../support/run-on-phone.js";

const AUTO = useCompanions({ companion: "auto" });
const PHONE = { app: "com.fovea.form", onDevice: "absent", link: AUTO } as const;
const COMPANION = /^app_process /;
const soon = () => AbortSignal.timeout(60_000);

/** Events that end the companion or the connection to it. */
const ENDS: readonly (readonly [what: string, end: (live: LiveProduct) => Promise<void> | void])[] = [
  [
    "a crash",
    async ({ product, observe }) => {
      product.device.faults.set([{ request: "^shell snapshot", times: 1, fault: { kind: "kill", afterMs: 0 } }]);
      await observe({ fresh: true });
      product.device.faults.clear();
    },
  ],
  [
    "a disconnected cable",
    ({ product }) => {
      product.device.unplug();
      product.device.plug();
    },
  ],
  [
    "a kill by the system",
    async ({ product }) => {
      const pid = product.device.processes.find(({ argv }) => argv[0] === "app_process")?.pid;
      await runOnPhone(product.device, `kill -9 ${pid}`);
    },
  ],
  ["a reboot", async ({ product }) => await product.device.reboot()],
];

/** Whether a UiAutomation is connected on the phone. */
const isHeld = ({ product }: LiveProduct) => product.phone.state().accessibility.isUiAutomationConnected;

/** The session of the phone as it is now; undefined while it cannot be reached. */
async function reached({ product }: LiveProduct): Promise<Session | undefined> {
  try {
    const device = await product.devices.get(product.serial, never());
    await device.facts(never());
    return product.sessions.of(device);
  } catch {
    return undefined;
  }
}

/** The errors of the observation, except for unknown facts. */
const codesOf = ({ errors }: Observation) => errors.map(({ code }) => code).filter((code) => code !== "FACT_UNKNOWN");

/** Waits for the companion. */
async function companionOf({ onDevice }: Session) {
  const companion = await onDevice.live(never(), { waits: true });
  assert.ok(isLive(companion), "the companion did not come");
  return companion;
}

test("a phone without setup is read by the companion shell, which ends and leaves no program behind", async () => {
  await using live = await startLiveProduct(PHONE);
  const { phone, device } = live.product;
  const starts = recordStarts(device);
  await companionOf(live.session);
  const seen = await live.observe();
  assert.deepEqual([seen.hierarchySource, codesOf(seen)], ["a11y-shell", []]);
  assert.deepEqual(
    starts.filter((text) => /^(?:uiautomator|pm|settings|appops|cmd package)/.test(text)),
    [],
  );
  live.session.close();
  await pollUntil(() => (isHeld(live) ? undefined : true), 5, soon());
  const left = async () => {
    const { stdout } = await runOnPhone(device, "ls /data/local/tmp");
    return stdout.trim() === "fovea-shell.epoch" ? true : undefined;
  };
  await pollUntil(left, 5, soon());
  assert.equal(phone.state().accessibility.enabled.length, 0);
});

test("a user's accessibility service stays bound while the companion holds the UiAutomation", async () => {
  const link = useCompanions({ companion: "shell" });
  await using live = await startLiveProduct({ ...PHONE, onDevice: "enabled", link });
  const { bound } = live.product.phone.state().accessibility;
  assert.equal(bound.length, 1);
  assert.equal((await live.observe()).hierarchySource, "a11y-shell");
  assert.ok(isHeld(live));
  assert.deepEqual(live.product.phone.state().accessibility.bound, bound);
});

test("where the companion does not start, the screen is read without it and no call waits for its start", async () => {
  await using live = await startLiveProduct(PHONE);
  live.product.device.faults.set([{ command: "^app_process", fault: { kind: "hang" } }]);
  const seen = await live.observe();
  assert.deepEqual([seen.hierarchySource, codesOf(seen)], ["uiautomator", []]);
});

test("a companion that cannot start is reported once", async () => {
  await using live = await startLiveProduct(PHONE);
  const fault = { kind: "fail", status: 1, stderr: "no runtime" } as const;
  live.product.device.faults.set([{ command: "^app_process", fault }]);
  const reported: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const seen = await live.observe();
    assert.equal(seen.hierarchySource, "uiautomator");
    reported.push(...codesOf(seen));
    await live.session.onDevice.live(never(), { waits: true }); // the observation does not wait for it
  }
  assert.deepEqual(reported, ["ON_DEVICE_FAILED"]);
});

test("a companion that starts while uiautomator reads takes the observation over", async () => {
  await using live = await startLiveProduct(PHONE);
  live.product.device.faults.set([{ command: "^uiautomator", fault: { kind: "hang" } }]);
  const seen = await live.observe();
  assert.deepEqual([seen.hierarchySource, codesOf(seen)], ["a11y-shell", []]);
});

test("a companion that starts while Fovea's uiautomator reads is started again, without a message", async () => {
  const { ways } = AUTO;
  assert.ok(ways);
  let phone: LiveProduct["product"]["phone"] | undefined;
  let times = 0;
  const isRead = () => (phone?.state().accessibility.isUiAutomationConnected ? true : undefined);
  const startShellHost: typeof ways.startShellHost = async (device, signal) => {
    if (++times === 1) await pollUntil(isRead, 2, soon());
    return await ways.startShellHost(device, signal);
  };
  const link = useCompanions({ companion: "auto", ways: { ...ways, startShellHost } });
  await using live = await startLiveProduct({ ...PHONE, link, speed: 0.3 });
  ({ phone } = live.product);
  const seen = await live.observe();
  assert.deepEqual([seen.hierarchySource, codesOf(seen), times], ["a11y-shell", [], 2]);
});

test("an action that comes first waits for the companion, and is done by it", async () => {
  await using live = await startLiveProduct({ ...PHONE, isSteady: true });
  const starts = recordStarts(live.product.device);
  live.product.device.faults.set([{ command: "^app_process", fault: { kind: "delay", ms: 100 } }]);
  const target = parseTarget('radio "Plus"');
  const { by, verdict } = await tap(live.session, { target, count: 1, holdMs: 0 }, never());
  assert.deepEqual([by, verdict.kind], ["click", "changed"]);
  assert.ok(!starts.some((text) => /^(?:uiautomator|input|cmd input) /.test(text)));
});

test("another program's UiAutomation is found before anything is started, is left alone and named once", async () => {
  await using live = await startLiveProduct(PHONE);
  const { phone, device } = live.product;
  phone.setUiAutomationConnected(true);
  const starts = recordStarts(device);
  const reported = [];
  for (let count = 0; count < 2; count += 1) {
    const { errors } = await live.observe();
    reported.push(...errors.filter(({ message }) => /holds the device's only UiAutomation/.test(message)));
    assert.ok(isHeld(live), "the other program was disconnected");
    await live.session.onDevice.live(never(), { waits: true }); // the observation does not wait for it
  }
  assert.deepEqual(
    reported.map(({ code }) => code),
    ["UIAUTOMATION_BUSY"],
  );
  assert.deepEqual(
    starts.filter((text) => COMPANION.test(text)),
    [],
  );
  phone.setUiAutomationConnected(false);
  live.session.onDevice.reconsider();
  await companionOf(live.session);
  assert.equal((await live.observe()).hierarchySource, "a11y-shell");
});

test("a second server on one phone uses the first one's companion, and its own after that has ended", async () => {
  await using live = await startLiveProduct(PHONE);
  const { device, devices, serial, folder } = live.product;
  const starts = recordStarts(device);
  using others = new Sessions(`${folder}/other`, { onDevice: AUTO });
  const other = others.of(await devices.get(serial, never()));
  const first = await companionOf(live.session);
  const shared = await companionOf(other);
  assert.equal(shared.epoch, first.epoch);
  assert.equal(starts.filter((text) => COMPANION.test(text)).length, 1);
  live.session.close();
  await pollUntil(() => (shared.client.ended.aborted ? true : undefined), 5, soon());
  const own = await companionOf(other);
  assert.notEqual(own.epoch, first.epoch);
  const { observation } = await observe(other, OBSERVE_TREE, never());
  assert.equal(observation.hierarchySource, "a11y-shell");
});

test("after an upgrade the old companion is shared while its server lives, and is then replaced", async () => {
  await using live = await startLiveProduct(PHONE);
  const { devices, serial, folder, phone } = live.product;
  phone.onDevice.newestVersion = 2;
  const older = await companionOf(live.session);
  assert.equal(older.client.hello.version, 2);
  using others = new Sessions(`${folder}/other`, { onDevice: AUTO });
  const newer = others.of(await devices.get(serial, never()));
  const shared = await companionOf(newer);
  assert.equal(shared.epoch, older.epoch, "a running companion is shared");
  assert.equal((await observe(newer, OBSERVE_TREE, never())).observation.hierarchySource, "a11y-shell");
  phone.onDevice.newestVersion = Number.POSITIVE_INFINITY;
  const jar = readShellJar();
  const ours = shellJarPath(sha256Hex(jar));
  const theirs = "/data/local/tmp/fovea-shell-0123456789ab.jar";
  phone.files.write(theirs, Buffer.from("an older one, left behind"));
  phone.files.write(ours, Buffer.from("ours, half-written, or somebody else's"));
  const { startShell } = phone.onDevice;
  const started: boolean[] = [];
  phone.onDevice.startShell = (build) => {
    started.push(sha256Hex(phone.files.read(ours) ?? Buffer.alloc(0)) === sha256Hex(jar));
    return startShell.call(phone.onDevice, build);
  };
  live.session.close();
  await pollUntil(() => (shared.client.ended.aborted ? true : undefined), 5, soon());
  await pollUntil(() => (isHeld(live) ? undefined : true), 5, soon());
  const own = await companionOf(newer);
  assert.equal(own.client.hello.version, PROTOCOL_VERSIONS.at(-1));
  assert.deepEqual(started, [true], "it was started from the pushed file");
  const isGone = () => (phone.files.read(theirs) || phone.files.read(ours) ? undefined : true);
  await pollUntil(isGone, 5, soon());
});

test("a command that may not start a companion uses one that a server started, and reports nothing where there is none", async () => {
  await using live = await startLiveProduct(PHONE);
  const { device, devices, serial, folder } = live.product;
  const starts = recordStarts(device);
  const onDevice = useCompanions({ companion: "auto", starts: false });
  using commands = new Sessions(`${folder}/other`, { onDevice });
  const command = commands.of(await devices.get(serial, never()));
  const look = async () => (await observe(command, OBSERVE_TREE, never())).observation;
  const alone = await look();
  assert.deepEqual([alone.hierarchySource, codesOf(alone)], ["uiautomator", []]);
  // Nor does it start one after an observation that has already ended.
  assert.ok(!isLive(await command.onDevice.live(never(), { waits: true })));
  assert.ok(!starts.some((text) => COMPANION.test(text)));
  const { epoch } = await companionOf(live.session);
  command.onDevice.reconsider();
  const beside = await look();
  assert.deepEqual([beside.hierarchySource, beside.viewHierarchy?.epoch], ["a11y-shell", epoch]);
});

test("a second server that cannot talk to the first one's companion leaves it alone, and reports it", async () => {
  await using live = await startLiveProduct(PHONE);
  const { device, devices, serial, folder } = live.product;
  const first = await companionOf(live.session);
  device.faults.set([{ request: "^shell hello", fault: { kind: "garbage" } }]);
  using others = new Sessions(`${folder}/other`, { onDevice: AUTO });
  const other = others.of(await devices.get(serial, never()));
  const missing = await other.onDevice.live(never(), { waits: true });
  assert.ok(!isLive(missing));
  const { observation } = await observe(other, OBSERVE_TREE, never());
  const codes = observation.errors.map(({ code }) => code);
  assert.ok(codes.includes(missing.reason.code) && codes.includes("UIAUTOMATION_BUSY"), codes.join(" "));
  assert.equal(await companionOf(live.session), first);
});

for (const [what, end] of ENDS) {
  test(`the companion comes back after ${what}`, async () => {
    await using live = await startLiveProduct(PHONE);
    const before = await companionOf(live.session);
    await end(live);
    await pollUntil(() => (before.client.ended.aborted ? true : undefined), 5, soon());
    const session = await pollUntil(async () => await reached(live), 20, soon());
    const after = await companionOf(session);
    assert.notEqual(after.epoch, before.epoch);
    const { observation } = await observe(session, OBSERVE_TREE, never());
    assert.deepEqual([observation.hierarchySource, codesOf(observation)], ["a11y-shell", []]);
  });
}

test("with companion off a server starts nothing on the phone except what reads the screen", async () => {
  await using live = await startLiveProduct({ ...PHONE, link: useCompanions({ companion: "off" }) });
  const starts = recordStarts(live.product.device);
  const seen = await live.observe();
  assert.deepEqual([seen.hierarchySource, codesOf(seen)], ["uiautomator", []]);
  assert.deepEqual(
    starts.filter((text) => COMPANION.test(text) || /dumpsys .*accessibility/.test(text)),
    [],
  );
});
